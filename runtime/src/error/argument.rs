//! What is wrong with one argument.

use crate::text::debug_as_display;
use alloc::string::String;
use core::fmt;

/// One fault of a call's arguments, in words for the model.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentError {
    /// The place: `a`, `filter.tags[2]`; empty for the arguments as a whole.
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

/// What is wrong with the arguments as a whole.
impl From<String> for ArgumentError {
    fn from(message: String) -> Self {
        Self::new("", message)
    }
}

debug_as_display!(ArgumentError);

impl core::error::Error for ArgumentError {}
