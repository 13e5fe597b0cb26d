//! Rust functions as tools.

use std::error::Error;
use std::sync::Mutex;

use serde_json::json;
use toolcrib::call::ToolCall;
use toolcrib::session::SEARCH_TOOL;
use toolcrib::wire::Anthropic;
use toolcrib::{Toolbox, tool, tools};

/// State that tools ask for by its type; it is no argument for the model.
#[derive(Default)]
struct Outbox(Mutex<Vec<String>>);

/// Adds two numbers.
#[tool]
fn add(
    /// The first.
    a: f64,
    /// The second.
    b: f64,
) -> f64 {
    a + b
}

/// Posts a message to a chat channel.
#[tool(defer, search_hint = "slack chat notify team")]
async fn post_message(
    /// Channel name, for example "#general".
    channel: String,
    /// Text of the message.
    text: String,
    /// Thread to answer in.
    thread: Option<String>,
    outbox: &Outbox,
) -> Result<String, String> {
    let mut messages = outbox.0.lock().map_err(|error| error.to_string())?;
    messages.push(text);
    Ok(format!("message {} in {channel}{}", messages.len(), thread.unwrap_or_default()))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let tools = tools![add, post_message];
    let toolbox = Toolbox::builder().context(Outbox::default()).native(tools).build()?;
    let mut session = toolbox.session();

    // The model is sent `add` and `tool_search`; of `post_message` it is told the name.
    let request = session.request(&Anthropic)?;
    println!("{} tools are sent, and this:\n{}", request.tools.len(), request.prompt);

    // It searches, and can call what it found.
    let search = ToolCall::new("1", SEARCH_TOOL, json!({"query": "notify the team"}));
    println!("{}", session.call(search).await.outcome.to_text());
    let arguments = json!({"channel": "#general", "text": "The build is green."});
    let posted = session.call(ToolCall::new("2", "post_message", arguments)).await;
    println!("{}", posted.outcome.to_text());
    Ok(())
}
