//! The HTTP client of a connection: nothing in it outlives the transport.

use std::collections::HashMap;
use std::prelude::v1::{Box, String};
use std::sync::Arc;

use futures_util::StreamExt;
use http::{HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
    StreamableHttpResponseLimits,
};

use crate::mcp::closing::Closing;

/// How many redirects are followed in a row.
const REDIRECTS: usize = 5;

type Headers = HashMap<HeaderName, HeaderValue>;
type Failed = StreamableHttpError<reqwest::Error>;

#[derive(Clone)]
pub(super) struct Client {
    inner: reqwest::Client,
    closing: Closing,
}

impl Client {
    pub(super) fn new(closing: Closing) -> reqwest::Result<Self> {
        let client = reqwest::Client::builder();
        Ok(Self { inner: client.redirect(redirects()).build()?, closing })
    }

    /// The same, at an end when the transport is.
    async fn bounded<T>(&self, work: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
        tokio::select! {
            done = work => done,
            () = self.closing.clone().begun() => Err(StreamableHttpError::TransportChannelClosed),
        }
    }

    fn bounded_stream(&self, stream: BoxedSseResponse) -> BoxedSseResponse {
        stream.take_until(Box::pin(self.closing.clone().begun())).boxed()
    }
}

/// A message and the credentials of its headers go where the entry says, and
/// whole.
fn redirects() -> Policy {
    Policy::custom(|attempt| {
        let first = attempt.previous().first();
        let stays = first.is_some_and(|first| first.origin() == attempt.url().origin());
        match stays && matches!(attempt.status().as_u16(), 307 | 308) {
            true if attempt.previous().len() > REDIRECTS => attempt.error("too many redirects"),
            true => attempt.follow(),
            false => attempt.stop(),
        }
    })
}

impl StreamableHttpClient for Client {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let limits = StreamableHttpResponseLimits::default();
        self.post_message_with_response_limits(uri, message, session, auth, headers, limits).await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
        limits: StreamableHttpResponseLimits,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let answer = self
            .inner
            .post_message_with_response_limits(uri, message, session, auth, headers, limits);
        Ok(match self.bounded(answer).await? {
            StreamableHttpPostResponse::Sse(stream, session) => {
                StreamableHttpPostResponse::Sse(self.bounded_stream(stream), session)
            }
            other => other,
        })
    }

    /// Not ended with the transport, of which it is the last word; bounded by
    /// the time that closing has.
    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<(), Failed> {
        self.inner.delete_session(uri, session, auth, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<BoxedSseResponse, Failed> {
        let most = StreamableHttpResponseLimits::default().max_sse_event_size;
        self.get_stream_with_max_sse_event_size(uri, session, last, auth, headers, most).await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: Headers,
        most: usize,
    ) -> Result<BoxedSseResponse, Failed> {
        let stream =
            self.inner.get_stream_with_max_sse_event_size(uri, session, last, auth, headers, most);
        Ok(self.bounded_stream(self.bounded(stream).await?))
    }
}
