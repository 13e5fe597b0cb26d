//! One call of one tool, whatever stands around it.

#[cfg(feature = "call")]
use super::Kept;
use super::Payload;
use super::running::Running;
use crate::toolbox::{Entry, Pass, Toolbox};

/// Runs a tool that the gate lets pass. `id` is the provider's name for
/// the call, `kept` what the session keeps, where there is one. Begins at once:
/// to be called when the call is first polled.
pub(crate) fn run<'a>(
    toolbox: &'a Toolbox,
    (entry, _): (&'a Entry, Pass),
    id: &'a str,
    payload: &'a mut Payload<'_>,
    kept: Option<&'a Kept>,
) -> Running<'a> {
    #[cfg(feature = "call")]
    return toolbox.engine().run(entry, id, payload, kept);
    #[cfg(not(feature = "call"))]
    alone::start(toolbox, entry, id, payload, kept)
}

#[cfg(not(feature = "call"))]
pub(crate) use alone::{Around, Kept};

/// The same without layers and limits, which want a clock.
#[cfg(not(feature = "call"))]
mod alone {
    use core::task::{Context, Poll};

    use super::super::running::Answer;
    use super::super::{CallError, Outcome, ToolCall, native, panic::isolate};
    use super::{Entry, Payload, Running, Toolbox};
    use crate::toolbox::Source;

    /// What a session keeps of its calls: nothing.
    #[derive(Debug, Default)]
    pub(crate) struct Kept;

    /// What stands around a native function: nothing.
    pub(crate) struct Around<'a>(core::marker::PhantomData<&'a ()>);

    impl Around<'_> {
        pub(crate) fn last(&self, outcome: Outcome) -> Outcome {
            outcome
        }

        pub(crate) fn wait(&mut self, _: &mut Context<'_>) -> Poll<Answer> {
            Poll::Pending
        }
    }

    pub(super) fn start<'a>(
        toolbox: &'a Toolbox,
        entry: &'a Entry,
        id: &'a str,
        payload: &'a mut Payload<'_>,
        _: Option<&'a Kept>,
    ) -> Running<'a> {
        match entry.source() {
            Source::Native(def) => {
                let around = Around(core::marker::PhantomData);
                native::start(def, toolbox.contexts(), payload, around)
            }
            Source::Server(..) => Running::boxed(remote(entry, id, payload.take())),
            Source::Contract(_, runner) => match *runner {},
        }
    }

    async fn remote(entry: &Entry, id: &str, payload: Payload<'_>) -> Answer {
        let (name, source) = (entry.name(), entry.source());
        let Source::Server(tool, binding) = source else {
            return Err(CallError::Unknown { tool: name.into() });
        };
        let call = ToolCall::new(id, name, payload.into_value());
        let arguments =
            call.into_object().map_err(|problem| CallError::arguments(name, problem))?;
        let answer = binding.run(id, *tool, arguments);
        Ok(isolate(answer)
            .await
            .map_err(|message| CallError::Panicked { tool: name, message })??)
    }
}
