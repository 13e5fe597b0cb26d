//! One function, called as a tool and by hand.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use serde::Deserialize;
use toolcrib::call::{ToolCall, ToolService};
use toolcrib::{Contexts, Session, ToolDef, ToolSet, Toolbox, tool, tools};

/// What a model sends: a name, a text of a few lines, a number and a flag.
pub(crate) const ARGUMENTS: &str = r##"{
  "channel": "#release-planning",
  "text": "The nightly build of `parser` failed on Windows: two tests of the\nlexer time out since the change of yesterday evening. I have opened a ticket and put Ana and Jon on it; until it is settled, please do not merge into the release branch.",
  "priority": 3,
  "silent": false
}"##;

/// Posts a message.
#[tool]
pub(crate) fn post(
    /// Channel name, for example "#general".
    channel: String,
    /// Text of the message.
    text: String,
    /// From 0 to 9.
    priority: u8,
    /// Whether nobody is notified.
    silent: bool,
    /// Thread to answer in.
    thread: Option<String>,
) -> String {
    let mark = if silent { '-' } else { '+' };
    let thread = thread.as_deref().unwrap_or_default();
    let mut line = String::with_capacity(text.len() + channel.len() + thread.len() + 8);
    line.push_str(&channel);
    line.push(mark);
    line.push(char::from(b'0' + priority.min(9)));
    line.push_str(thread);
    line.push_str(&text);
    line
}

/// The same function; asynchronous, and never waiting.
#[tool]
pub(crate) async fn post_async(
    /// Channel name, for example "#general".
    channel: String,
    /// Text of the message.
    text: String,
    /// From 0 to 9.
    priority: u8,
    /// Whether nobody is notified.
    silent: bool,
    /// Thread to answer in.
    thread: Option<String>,
) -> String {
    post(channel, text, priority, silent, thread)
}

/// The arguments as one would write them by hand.
#[derive(Deserialize)]
struct Arguments {
    channel: String,
    text: String,
    priority: u8,
    silent: bool,
    thread: Option<String>,
}

/// Decodes by serde_json and calls the function.
pub(crate) fn by_hand(text: &str) -> String {
    let arguments: Arguments = match serde_json::from_str(text) {
        Ok(arguments) => arguments,
        Err(error) => return error.to_string(),
    };
    let Arguments { channel, text, priority, silent, thread } = arguments;
    post(channel, text, priority, silent, thread)
}

/// Calls a tool as the toolbox does.
pub(crate) fn as_tool(def: &ToolDef, contexts: &Contexts, text: &str) -> String {
    match pollster::block_on(def.call(contexts, text)) {
        Ok(outcome) => outcome.to_text(),
        Err(error) => error.to_string(),
    }
}

/// The same without reading the answer, and polled as from within a run-time:
/// what is measured.
pub(crate) fn run_tool(def: &ToolDef, contexts: &Contexts, text: &str) -> bool {
    ready(def.call(contexts, text)).is_some_and(|answer| answer.is_ok_and(|it| !it.is_error))
}

/// Through the toolbox.
pub(crate) fn run_toolbox(toolbox: &Toolbox, name: &str, text: &str) -> bool {
    ready(toolbox.call(name, text)).is_some_and(|answer| answer.is_ok_and(|it| !it.is_error))
}

/// Through a session, as a model's call.
pub(crate) fn run_session(session: &mut Session, call: ToolCall) -> bool {
    ready(session.call(call)).is_some_and(|result| !result.outcome.is_error)
}

/// What a call of a model is, before it reaches the session.
pub(crate) fn model_call(name: &str) -> ToolCall {
    ToolCall::text("call-17", name, ARGUMENTS)
}

/// Both tools, with nothing around them but what is there by default.
pub(crate) fn toolbox() -> Result<Toolbox, toolcrib::toolbox::BuildError> {
    Toolbox::builder().native(tools![post, post_async]).build()
}

/// Both, as services, as they are where a user's layer stands around them.
pub(crate) fn layered() -> Result<Toolbox, toolcrib::toolbox::BuildError> {
    let layer = |_: &_, service: ToolService| service;
    Toolbox::builder().native(tools![post, post_async]).layer(layer).build()
}

/// Polls once: nothing here ever waits.
fn ready<F: Future>(future: F) -> Option<F::Output> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// The tool of `S`.
pub(crate) fn def<S: ToolSet>() -> Option<&'static ToolDef> {
    S::TOOLS.first().copied()
}
