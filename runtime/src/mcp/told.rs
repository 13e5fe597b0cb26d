//! What a model is told about a server that cannot be used: only toolcrib's own text,
//! enums and numbers. The server is not verified, so none of its words may appear; the
//! rest of an error is for people.

use std::format;
use std::prelude::v1::*;

use super::{McpError, McpErrorKind, Phase};
use crate::error::{BackendError, BackendErrorKind};

impl From<McpError> for BackendError {
    /// A call or a ping was sent; any other error came before.
    fn from(error: McpError) -> Self {
        let kind = error.kind();
        let told = match (kind, kind.phase()) {
            // What a verified server answers to a call is for the model too.
            (McpErrorKind::Refused { message, .. }, Some(Phase::Call { .. })) => {
                format!("{}: {message}", kind.told())
            }
            _ => kind.told(),
        };
        let (before, kind) = match (kind.phase(), kind) {
            (Some(Phase::Call { .. } | Phase::Ping), kind) => {
                ("called, without a result: ", kind.of_call())
            }
            (_, McpErrorKind::Closed) => ("not called: ", BackendErrorKind::Closed),
            _ => ("not called: ", BackendErrorKind::Unreachable),
        };
        Self::about(error.server(), before, told).with_kind(kind).with_source(error.clone())
    }
}

impl McpErrorKind {
    fn phase(&self) -> Option<&Phase> {
        match self {
            Self::Ended { phase, .. }
            | Self::Timeout { phase, .. }
            | Self::Refused { phase, .. }
            | Self::Transport { phase, .. }
            | Self::Protocol { phase, .. } => Some(phase),
            _ => None,
        }
    }

    fn of_call(&self) -> BackendErrorKind {
        match self {
            Self::Timeout { .. } => BackendErrorKind::Timeout,
            Self::Ended { .. } | Self::Transport { .. } => BackendErrorKind::Lost,
            Self::Refused { .. } => BackendErrorKind::Rejected,
            Self::Protocol { .. } => BackendErrorKind::Protocol,
            _ => BackendErrorKind::Other,
        }
    }

    /// In words for the model, to follow the server's name.
    pub(crate) fn told(&self) -> String {
        match self {
            Self::CannotStart { error, .. } => format!("cannot be started: {}", error.kind()),
            Self::BadAddress { .. } => "has an address or a header that cannot be used".into(),
            Self::Ended { phase, reason: Some(_), .. } => format!("was cut off {}", phase.told()),
            Self::Ended { phase, exit: Some(exit), .. } => {
                format!("exited {} ({exit})", phase.told())
            }
            Self::Ended { phase, .. } => format!("closed the connection {}", phase.told()),
            Self::Timeout { phase, after } => {
                format!("did not answer within {after:?} {}", phase.told())
            }
            Self::Refused { phase, code, .. } => {
                format!("answered with error {code} {}", phase.told())
            }
            Self::Transport { phase, status: Some(status), .. } => {
                format!("answered with HTTP status {status} {}", phase.told())
            }
            Self::Transport { phase, .. } => format!("cannot be reached {}", phase.told()),
            Self::Protocol { phase, .. } => format!("violated the protocol {}", phase.told()),
            Self::BrokenPage { .. } => "violated the protocol while listing its tools".into(),
            Self::RepeatedCursor { .. } => "lists its tools endlessly".into(),
            Self::TooManyPages { limit } => format!("lists its tools on more than {limit} pages"),
            Self::TooLarge { limit } => format!("lists more than {limit} bytes of tools"),
            Self::Manifest(_) => "lists tools that cannot be used".into(),
            Self::Panicked { .. } => "could not be opened".into(),
            // Every word of these is ours.
            Self::Waiting { .. } | Self::Closed => self.to_string(),
        }
    }
}

impl Phase {
    fn told(&self) -> &'static str {
        match self {
            Self::Handshake => "during the handshake",
            Self::Listing { .. } => "while listing its tools",
            Self::Call { .. } => "during a call",
            Self::Ping => "while pinged",
        }
    }
}
