//! What came of a request that was not answered.

use std::error::Error;
use std::prelude::v1::*;

use rmcp::ErrorData;

use super::error::{McpErrorKind, Phase, chain};
use super::http::HttpError;
use super::shared::Shared;

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
