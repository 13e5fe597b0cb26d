//! Chat Completions.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::{MAX_TOOLS, output};
use crate::message::{ToolCall, ToolResult, ToolSpec};
use crate::wire::{
    Dialect, Wire, WireError, check_count, check_name, check_unique, items, lowered, string,
};

/// Chat Completions, which many other providers take as well: `tool_calls` in the
/// assistant's message, one `tool` message per result. Found tools are added to `tools`,
/// which has at most 128 elements.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenAiChat;

impl Wire for OpenAiChat {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        check_name(tool)?;
        Ok(json!({
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": lowered(tool, Dialect::OpenAi)?,
            },
        }))
    }

    fn tools(&self, tools: &[ToolSpec<'_>]) -> Result<Vec<Value>, WireError> {
        check_unique(tools)?;
        check_count(tools, MAX_TOOLS)?;
        tools.iter().map(|tool| self.tool(tool)).collect()
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        items(reply, "/choices/0/message/tool_calls").filter_map(call).collect()
    }

    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        let message = |result: &ToolResult| json!({"role": "tool", "tool_call_id": result.id, "content": output(result, &[])});
        results.iter().map(message).collect()
    }

    fn answers(&self, history: &[Value], tool: &str) -> Vec<String> {
        let calls = history.iter().flat_map(|message| items(message, "/tool_calls"));
        let ids: Vec<String> =
            calls.filter_map(call).filter(|call| call.name == tool).map(|call| call.id).collect();
        let answers = history
            .iter()
            .filter(|message| string(message, "/tool_call_id").is_some_and(|id| ids.contains(&id)));
        answers.filter_map(|message| string(message, "/content")).collect()
    }
}

fn call(call: &Value) -> Option<ToolCall> {
    let arguments = call.pointer("/function/arguments").cloned().unwrap_or_default();
    Some(ToolCall::new(string(call, "/id")?, string(call, "/function/name")?, arguments))
}
