//! Failures of several servers at once.

use std::fmt;
use std::prelude::v1::*;
use std::time::Duration;

use super::{ConfigError, McpError};
use crate::catalog::ManifestError;
use crate::text::Visible;

/// Why one server of several cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServerFailure {
    /// It cannot be reached or listed.
    Connection(McpError),
    /// What it lists cannot be used.
    Manifest(ManifestError),
    /// It failed a moment ago and is not tried again yet.
    Waiting {
        /// The server's name.
        server: String,
        /// How long it is not tried.
        wait: Duration,
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
            Self::Waiting { server, .. } | Self::Closed { server } => server,
        }
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
        Self::Connection(error)
    }
}

impl From<ManifestError> for ServerFailure {
    fn from(error: ManifestError) -> Self {
        Self::Manifest(error)
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

impl core::error::Error for ServerFailure {}
impl core::error::Error for ServersError {}
impl core::error::Error for ConnectError {}
