//! The streamable HTTP transport.

mod client;

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::format;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue, Uri};
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig, StreamableHttpError,
};
use rmcp::transport::{StreamableHttpClientTransport, Transport};

use self::client::Client;
use super::closing::Closing;
use super::config::Expanded;
use super::depart::{KeptBack, depart};
use super::shared::Shared;
use crate::error::chain;

/// How long a server may take to end its session, and the SDK to stop: what it
/// was sent meanwhile may keep it from looking up.
const CLOSING: Duration = Duration::from_millis(1_500);

pub(super) struct Http {
    inner: StreamableHttpClientTransport<Client>,
    closing: Closing,
    shared: Arc<Shared>,
}

pub(super) fn transport(
    url: &Expanded,
    headers: &[(String, Expanded)],
    max_bytes: usize,
    shared: Arc<Shared>,
) -> Result<impl Transport<RoleClient> + 'static, String> {
    let uri: Uri = url.value().parse().map_err(|_| format!("`{}` is not a URL", url.written()))?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err(format!("`{}` does not begin with http:// or https://", url.written()));
    }
    let headers = headers.iter().map(header).collect::<Result<HashMap<_, _>, _>>()?;
    let config = StreamableHttpClientTransportConfig::with_uri(url.value())
        .custom_headers(headers)
        .max_json_response_size(max_bytes)
        .max_sse_event_size(max_bytes)
        // A new session may be with another server: it has to be verified anew.
        .reinit_on_expired_session(false);
    let closing = Closing::new();
    let client = Client::new(closing.clone()).map_err(|error| chain(&error))?;
    Ok(Http { inner: StreamableHttpClientTransport::with_client(client, config), closing, shared })
}

fn header((name, value): &(String, Expanded)) -> Result<(HeaderName, HeaderValue), String> {
    let parsed = HeaderName::try_from(name.as_str())
        .map_err(|_| format!("{name:?} is not the name of a header"))?;
    let mut value = HeaderValue::try_from(value.value())
        .map_err(|_| format!("the value of the header {name:?} has invalid characters"))?;
    value.set_sensitive(true);
    Ok((parsed, value))
}

impl Transport<RoleClient> for Http {
    type Error = HttpError;

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let departs = depart(&item, &self.shared);
        let (sent, shared) = (self.inner.send(item), self.shared.clone());
        async move {
            departs.map_err(HttpError::KeptBack)?;
            // What answers after a failure may not be what answered before it.
            let failed = |error| {
                shared.set_end(|end| end.closed = true);
                HttpError::new(&error)
            };
            sent.await.map_err(failed)
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        let message = self.inner.receive().await;
        if message.is_none() {
            self.shared.set_end(|end| end.closed = true);
        }
        message
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.closing.begin();
        match tokio::time::timeout(CLOSING, self.inner.close()).await {
            Ok(closed) => closed.map_err(|error| HttpError::new(&error)),
            // It stops when it is dropped.
            Err(_) => Ok(()),
        }
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        self.closing.begin();
    }
}

/// What went wrong below, with its causes and without the URL, which may hold
/// what must not be shown.
#[derive(Debug)]
pub(super) enum HttpError {
    Failed {
        /// The status, where that is what is wrong.
        status: Option<u16>,
        text: String,
    },
    /// Nothing was sent.
    KeptBack(KeptBack),
}

impl HttpError {
    fn new<E: Error + Send + Sync + 'static>(error: &StreamableHttpError<E>) -> Self {
        let text = match error {
            StreamableHttpError::Client(error) => chain(error),
            other => chain(other),
        };
        Self::Failed { status: status(error), text: without_url(&text) }
    }

    /// The status of HTTP with which the server answered, where that is why.
    pub(super) fn status(&self) -> Option<u16> {
        match self {
            Self::Failed { status, .. } => *status,
            Self::KeptBack(_) => None,
        }
    }
}

fn status<E: Error + Send + Sync + 'static>(error: &StreamableHttpError<E>) -> Option<u16> {
    match error {
        StreamableHttpError::HttpStatus(error) => Some(error.status),
        StreamableHttpError::AuthRequired(_) => Some(401),
        StreamableHttpError::InsufficientScope(_) => Some(403),
        StreamableHttpError::SessionExpired => Some(404),
        StreamableHttpError::ServerDoesNotSupportSse => Some(405),
        // `HTTP 403 Forbidden: …`, of which the beginning is the SDK's.
        StreamableHttpError::UnexpectedServerResponse(text) => {
            let number = text.strip_prefix("HTTP ")?.get(..3)?;
            number.parse().ok().filter(|status| (100..1000).contains(status))
        }
        _ => None,
    }
}

/// A URL has no blank, and may have parentheses of its own.
fn without_url(text: &str) -> String {
    match text.split_once(" for url (") {
        Some((before, after)) => {
            let word = after.split(char::is_whitespace).next().unwrap_or(after);
            let end = word.rfind(')').map_or(word.len(), |at| at + 1);
            format!("{before}{}", without_url(after.get(end..).unwrap_or("")))
        }
        None => text.into(),
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { text, .. } => f.write_str(text),
            Self::KeptBack(why) => why.fmt(f),
        }
    }
}

impl Error for HttpError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_cut_out() {
        let text = "error sending request for url (http://x/?key=s3cret): refused";
        assert_eq!(without_url(text), "error sending request: refused");
        assert_eq!(without_url("a for url (x) b for url (y"), "a b");
        let text = "error sending request for url (http://x/a)b?key=s3cret): refused";
        assert_eq!(without_url(text), "error sending request: refused");
        assert_eq!(without_url("nothing to cut"), "nothing to cut");
    }
}
