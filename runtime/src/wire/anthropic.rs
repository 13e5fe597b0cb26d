//! Anthropic Messages.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::{ToolSpec, Wire, WireError, check_name, items, string};
use crate::call::{Content, ToolCall, ToolResult};

/// The Messages API: `tools` with `input_schema`, `tool_use` and `tool_result`
/// blocks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anthropic;

impl Wire for Anthropic {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        check_name(tool)?;
        Ok(json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": tool.input_schema,
        }))
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        let blocks = items(reply, "/content")
            .filter(|block| string(block, "/type").as_deref() == Some("tool_use"));
        blocks
            .filter_map(|block| {
                let arguments = block.get("input").cloned().unwrap_or_default();
                Some(ToolCall::new(string(block, "/id")?, string(block, "/name")?, arguments))
            })
            .collect()
    }

    /// One user message with a block a result.
    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        let blocks: Vec<Value> = results.iter().map(block).collect();
        match blocks.is_empty() {
            true => Vec::new(),
            false => alloc::vec![json!({"role": "user", "content": blocks})],
        }
    }
}

fn block(result: &ToolResult) -> Value {
    let mut content: Vec<Value> = result.outcome.content.iter().map(content).collect();
    if content.is_empty() {
        content.push(text("(no output)"));
    }
    let mut block = json!({"type": "tool_result", "tool_use_id": result.id, "content": content});
    if result.outcome.is_error {
        block["is_error"] = true.into();
    }
    block
}

fn content(content: &Content) -> Value {
    match content {
        // An empty text block is refused by the API.
        Content::Text(empty) if empty.trim().is_empty() => text("(empty)"),
        Content::Text(string) => text(string),
        Content::Image { data, media_type } => {
            json!({"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}})
        }
        other => text(&other.to_text()),
    }
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": String::from(text)})
}
