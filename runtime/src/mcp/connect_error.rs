//! The errors of several servers.

use std::fmt;
use std::prelude::v1::*;

use super::{ConfigError, McpError};
use crate::text::debug_as_display;

/// The servers that cannot be used, each with its error; at least one.
pub struct ServersError {
    errors: Vec<McpError>,
}

/// Why [`connect`](super::connect) failed.
#[non_exhaustive]
pub enum ConnectError {
    /// The configuration cannot be used.
    Config(ConfigError),
    /// Some servers cannot be used.
    Servers(ServersError),
}

impl ServersError {
    /// `None` if there is no error.
    pub(super) fn new(errors: Vec<McpError>) -> Option<Self> {
        (!errors.is_empty()).then_some(Self { errors })
    }

    /// The errors, in the order of the configuration.
    #[must_use]
    pub fn errors(&self) -> &[McpError] {
        &self.errors
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

impl fmt::Display for ServersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, error) in self.errors.iter().enumerate() {
            f.write_str(if at > 0 { "\n" } else { "" })?;
            error.fmt(f)?;
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

debug_as_display!(ServersError, ConnectError);

impl core::error::Error for ServersError {}
impl core::error::Error for ConnectError {}
