//! Why a call through several servers has no outcome.

use std::error::Error;
use std::fmt;
use std::prelude::v1::*;

use super::{McpError, McpErrorKind, ServerFailure};
use crate::call::{BackendError, BackendErrorKind};
use crate::catalog::Drift;
use crate::text::Visible;

/// Why a call has no outcome.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallError {
    /// There is no such server here. Nothing was sent.
    UnknownServer {
        /// The server's name.
        server: String,
    },
    /// What was verified of the server has no such tool. Nothing was sent.
    UnknownTool {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
    },
    /// The server was not pinned to a catalog. Nothing was sent.
    NotVerified {
        /// The server's name.
        server: String,
    },
    /// The server no longer lists what was verified. Nothing was sent.
    Drift {
        /// The server's name.
        server: String,
        /// Every difference.
        drift: Drift,
    },
    /// The server cannot be reached, started or listed. Nothing was sent.
    Unavailable {
        /// The server's name.
        server: String,
        /// Why.
        error: Box<dyn Error + Send + Sync>,
    },
    /// The call was sent and has no result: whether the tool ran is not known.
    Failed {
        /// The server's name.
        server: String,
        /// Why.
        error: Box<dyn Error + Send + Sync>,
    },
}

impl CallError {
    /// The server's name.
    #[must_use]
    pub fn server(&self) -> &str {
        match self {
            Self::UnknownServer { server }
            | Self::UnknownTool { server, .. }
            | Self::NotVerified { server }
            | Self::Drift { server, .. }
            | Self::Unavailable { server, .. }
            | Self::Failed { server, .. } => server,
        }
    }

    /// True when the tool cannot have run.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        !matches!(self, Self::Failed { .. })
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownServer { server } => {
                write!(f, "there is no server `{}`", Visible(server))
            }
            Self::UnknownTool { server, tool } => {
                write!(f, "server `{}` has no verified tool `{}`", Visible(server), Visible(tool))
            }
            Self::NotVerified { server } => write!(
                f,
                "server `{}` has not been verified: nothing is called through it",
                Visible(server)
            ),
            Self::Drift { server, drift } => {
                write!(f, "server `{}` is not what was captured: {drift}", Visible(server))
            }
            Self::Unavailable { error, .. } => write!(f, "not called: {error}"),
            Self::Failed { error, .. } => write!(f, "called, without a result: {error}"),
        }
    }
}

impl Error for CallError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Drift { drift, .. } => Some(drift),
            Self::Unavailable { error, .. } | Self::Failed { error, .. } => Some(&**error),
            _ => None,
        }
    }
}

impl CallError {
    /// What kind of failure it is.
    #[must_use]
    pub fn kind(&self) -> BackendErrorKind {
        match self {
            Self::UnknownServer { .. } | Self::UnknownTool { .. } | Self::NotVerified { .. } => {
                BackendErrorKind::Refused
            }
            Self::Drift { .. } => BackendErrorKind::Drift,
            Self::Unavailable { error, .. } => match error.downcast_ref() {
                Some(ServerFailure::Closed { .. }) => BackendErrorKind::Closed,
                _ => BackendErrorKind::Unreachable,
            },
            Self::Failed { error, .. } => {
                error.downcast_ref().map_or(BackendErrorKind::Other, failed)
            }
        }
    }
}

fn failed(error: &McpError) -> BackendErrorKind {
    match error.kind() {
        McpErrorKind::Timeout { .. } => BackendErrorKind::Timeout,
        McpErrorKind::Ended { .. } | McpErrorKind::Transport { .. } => BackendErrorKind::Lost,
        McpErrorKind::Refused { .. } => BackendErrorKind::Rejected,
        McpErrorKind::Protocol { .. } => BackendErrorKind::Protocol,
        _ => BackendErrorKind::Other,
    }
}

impl From<CallError> for BackendError {
    /// In words for the model. What a server that is not verified says is not
    /// for it, nor what one wrote to its standard error: the source has that.
    fn from(error: CallError) -> Self {
        let told = match &error {
            CallError::Drift { server, drift } => refusal(server, drift),
            CallError::Unavailable { error, .. } => match error.downcast_ref::<ServerFailure>() {
                Some(failure) => std::format!("not called: {}", failure.told()),
                None => std::format!("not called: {error}"),
            },
            CallError::Failed { error: cause, .. } => match cause.downcast_ref::<McpError>() {
                Some(cause) => std::format!("called, without a result: {}", cause.told_of_call()),
                None => first_line(&error),
            },
            other => first_line(other),
        };
        Self::new(error.server(), told).with_kind(error.kind()).with_source(error)
    }
}

impl CallError {
    /// In words for whoever builds the program: everything.
    pub(super) fn for_builder(self) -> BackendError {
        BackendError::new(self.server(), &self).with_kind(self.kind()).with_source(self)
    }
}

fn first_line(error: &CallError) -> String {
    error.to_string().lines().next().unwrap_or("").into()
}

fn refusal(server: &str, drift: &Drift) -> String {
    let (count, server) = (drift.differences().len(), Visible(server));
    let s = if count == 1 { "" } else { "s" };
    std::format!(
        "server `{server}` is refused: what it lists now is not what was captured ({count} \
         difference{s}); nothing was sent"
    )
}
