//! Why a call was not made.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::context::MissingContext;

/// Why a function was not called.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The arguments are not what the tool takes: every problem that was found.
    Arguments {
        /// The tool.
        tool: &'static str,
        /// What is wrong, in order of the parameters; not empty.
        errors: Vec<ArgumentError>,
    },
    /// The program did not provide the state that the tool asks for.
    Context(MissingContext),
}

/// One problem with the arguments, phrased for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentError {
    /// Where: `a`, `filter.tags[2]`; empty for the arguments as a whole.
    pub path: String,
    /// What is wrong and what was expected.
    pub message: String,
}

impl ArgumentError {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "`{path}`: {}", self.message),
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Context(missing) => missing.fmt(f),
            Self::Arguments { tool, errors } => arguments(f, tool, errors),
        }
    }
}

pub(crate) fn arguments(
    f: &mut fmt::Formatter<'_>,
    tool: &str,
    errors: &[ArgumentError],
) -> fmt::Result {
    write!(f, "`{tool}` was not called:")?;
    errors.iter().try_for_each(|error| write!(f, "\n- {error}"))
}

impl core::error::Error for ArgumentError {}

impl core::error::Error for CallError {}

impl From<MissingContext> for CallError {
    fn from(missing: MissingContext) -> Self {
        Self::Context(missing)
    }
}
