//! Why a call has no outcome, as all backends say it.

use std::prelude::v1::*;

use super::{McpError, McpErrorKind, ServerFailure};
use crate::error::{BackendError, BackendErrorKind};

impl From<ServerFailure> for BackendError {
    /// Nothing was sent. In words for the model: what a server that is not
    /// verified says is not for it; the source has that.
    fn from(failure: ServerFailure) -> Self {
        let kind = match failure {
            ServerFailure::Closed { .. } => BackendErrorKind::Closed,
            _ => BackendErrorKind::Unreachable,
        };
        let server = failure.server().to_owned();
        Self::about(&server, "not called: ", failure.told()).with_kind(kind).with_source(failure)
    }
}

impl From<McpError> for BackendError {
    /// It was sent, and whether it was carried out is not known.
    fn from(error: McpError) -> Self {
        let kind = match error.kind() {
            McpErrorKind::Timeout { .. } => BackendErrorKind::Timeout,
            McpErrorKind::Ended { .. } | McpErrorKind::Transport { .. } => BackendErrorKind::Lost,
            McpErrorKind::Refused { .. } => BackendErrorKind::Rejected,
            McpErrorKind::Protocol { .. } => BackendErrorKind::Protocol,
            _ => BackendErrorKind::Other,
        };
        let server = error.server().to_owned();
        Self::about(&server, "called, without a result: ", error.told_of_call())
            .with_kind(kind)
            .with_source(error)
    }
}
