//! Faults of a listing, tool by tool.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::json::JsonError;
use crate::text::{Visible, debug_as_display};

/// How many tools the message of an error names.
const SHOWN: usize = 20;

/// One tool that cannot be used, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolFault {
    tool: Option<String>,
    place: usize,
    message: String,
}

impl ToolFault {
    pub(super) fn at(place: usize, message: &str) -> Self {
        Self { tool: None, place, message: message.into() }
    }

    pub(super) fn named(tool: &str, message: String) -> Self {
        Self { tool: Some(tool.into()), place: 0, message }
    }

    pub(super) fn duplicate(tool: &str, same: bool) -> Self {
        let definitions = if same { "the same definition" } else { "different definitions" };
        Self::named(tool, alloc::format!("is listed more than once, with {definitions}"))
    }

    /// The tool's name, if it has one.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// What is wrong, as the end of a sentence about the tool.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ToolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tool {
            Some(name) => write!(f, "tool `{}` {}", Visible(name), self.message),
            None => write!(f, "tool number {} {}", self.place + 1, self.message),
        }
    }
}

/// A listing that cannot become a manifest.
#[derive(Clone, PartialEq, Eq)]
pub struct ManifestError {
    server: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Json(JsonError),
    NoTools,
    Partial,
    Tools(Vec<ToolFault>),
    Pointer(String),
}

impl ManifestError {
    pub(crate) fn json(server: &str, error: JsonError) -> Self {
        Self { server: server.into(), kind: Kind::Json(error) }
    }

    pub(super) fn no_tools(server: &str) -> Self {
        Self { server: server.into(), kind: Kind::NoTools }
    }

    pub(super) fn partial(server: &str) -> Self {
        Self { server: server.into(), kind: Kind::Partial }
    }

    pub(super) fn tools(server: &str, faults: Vec<ToolFault>) -> Self {
        Self { server: server.into(), kind: Kind::Tools(faults) }
    }

    pub(super) fn pointer(server: &str, message: String) -> Self {
        Self { server: server.into(), kind: Kind::Pointer(message) }
    }

    /// The same with each text of the server's replaced.
    #[cfg(feature = "mcp")]
    pub(crate) fn map_texts(mut self, with: impl Fn(&str) -> String) -> Self {
        match &mut self.kind {
            Kind::Tools(faults) => faults.iter_mut().for_each(|fault| {
                fault.tool = fault.tool.as_deref().map(&with);
                fault.message = with(&fault.message);
            }),
            Kind::Pointer(message) => *message = with(message),
            Kind::Json(_) | Kind::NoTools | Kind::Partial => {}
        }
        self
    }

    /// The server whose listing this is.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The tools that cannot be used; empty if the listing as a whole cannot.
    #[must_use]
    pub fn faults(&self) -> &[ToolFault] {
        match &self.kind {
            Kind::Tools(faults) => faults,
            _ => &[],
        }
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "server `{}`: ", self.server)?;
        match &self.kind {
            Kind::Json(error) => write!(f, "the listing is not JSON: {error}"),
            Kind::NoTools => f.write_str("the listing has no `tools` array"),
            Kind::Partial => {
                f.write_str("the listing is one page of several: its `nextCursor` is set")
            }
            Kind::Pointer(message) => f.write_str(message),
            Kind::Tools(faults) => {
                for (at, fault) in faults.iter().take(SHOWN).enumerate() {
                    write!(f, "{}{fault}", if at > 0 { "; " } else { "" })?;
                }
                match faults.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(f, "; and {more} more"),
                }
            }
        }
    }
}

debug_as_display!(ManifestError);

impl core::error::Error for ManifestError {}
