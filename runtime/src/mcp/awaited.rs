//! Answers that are parsed here and not by the SDK's types.

use std::collections::HashSet;
use std::prelude::v1::*;

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, JsonRpcMessage, RequestId,
    ServerJsonRpcMessage,
};
use serde::Deserialize;

use super::page::{self, result};

/// The requests of which an answer is awaited.
#[derive(Debug, Default)]
pub(super) struct Awaited {
    listings: Vec<RequestId>,
    calls: HashSet<RequestId>,
}

/// An answer with a result. One with an error has no `result`, a request of
/// the server or a notification neither.
#[derive(Deserialize)]
struct Answer {
    id: RequestId,
    result: serde_json::Value,
}

impl Awaited {
    /// Notes a request that is sent, or that its answer is no longer awaited.
    pub(super) fn note(&mut self, item: &ClientJsonRpcMessage) {
        match item {
            JsonRpcMessage::Request(request) => match request.request {
                ClientRequest::ListToolsRequest(_) => self.listings.push(request.id.clone()),
                ClientRequest::CallToolRequest(_) => {
                    self.calls.insert(request.id.clone());
                }
                _ => {}
            },
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.listings.retain(|listing| listing != id);
                    self.calls.remove(id);
                }
            }
            _ => {}
        }
    }

    /// The message, when the line is an answer that is awaited.
    pub(super) fn answer(&mut self, line: &str) -> Option<ServerJsonRpcMessage> {
        page::answer(line, &mut self.listings).or_else(|| self.result_of_call(line))
    }

    fn result_of_call(&mut self, line: &str) -> Option<ServerJsonRpcMessage> {
        if self.calls.is_empty() {
            return None;
        }
        let answer: Answer = serde_json::from_str(line).ok()?;
        self.calls.remove(&answer.id).then(|| result(answer.result, answer.id))
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{CallToolRequest, CallToolRequestParams, ServerResult};
    use serde_json::json;

    use super::*;

    fn awaited() -> Awaited {
        let call = CallToolRequest::new(CallToolRequestParams::new("echo"));
        let request = ClientRequest::CallToolRequest(call);
        let mut awaited = Awaited::default();
        awaited.note(&JsonRpcMessage::request(request, RequestId::Number(7)));
        awaited
    }

    #[test]
    fn the_result_of_a_call_is_as_it_was_sent_and_taken_once() {
        let mut awaited = awaited();
        let line =
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"vendor":18446744073709551615}}"#;
        let JsonRpcMessage::Response(response) = awaited.answer(line).unwrap() else {
            unreachable!("an answer")
        };
        let ServerResult::CustomResult(custom) = response.result else { unreachable!("as JSON") };
        assert_eq!(custom.0, json!({"content": [], "vendor": u64::MAX}));
        assert!(awaited.answer(line).is_none(), "a second answer");
    }

    #[test]
    fn anything_else_is_left_to_the_sdk() {
        for line in [
            r#"{"jsonrpc":"2.0","id":8,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
            "[7]",
            "7",
            "",
        ] {
            assert!(awaited().answer(line).is_none(), "{line}");
        }
    }
}
