//! Calling a tool of a server.

use std::prelude::v1::*;
use std::time::Duration;

use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, ServerResult};
use serde_json::{Map, Value};

use super::connection::{Connection, Deadline};
use super::error::{McpError, McpErrorKind, Phase};
use super::request;
use crate::call::{Content, Outcome};

impl Connection {
    /// Calls a tool, by the server's own name for it. Without a `timeout` that
    /// of the options holds, or that of the server's entry.
    ///
    /// What the tool says about its own failure is an `Outcome` with
    /// `is_error`. When the time is up, or the future is dropped, the server is
    /// told that the request is cancelled.
    ///
    /// # Errors
    /// No answer in time, a server that has gone, an answer with an error of
    /// the protocol, or one that is no result of a tool.
    pub async fn call_tool(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        timeout: Option<Duration>,
    ) -> Result<Outcome, McpError> {
        let timeout = timeout.unwrap_or_else(|| self.options().call_timeout_of(self.config()));
        let phase = Phase::Call { tool: tool.into() };
        let deadline = Deadline::new(timeout);
        let answer = tokio::time::timeout_at(deadline.at, self.request(tool, arguments)).await;
        let kind = match answer {
            Ok(Ok(result)) => match outcome(result) {
                Ok(outcome) => return Ok(outcome),
                Err(reason) => McpErrorKind::Protocol { phase, reason },
            },
            Ok(Err(error)) => self.failure(error, phase),
            Err(_) => McpErrorKind::Timeout { phase, after: deadline.after },
        };
        Err(self.report(kind).await)
    }

    async fn request(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<ServerResult, rmcp::ServiceError> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        request::send(self.peer(), request).await
    }
}

/// A result of the protocol in the form that all tools share.
fn outcome(result: ServerResult) -> Result<Outcome, String> {
    let value = serde_json::to_value(result).map_err(|error| error.to_string())?;
    let Value::Object(mut result) = value else {
        return Err("the result is not an object".into());
    };
    match result.get("resultType").and_then(Value::as_str) {
        None | Some("complete") => {}
        Some(_) => return Err("the tool asks for more than a call can give".into()),
    }
    let content = match result.remove("content") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(blocks)) => blocks.into_iter().map(block).collect(),
        Some(_) => return Err("`content` is not an array".into()),
    };
    let structured = result.remove("structuredContent");
    let is_error = result.get("isError").and_then(Value::as_bool).unwrap_or(false);
    Ok(match (content.is_empty(), structured) {
        (true, Some(structured)) => Outcome { is_error, ..Outcome::json(structured) },
        (_, structured) => Outcome { content, structured, is_error },
    })
}

fn block(block: Value) -> Content {
    let text = |member: &str| block.get(member).and_then(Value::as_str).map(ToOwned::to_owned);
    match block.get("type").and_then(Value::as_str) {
        Some("text") => text("text").map(Content::Text),
        Some("image") => match (text("data"), text("mimeType")) {
            (Some(data), Some(media_type)) => Some(Content::Image { data, media_type }),
            _ => None,
        },
        _ => None,
    }
    .unwrap_or(Content::Other(block))
}
