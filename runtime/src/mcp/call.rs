//! Calling a tool of a server.

use std::pin::pin;
use std::prelude::v1::{String, ToString, Vec};
use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceError;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, ServerResult};
use serde_json::{Map, Value};

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::{McpError, McpErrorKind, Phase};
use super::mark::Mark;
use super::request;
use super::shared::Shared;
use crate::message::{Content, Outcome};

impl Connection {
    /// Calls a tool by the server's own name for it, without comparing anything: for
    /// programs that captured nothing. `timeout` defaults to that of the options or of
    /// the server's entry.
    ///
    /// A tool's own failure is an `Outcome` with `is_error`. On timeout, or if the future
    /// is dropped, the server is told that the request is cancelled.
    ///
    /// # Errors
    /// There is no answer in time, the server has gone, it answers with a protocol error,
    /// or the answer is not a tool result.
    pub async fn call_unchecked(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        timeout: Option<Duration>,
    ) -> Result<Outcome, McpError> {
        self.run(&Mark::new(None, tool, None), arguments, timeout).await
    }

    /// Calls the tool that the mark names.
    pub(super) async fn run(
        &self,
        mark: &Arc<Mark>,
        arguments: Map<String, Value>,
        timeout: Option<Duration>,
    ) -> Result<Outcome, McpError> {
        let timeout = timeout.unwrap_or_else(|| self.options().call_timeout_of(self.config()));
        let _underway = Underway::begin(self.shared(), mark);
        let kind = match self.answer(mark, arguments, timeout).await {
            Ok(Ok(result)) => match outcome(result) {
                Ok(outcome) => return Ok(outcome),
                Err(reason) => McpErrorKind::Protocol { phase: phase(mark), reason },
            },
            Ok(Err(error)) => self.failure(error, phase(mark)),
            Err(after) => McpErrorKind::Timeout { phase: phase(mark), after },
        };
        Err(self.report(kind).await)
    }

    /// The answer; the time that was allowed, when it is up.
    async fn answer(
        &self,
        mark: &Arc<Mark>,
        arguments: Map<String, Value>,
        timeout: Duration,
    ) -> Result<Result<ServerResult, ServiceError>, Duration> {
        let mut deadline = Deadline::new(timeout);
        let last = self.options().longest_call().map(Deadline::new);
        let request = request(mark, arguments);
        let mut answer = pin!(request::send(self.peer(), request, Some(mark)));
        loop {
            let Some(last) = last else {
                let answer = tokio::time::timeout_at(deadline.at, answer.as_mut()).await;
                return answer.map_err(|_| deadline.after);
            };
            tokio::select! {
                biased;
                answer = answer.as_mut() => return Ok(answer),
                () = mark.progress() => deadline = Deadline::new(timeout).earlier(last),
                () = tokio::time::sleep_until(deadline.at) => return Err(deadline.after),
            }
        }
    }
}

fn phase(mark: &Mark) -> Phase {
    Phase::Call { tool: (*mark.tool).into() }
}

fn request(mark: &Arc<Mark>, arguments: Map<String, Value>) -> ClientRequest {
    let params = CallToolRequestParams::new(mark.tool.to_string()).with_arguments(arguments);
    let mut request = CallToolRequest::new(params);
    request.extensions.insert(mark.clone());
    ClientRequest::CallToolRequest(request)
}

/// A call that waits for its answer.
struct Underway<'a> {
    shared: &'a Shared,
    mark: &'a Mark,
}

impl<'a> Underway<'a> {
    fn begin(shared: &'a Shared, mark: &'a Mark) -> Self {
        shared.begin_call();
        Self { shared, mark }
    }
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        self.shared.end_call(self.mark);
    }
}

/// Converts an MCP result to the form that all tools share.
fn outcome(result: ServerResult) -> Result<Outcome, String> {
    let value = match result {
        // As it came over stdio.
        ServerResult::CustomResult(custom) => custom.0,
        typed => serde_json::to_value(typed).map_err(|error| error.to_string())?,
    };
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

fn block(mut block: Value) -> Content {
    let is = |kind: &str, members: &[&str]| {
        block.get("type").and_then(Value::as_str) == Some(kind)
            && members.iter().all(|member| block.get(member).is_some_and(Value::is_string))
    };
    if is("text", &["text"]) {
        Content::Text(take(&mut block, "text"))
    } else if is("image", &["data", "mimeType"]) {
        Content::Image { data: take(&mut block, "data"), media_type: take(&mut block, "mimeType") }
    } else {
        Content::Other(block)
    }
}

/// The text of a member, which may be long: moved, not copied.
fn take(block: &mut Value, member: &str) -> String {
    match block.get_mut(member).map(Value::take) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    }
}
