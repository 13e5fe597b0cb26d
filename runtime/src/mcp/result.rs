//! Results as JSON.

use rmcp::model::{JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult};

/// The result type that carries JSON through rmcp.
pub(super) fn result(value: serde_json::Value, id: RequestId) -> ServerJsonRpcMessage {
    let result = rmcp::model::CustomResult::new(value);
    JsonRpcMessage::response(ServerResult::CustomResult(result), id)
}
