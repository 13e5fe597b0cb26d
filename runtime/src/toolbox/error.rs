//! Why a toolbox cannot be built.

use crate::text::debug_as_display;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::config::Notice;
use crate::catalog::ManifestError;
use crate::error::{LoadError, MissingContext};
use crate::name::BRIDGE_TOOL;
use crate::wire::WireError;

/// Why a toolbox cannot be built: all faults at once.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError {
    faults: Vec<BuildFault>,
}

/// One fault of a toolbox.
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
    /// A tool has the name of the bridge tool.
    BridgeToolName {
        /// Where the tool comes from.
        origin: String,
    },
    /// The search tool's name or schema cannot be used.
    SearchTool {
        /// What is wrong with it.
        problem: String,
    },
    /// Something configured has no effect, and the builder is
    /// [strict](super::Builder::strict).
    Idle(Notice),
    /// The configuration enables something that the program does not offer.
    UnknownTool {
        /// The path or group in the configuration.
        path: String,
    },
    /// A provider that the toolbox was [checked for](super::Builder::check_for) would
    /// refuse a tool.
    Wire(WireError),
    /// There are tools of servers and deferral is on, but no tool is deferred.
    NothingDeferred,
    /// A native tool needs a context that was not added.
    Context(MissingContext),
    /// The tool of a contract can never be loaded.
    Load(LoadError),
    /// A server, or a provider of contracts, has the name that is reserved for native
    /// tools in digests and locks.
    ServerName {
        /// The name.
        name: String,
    },
    /// A native tool cannot be listed, so no digest covers it.
    NativeTools(ManifestError),
    /// The connections that were given are not those that were verified.
    Backend {
        /// The server.
        server: String,
        /// What its connection says.
        problem: String,
    },
}

impl BuildError {
    pub(super) fn new(faults: Vec<BuildFault>) -> Self {
        Self { faults }
    }

    /// The faults, in a stable order.
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
            Self::BridgeToolName { origin } => {
                write!(f, "`{BRIDGE_TOOL}` is the name of the bridge and of the {origin}; rename it")
            }
            Self::SearchTool { problem } => write!(f, "the search tool: {problem}"),
            Self::UnknownTool { path } => {
                write!(f, "the configuration enables `{path}`, which is not among the tools offered")
            }
            Self::NothingDeferred => f.write_str(
                "deferral is on and there are tools of servers, but none is deferred; if all are to \
                 be sent with every request, say so with `.mode(Mode::Off)`",
            ),
            Self::Idle(notice) => notice.fmt(f),
            Self::Wire(error) => error.fmt(f),
            Self::Load(error) => error.fmt(f),
            Self::Context(missing) => missing.fmt(f),
            Self::ServerName { name } => write!(
                f,
                "`{name}` stands for the program's own tools: give the server or provider of \
                 that name another one"
            ),
            Self::NativeTools(error) => {
                write!(f, "the native tools cannot be listed: {error}")
            }
            Self::Backend { server, problem } => write!(f, "server `{server}`: {problem}"),
        }
    }
}

debug_as_display!(BuildError);

impl core::error::Error for BuildError {}
