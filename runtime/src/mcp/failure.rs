//! Failures of several servers at once.

use std::fmt;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use super::{ConfigError, McpError, McpErrorKind};
use crate::catalog::ManifestError;
use crate::text::Visible;

/// Why one server of several cannot be used. Cheap to clone: all calls that
/// wait for a server are told the same.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ServerFailure {
    /// It cannot be reached or listed.
    Connection(Arc<McpError>),
    /// What it lists cannot be used.
    Manifest(Arc<ManifestError>),
    /// It failed a moment ago and is not tried again yet.
    Waiting {
        /// The server's name.
        server: String,
        /// How long it is not tried.
        wait: Duration,
    },
    /// Opening or listing it failed inside this program.
    Panicked {
        /// The server's name.
        server: String,
        /// What the panic says.
        message: String,
    },
    /// It was closed by us.
    Closed {
        /// The server's name.
        server: String,
    },
}

/// Every server that failed, each with its reason; at least one.
#[derive(Debug)]
pub struct ServersError {
    failures: Vec<ServerFailure>,
}

/// Why [`connect`](super::connect) gave up.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectError {
    /// The configuration cannot be used.
    Config(ConfigError),
    /// Some servers cannot.
    Servers(ServersError),
}

impl ServerFailure {
    /// The server's name.
    #[must_use]
    pub fn server(&self) -> &str {
        match self {
            Self::Connection(error) => error.server(),
            Self::Manifest(error) => error.server(),
            Self::Waiting { server, .. }
            | Self::Panicked { server, .. }
            | Self::Closed { server } => server,
        }
    }
}

impl ServerFailure {
    pub(super) fn is_timeout(&self) -> bool {
        let timeout = |error: &McpError| matches!(error.kind(), McpErrorKind::Timeout { .. });
        matches!(self, Self::Connection(error) if timeout(error))
    }
}

impl ServersError {
    /// `None` when nothing failed.
    pub(super) fn new(failures: Vec<ServerFailure>) -> Option<Self> {
        (!failures.is_empty()).then_some(Self { failures })
    }

    /// The failures, in the order of the configuration.
    #[must_use]
    pub fn failures(&self) -> &[ServerFailure] {
        &self.failures
    }
}

impl From<McpError> for ServerFailure {
    fn from(error: McpError) -> Self {
        Self::Connection(Arc::new(error))
    }
}

impl From<ManifestError> for ServerFailure {
    fn from(error: ManifestError) -> Self {
        Self::Manifest(Arc::new(error))
    }
}

impl From<ConfigError> for ConnectError {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}

impl From<ServersError> for ConnectError {
    fn from(error: ServersError) -> Self {
        Self::Servers(error)
    }
}

impl fmt::Display for ServerFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(error) => error.fmt(f),
            Self::Manifest(error) => error.fmt(f),
            Self::Waiting { server, wait } => write!(
                f,
                "server `{}` failed a moment ago; it is tried again in {} ms",
                Visible(server),
                wait.as_millis()
            ),
            Self::Panicked { server, message } => write!(
                f,
                "server `{}` could not be opened: this program failed inside: {}",
                Visible(server),
                Visible(message)
            ),
            Self::Closed { server } => write!(f, "server `{}` has been closed", Visible(server)),
        }
    }
}

impl fmt::Display for ServersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, failure) in self.failures.iter().enumerate() {
            f.write_str(if at > 0 { "\n" } else { "" })?;
            failure.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(error) => error.fmt(f),
            Self::Servers(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ServerFailure {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // Their text is this one's: what caused them is next.
            Self::Connection(error) => error.source(),
            Self::Manifest(error) => error.source(),
            _ => None,
        }
    }
}

impl core::error::Error for ServersError {}
impl core::error::Error for ConnectError {}
