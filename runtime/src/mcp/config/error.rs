//! What can be wrong with a configuration, said so that it can be repaired.

use std::fmt;
use std::prelude::v1::*;

/// A configuration that cannot be used: every problem found, not the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    file: String,
    problems: Vec<ConfigProblem>,
}

/// One problem of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigProblem {
    /// The kind of problem.
    pub kind: ConfigProblemKind,
    /// The server's name, where the problem is within one.
    pub server: Option<String>,
    /// Where: a JSON pointer, `line 3 column 9`, or empty for the whole file.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub repair: String,
}

/// The kinds of problem, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigProblemKind {
    /// The file could not be read.
    Unreadable,
    /// Not JSON, or a member given twice.
    NotJson,
    /// A value of another type than this place takes.
    WrongType,
    /// A member that has to be there is not.
    Missing,
    /// Two members that exclude each other.
    Contradiction,
    /// A transport that does not exist or is not carried.
    UnknownTransport,
    /// A value that its member does not have.
    BadValue,
    /// A server name that cannot name a file, or names that of another server.
    ServerName,
    /// A server was asked for that the file does not have.
    UnknownServer,
    /// A variable that is not set.
    UnsetVariable,
    /// `${` without its `}`.
    BadVariable,
}

impl ConfigError {
    pub(super) fn new(file: &str, problems: Vec<ConfigProblem>) -> Self {
        Self { file: file.into(), problems }
    }

    /// The file, as it was named by the caller.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The problems, in the order of the servers' names; at least one.
    #[must_use]
    pub fn problems(&self) -> &[ConfigProblem] {
        &self.problems
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}: {problem}", self.file)?;
        }
        Ok(())
    }
}

impl core::error::Error for ConfigError {}

impl fmt::Display for ConfigProblem {
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
