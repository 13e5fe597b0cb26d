//! Why locks cannot form one catalog.

use alloc::string::String;
use core::fmt;

use crate::catalog::LayoutError;
use crate::name::NameClash;
use crate::text::{Visible, debug_as_display};

/// Why locks cannot form one catalog.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// Two locks of one server.
    ServerTwice {
        /// The server.
        server: String,
    },
    /// Two tools cannot be told apart by name.
    Clash(NameClash),
    /// A contract and another tool have one name.
    NameTaken {
        /// The name.
        name: String,
        /// The servers or providers that have it.
        servers: (String, String),
    },
    /// A provider of contracts has the name of a captured server.
    ProviderIsServer {
        /// The name of both.
        name: String,
    },
    /// The name of a server cannot be a file name everywhere.
    ServerName {
        /// The server.
        server: String,
        /// What is wrong with its name, as the end of a sentence about it.
        message: &'static str,
    },
    /// Two servers or providers whose names differ only in case, so that their locks are
    /// one file on some systems.
    SameFile {
        /// The names.
        servers: (String, String),
    },
    /// A hint or an exposure for a tool that is in no lock.
    UnknownTool {
        /// The server that was named.
        server: String,
        /// The tool that was named.
        tool: String,
    },
    /// An alias or keywords for a server that has no lock.
    UnknownServer {
        /// The server that was named.
        server: String,
    },
    /// An alias is empty.
    EmptyAlias {
        /// The server.
        server: String,
    },
    /// More than 4 GiB of text.
    TooLarge,
    /// What was written cannot be read back: a bug in toolcrib.
    Unreadable(LayoutError),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ServerTwice { server } => {
                write!(f, "two locks are for server `{server}`: remove one")
            }
            Self::Clash(clash) => clash.fmt(f),
            Self::NameTaken { name, servers: (one, other) } => write!(
                f,
                "the name `{name}` is that of a tool of `{one}` and of one of `{other}`: \
                 give the contract another id"
            ),
            Self::ProviderIsServer { name } => write!(
                f,
                "`{name}` is the provider of contracts and a captured server: give the contracts \
                 another provider"
            ),
            Self::ServerName { server, message } => {
                write!(f, "the server name `{}` {message}: rename it", Visible(server))
            }
            Self::SameFile { servers: (one, other) } => write!(
                f,
                "the names `{}` and `{}` differ only in case, and where that is ignored they are \
                 one lock file: rename one",
                Visible(one),
                Visible(other)
            ),
            Self::UnknownTool { server, tool } => {
                write!(f, "a setting names tool `{tool}` of server `{server}`, which is in no lock")
            }
            Self::UnknownServer { server } => {
                write!(f, "a setting is for server `{server}`, which has no lock")
            }
            Self::EmptyAlias { server } => {
                write!(f, "the alias of server `{server}` is empty: give it a name")
            }
            Self::TooLarge => f.write_str("the catalog would hold more than 4 GiB"),
            Self::Unreadable(error) => write!(
                f,
                "the catalog cannot be read back once it is written ({error}): report this as a bug \
                 of toolcrib"
            ),
        }
    }
}

debug_as_display!(EncodeError);

impl core::error::Error for EncodeError {}
