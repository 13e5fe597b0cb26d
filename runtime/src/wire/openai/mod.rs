//! OpenAI Chat Completions and Responses.

mod chat;
mod history;
mod responses;
mod tool_search;

pub use chat::OpenAiChat;
pub use responses::OpenAiResponses;
pub use tool_search::OpenAiToolSearch;

use alloc::string::String;
use alloc::vec::Vec;

use super::media::Shown;
use crate::message::ToolResult;

/// The most tools that OpenAI takes in one request.
const MAX_TOOLS: usize = 128;

/// These formats cannot mark a failure, so the text has to say it.
fn output(result: &ToolResult, taken: &[&str]) -> String {
    let texts = result.outcome.content.iter().map(|content| match Shown::of(content, taken) {
        Shown::Text(text) => text,
        Shown::Media(_) => String::new(),
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    match (result.outcome.is_error, text.trim().is_empty()) {
        (true, _) => alloc::format!("error: {text}"),
        (false, true) => "(no output)".into(),
        (false, false) => text,
    }
}
