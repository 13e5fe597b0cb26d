//! Faults of a configuration and how to repair them.

use std::fmt;
use std::prelude::v1::*;

use crate::text::debug_as_display;

/// Why a configuration cannot be used: all faults at once.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfigError {
    file: String,
    faults: Vec<ConfigFault>,
}

/// One fault of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigFault {
    /// What kind of fault it is.
    pub kind: ConfigFaultKind,
    /// The server, if the fault is in its entry.
    pub server: Option<String>,
    /// The place: a JSON pointer, `line 3 column 9`, or empty for the whole file.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub repair: String,
}

/// The kinds of fault, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigFaultKind {
    /// The file could not be read.
    Unreadable,
    /// Not JSON, or a member given twice.
    NotJson,
    /// A value of the wrong type.
    WrongType,
    /// A required member is missing.
    Missing,
    /// Two members that exclude each other.
    Contradiction,
    /// A transport that does not exist or is not supported.
    UnknownTransport,
    /// A value that its member does not allow.
    BadValue,
    /// A server name that cannot name a file, or names that of another server.
    ServerName,
    /// A requested server is not in the file.
    UnknownServer,
    /// A variable that is not set.
    UnsetVariable,
    /// `${` without its `}`.
    BadVariable,
}

impl ConfigError {
    pub(super) fn new(file: &str, faults: Vec<ConfigFault>) -> Self {
        Self { file: file.into(), faults }
    }

    /// The file, as the caller named it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The faults, in the order of the servers' names; at least one.
    #[must_use]
    pub fn faults(&self) -> &[ConfigFault] {
        &self.faults
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.faults.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}: {fault}", self.file)?;
        }
        Ok(())
    }
}

debug_as_display!(ConfigError);

impl core::error::Error for ConfigError {}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(server) = &self.server {
            write!(f, "server {server:?}: ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}; {}", self.message, self.repair)
    }
}
