//! What a server says unasked ends here, over whatever transport it came.

use std::prelude::v1::*;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ClientResult, ServerJsonRpcMessage, ServerRequest};
use rmcp::model::{ErrorCode, ErrorData, JsonRpcMessage, RequestId};
use rmcp::transport::Transport;
use rmcp::{RoleClient, model::EmptyResult};
use tokio::task::JoinSet;

use super::heed::heed;
use super::shared::Shared;

/// How many answers to a server's requests are on their way. While there are so
/// many, nothing more is read: who reads no answers has no further questions.
const ANSWERS: usize = 32;

/// A transport whose notifications are noted, and whose requests are answered:
/// the SDK would start tasks for them, as many as the server likes.
pub(super) struct Watched<T> {
    inner: T,
    shared: Arc<Shared>,
    answers: JoinSet<()>,
}

impl<T> Watched<T> {
    pub(super) fn new(inner: T, shared: Arc<Shared>) -> Self {
        Self { inner, shared, answers: JoinSet::new() }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Watched<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            while self.answers.try_join_next().is_some() {}
            if self.answers.len() >= ANSWERS {
                self.answers.join_next().await;
            }
            match heed(self.inner.receive().await?, &self.shared) {
                Some(JsonRpcMessage::Request(asked)) => {
                    let sent = self.inner.send(answer(&asked.request, asked.id));
                    // Where it cannot be sent, the server has gone.
                    self.answers.spawn(async move { drop(sent.await) });
                }
                Some(message) => return Some(message),
                None => {}
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.answers.abort_all();
        self.inner.close().await
    }
}

/// A client that declares no capabilities has nothing but pings to answer.
fn answer(asked: &ServerRequest, id: RequestId) -> ClientJsonRpcMessage {
    match asked {
        ServerRequest::PingRequest(_) => {
            JsonRpcMessage::response(ClientResult::EmptyResult(EmptyResult {}), id)
        }
        _ => {
            let text = "this client has no such method";
            JsonRpcMessage::error(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, text, None), Some(id))
        }
    }
}
