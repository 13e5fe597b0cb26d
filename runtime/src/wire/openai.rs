//! OpenAI Chat Completions and Responses.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::{ToolSpec, Wire, WireError, check_name, items, string};
use crate::call::{ToolCall, ToolResult};

/// Chat Completions, the shape that many other providers take as well:
/// `tool_calls` in the assistant's message, one `tool` message a result.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenAiChat;

/// The Responses API: `function_call` and `function_call_output` items.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenAiResponses;

impl Wire for OpenAiChat {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        check_name(tool)?;
        Ok(json!({
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.input_schema,
            },
        }))
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        items(reply, "/choices/0/message/tool_calls")
            .filter_map(|call| {
                let arguments = call.pointer("/function/arguments").cloned().unwrap_or_default();
                Some(ToolCall::new(
                    string(call, "/id")?,
                    string(call, "/function/name")?,
                    arguments,
                ))
            })
            .collect()
    }

    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        let message = |result: &ToolResult| json!({"role": "tool", "tool_call_id": result.id, "content": output(result)});
        results.iter().map(message).collect()
    }
}

impl Wire for OpenAiResponses {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        check_name(tool)?;
        Ok(json!({
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.input_schema,
            "strict": false,
        }))
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        let calls = items(reply, "/output")
            .filter(|item| string(item, "/type").as_deref() == Some("function_call"));
        calls
            .filter_map(|call| {
                let arguments = call.get("arguments").cloned().unwrap_or_default();
                Some(ToolCall::new(string(call, "/call_id")?, string(call, "/name")?, arguments))
            })
            .collect()
    }

    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        let item = |result: &ToolResult| json!({"type": "function_call_output", "call_id": result.id, "output": output(result)});
        results.iter().map(item).collect()
    }
}

/// These shapes have no mark for a failure: the text has to say it.
fn output(result: &ToolResult) -> String {
    let text = result.outcome.to_text();
    match (result.outcome.is_error, text.trim().is_empty()) {
        (true, _) => alloc::format!("error: {text}"),
        (false, true) => "(no output)".into(),
        (false, false) => text,
    }
}
