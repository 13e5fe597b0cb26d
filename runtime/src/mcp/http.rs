//! The streamable HTTP transport.

use std::collections::HashMap;
use std::format;
use std::prelude::v1::*;
use std::sync::Arc;

use http::{HeaderName, HeaderValue, Uri};
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, Transport};

use super::config::Expanded;
use super::shared::Shared;
use super::stdio::watch;

/// A transport whose announcements of changed tools are noted.
pub(super) struct Watched<T> {
    inner: T,
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
        return Err(format!("`{}` begins neither with http:// nor with https://", url.written()));
    }
    let headers = headers.iter().map(header).collect::<Result<HashMap<_, _>, _>>()?;
    let config = StreamableHttpClientTransportConfig::with_uri(url.value())
        .custom_headers(headers)
        .max_json_response_size(max_bytes)
        .max_sse_event_size(max_bytes);
    Ok(Watched { inner: StreamableHttpClientTransport::from_config(config), shared })
}

fn header((name, value): &(String, Expanded)) -> Result<(HeaderName, HeaderValue), String> {
    let parsed = HeaderName::try_from(name.as_str())
        .map_err(|_| format!("{name:?} is not the name of a header"))?;
    let mut value = HeaderValue::try_from(value.value())
        .map_err(|_| format!("the value of the header {name:?} has characters it cannot have"))?;
    value.set_sensitive(true);
    Ok((parsed, value))
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
        let message = self.inner.receive().await;
        match &message {
            Some(message) => watch(message, &self.shared),
            None => self.shared.set_end(|end| end.closed = true),
        }
        message
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}
