//! Anthropic Messages.

mod block;
mod history;
mod search;

pub use search::{AnthropicSearch, HostedSearch};

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use block::text;

use super::{Dialect, ToolSpec, Wire, WireError, check_name, is_type, items, lowered, string};
use crate::message::{Content, Media, ToolCall, ToolResult};
use crate::wire::media::{PDF, Shown};

/// What a result can have beside text.
const TAKEN: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", PDF];

/// The Messages API: `tools` with `input_schema`, `tool_use` and `tool_result` blocks.
/// Found tools are added to `tools`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anthropic;

impl Anthropic {
    /// Sets the one cache breakpoint of the tools: on the last tool that is not deferred,
    /// since the API refuses `cache_control` on deferred ones. Removes breakpoints
    /// elsewhere in the array.
    pub fn cache_tools(tools: &mut [Value]) {
        let deferred = |tool: &Value| tool.get("defer_loading") == Some(&Value::Bool(true));
        for tool in tools.iter_mut().filter_map(Value::as_object_mut) {
            tool.remove("cache_control");
        }
        let last = tools.iter_mut().rev().find(|tool| tool.is_object() && !deferred(tool));
        if let Some(last) = last {
            last["cache_control"] = json!({"type": "ephemeral"});
        }
    }
}

impl Wire for Anthropic {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        check_name(tool)?;
        Ok(json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": lowered(tool, Dialect::Anthropic)?,
        }))
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        let blocks = items(reply, "/content").filter(|block| is_type(block, "tool_use"));
        blocks
            .filter_map(|block| {
                let arguments = block.get("input").cloned().unwrap_or_default();
                Some(ToolCall::new(string(block, "/id")?, string(block, "/name")?, arguments))
            })
            .collect()
    }

    /// One user message with one block per result.
    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        user(results.iter().map(block).collect())
    }

    fn answers(&self, history: &[Value], tool: &str) -> Vec<String> {
        history::answers(history, tool)
    }

    fn references(&self, history: &[Value]) -> Vec<String> {
        history::references(history)
    }

    /// Found tools are ordinary elements of the array: nothing may refer to them.
    fn revise(&self, history: &mut Vec<Value>, _: Option<&dyn Fn(&str) -> bool>) {
        history::revise(history, None);
    }
}

fn user(blocks: Vec<Value>) -> Vec<Value> {
    match blocks.is_empty() {
        true => Vec::new(),
        false => alloc::vec![json!({"role": "user", "content": blocks})],
    }
}

fn block(result: &ToolResult) -> Value {
    // What failed may have nothing but text.
    let taken = if result.outcome.is_error { &[] } else { &TAKEN[..] };
    let blocks = result.outcome.content.iter();
    let mut content: Vec<Value> = blocks.map(|block| content(block, taken)).collect();
    if content.is_empty() {
        content.push(text("(no output)"));
    }
    let mut block = json!({"type": "tool_result", "tool_use_id": result.id, "content": content});
    if result.outcome.is_error {
        block["is_error"] = true.into();
    }
    block
}

fn content(content: &Content, taken: &[&str]) -> Value {
    match Shown::of(content, taken) {
        // An empty text block is refused by the API.
        Shown::Text(empty) if empty.trim().is_empty() => text("(empty)"),
        Shown::Text(string) => text(&string),
        Shown::Media(Media { data, media_type }) => {
            let kind = if media_type == PDF { "document" } else { "image" };
            json!({"type": kind, "source": {"type": "base64", "media_type": media_type, "data": data}})
        }
    }
}
