//! From what the SDK and the transport say to our errors.

use std::error::Error;
use std::prelude::v1::*;

use rmcp::ErrorData;
use rmcp::service::ServiceError;

use super::ServerConfig;
use super::error::{McpError, McpErrorKind, Phase};
use super::http::HttpError;
use super::shared::Shared;
use crate::error::chain;

/// What a failed request says.
pub(super) fn failed(error: ServiceError, shared: &Shared, phase: Phase) -> McpErrorKind {
    match error {
        ServiceError::McpError(error) => refused(error, phase),
        ServiceError::TransportSend(error) => transport(&*error.error, phase),
        ServiceError::TransportClosed => ended(shared, phase),
        other => McpErrorKind::Protocol { phase, reason: chain(&other) },
    }
}

pub(super) fn refused(error: ErrorData, phase: Phase) -> McpErrorKind {
    let (code, message) = (i64::from(error.code.0), error.message.into_owned());
    McpErrorKind::Refused { phase, code, message }
}

/// What the transport says of itself; the status where that is why.
pub(super) fn transport(error: &(dyn Error + 'static), phase: Phase) -> McpErrorKind {
    let status = error.downcast_ref().and_then(HttpError::status);
    McpErrorKind::Transport { phase, status, reason: chain(error) }
}

pub(super) fn ended(shared: &Shared, phase: Phase) -> McpErrorKind {
    let end = shared.end();
    McpErrorKind::Ended { phase, exit: end.exit, reason: end.reason }
}

/// The only way from what a server said to an error that is shown.
pub(super) async fn report(config: &ServerConfig, kind: McpErrorKind, shared: &Shared) -> McpError {
    let (stderr, secrets) = (shared.last_words().await, shared.secrets());
    let kind = kind.map_texts(|text| secrets.line(&text));
    McpError::new(config.name(), kind, stderr, shared.noise())
}
