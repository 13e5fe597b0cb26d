//! A missing context.

use crate::text::debug_as_display;
use core::fmt;

/// A tool needs a context that was not added.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingContext {
    /// The tool.
    pub tool: &'static str,
    /// The type of the context.
    pub type_name: &'static str,
}

impl fmt::Display for MissingContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tool, type_name } = self;
        write!(
            f,
            "tool `{tool}` needs a context of type `{type_name}`: add one with `.context(value)`"
        )
    }
}

debug_as_display!(MissingContext);

impl core::error::Error for MissingContext {}
