//! Plain MCP, for hosts that speak the protocol themselves.

use alloc::vec::Vec;

use serde_json::{Value, json};

use super::media::is_base64;
use super::{ToolSpec, Wire, WireError, string};
use crate::message::{Content, Outcome, ToolCall, ToolResult};

/// Tools as in answers to `tools/list`, calls as `tools/call` requests, results as their
/// JSON-RPC responses.
///
/// Schemas are passed on unchanged. A call's id is that of the request, as JSON text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mcp;

impl Wire for Mcp {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        match tool.input_schema.is_object() {
            true => Ok(json!({
                "name": tool.name,
                "description": tool.description,
                "inputSchema": tool.input_schema,
            })),
            false => Err(WireError::new(tool.name, "the schema is not an object")),
        }
    }

    /// The call in one request, or those in a batch.
    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        let batch = reply.as_array().map_or(core::slice::from_ref(reply), Vec::as_slice);
        batch.iter().filter_map(call).collect()
    }

    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        let response = |result: &ToolResult| {
            let id: Value =
                serde_json::from_str(&result.id).unwrap_or_else(|_| result.id.clone().into());
            json!({"jsonrpc": "2.0", "id": id, "result": call_result(&result.outcome)})
        };
        results.iter().map(response).collect()
    }
}

fn call(request: &Value) -> Option<ToolCall> {
    if string(request, "/method").as_deref() != Some("tools/call") {
        return None;
    }
    let arguments = request.pointer("/params/arguments").cloned().unwrap_or_default();
    let id = alloc::format!("{}", request.get("id")?);
    Some(ToolCall::new(id, string(request, "/params/name")?, arguments))
}

/// The `CallToolResult` of an outcome.
pub(crate) fn call_result(outcome: &Outcome) -> Value {
    let content: Vec<Value> = outcome.content.iter().map(block).collect();
    let mut result = json!({"content": content, "isError": outcome.is_error});
    // The protocol has objects there and nothing else.
    if let Some(structured) = outcome.structured.as_ref().filter(|value| value.is_object()) {
        result["structuredContent"] = structured.clone();
    }
    result
}

/// Clients refuse a whole result because of one malformed block.
fn block(content: &Content) -> Value {
    let broken = content.media().is_some_and(|media| !is_base64(media.data));
    match content {
        content if broken => {
            let text = alloc::format!("{} not shown: broken base64", content.to_text());
            json!({"type": "text", "text": text})
        }
        Content::Text(text) => json!({"type": "text", "text": text}),
        Content::Image { data, media_type } => {
            json!({"type": "image", "data": data, "mimeType": media_type})
        }
        Content::Other(block) => block.clone(),
    }
}
