//! One call of one tool, whatever stands around it.

#[cfg(feature = "call")]
use super::Kept;
use super::panic::isolate;
use super::{CallError, Outcome, Payload};
use crate::native::{Contexts, ToolDef};
use crate::toolbox::{Entry, Toolbox};

/// What a session keeps of its calls: nothing, without layers.
#[cfg(not(feature = "call"))]
#[derive(Debug, Default)]
pub(crate) struct Kept;

/// Runs a tool of the toolbox. `id` is the provider's name for the call.
#[cfg(feature = "call")]
pub(crate) async fn run(
    toolbox: &Toolbox,
    entry: &Entry,
    id: &str,
    payload: Payload<'_>,
    kept: Option<&Kept>,
) -> Result<Outcome, CallError> {
    toolbox.engine().run(entry, id, payload, kept).await
}

/// The same without layers and limits, which want a clock.
#[cfg(not(feature = "call"))]
pub(crate) async fn run(
    toolbox: &Toolbox,
    entry: &Entry,
    id: &str,
    payload: Payload<'_>,
    _: Option<&Kept>,
) -> Result<Outcome, CallError> {
    use crate::toolbox::Source;

    let name = entry.name();
    let (tool, backend) = match entry.source() {
        Source::Native(def) => return native(def, toolbox.contexts(), payload).await,
        Source::Server(tool, backend) => (tool, backend),
        Source::Contract(_, runner) => match *runner {},
    };
    let server = tool.server().name();
    let call = super::ToolCall::new(id, name, payload.into_value());
    let arguments = call.into_object().map_err(|problem| CallError::arguments(name, problem))?;
    let answer = async { backend.call_as(id, server, tool.raw_name(), arguments).await };
    Ok(isolate(answer).await.map_err(|message| CallError::Panicked { tool: name, message })??)
}

/// Calls a native function; its panic is an error.
pub(crate) async fn native(
    def: &'static ToolDef,
    contexts: &Contexts,
    payload: Payload<'_>,
) -> Result<Outcome, CallError> {
    let inner = payload.unwrapped();
    let call = match &inner {
        Some(text) => def.call(contexts, text),
        None => def.call(contexts, payload.arguments()),
    };
    match isolate(call).await {
        Ok(answer) => Ok(answer?),
        Err(message) => Err(CallError::Panicked { tool: def.name(), message }),
    }
}
