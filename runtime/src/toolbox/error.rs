//! Why a toolbox cannot be built.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::native::MissingContext;

/// Everything that stands against building a toolbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    faults: Vec<BuildFault>,
}

/// One thing that stands against it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildFault {
    /// More than one tool has this name.
    Duplicate {
        /// The name.
        name: String,
        /// Where each of them comes from.
        origins: Vec<String>,
    },
    /// A tool has the name of the search tool.
    SearchToolName {
        /// The name.
        name: String,
        /// Where the tool comes from.
        origin: String,
    },
    /// A native tool asks for a context that was not given.
    Context(MissingContext),
    /// The connections that were given are not those that were verified.
    Backend {
        /// The server.
        server: String,
        /// What its connection says.
        problem: String,
    },
}

impl BuildError {
    pub(super) fn check(faults: Vec<BuildFault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self { faults }) }
    }

    /// One fault after the other, in a stable order.
    #[must_use]
    pub fn faults(&self) -> &[BuildFault] {
        &self.faults
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the toolbox cannot be built:")?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n  - {fault}"))
    }
}

impl fmt::Display for BuildFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate { name, origins } => {
                write!(
                    f,
                    "the name `{name}` is taken more than once ({}); rename one with `name = \"…\"`",
                    origins.join("; ")
                )
            }
            Self::SearchToolName { name, origin } => {
                write!(
                    f,
                    "`{name}` is the name of the search tool and of the {origin}; rename either"
                )
            }
            Self::Context(missing) => missing.fmt(f),
            Self::Backend { server, problem } => write!(f, "server `{server}`: {problem}"),
        }
    }
}

impl core::error::Error for BuildError {}
