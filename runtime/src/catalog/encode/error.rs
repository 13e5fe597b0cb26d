//! Why locks cannot be put into one catalog.

use alloc::string::String;
use core::fmt;

use crate::name::NameClash;

/// Why locks cannot be put into one catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// Two locks of one server.
    ServerTwice {
        /// The server.
        server: String,
    },
    /// Two tools that cannot be told apart by name.
    Clash(NameClash),
    /// A contract and another tool have one name.
    NameTaken {
        /// The name.
        name: String,
        /// The servers or providers that have it.
        servers: (String, String),
    },
    /// A provider of contracts is called as a captured server is.
    ProviderIsServer {
        /// The name of both.
        name: String,
    },
    /// A hint or an exposure for a tool that no lock has.
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
    /// An alias without a character.
    EmptyAlias {
        /// The server.
        server: String,
    },
    /// More than 4 GiB of text.
    TooLarge,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ServerTwice { server } => {
                write!(f, "two locks are of server `{server}`: remove one")
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
            Self::UnknownTool { server, tool } => {
                write!(f, "a setting is for tool `{tool}` of server `{server}`, which no lock has")
            }
            Self::UnknownServer { server } => {
                write!(f, "a setting is for server `{server}`, which has no lock")
            }
            Self::EmptyAlias { server } => {
                write!(f, "the alias of server `{server}` is empty: give it a name")
            }
            Self::TooLarge => f.write_str("the catalog would hold more than 4 GiB"),
        }
    }
}

impl core::error::Error for EncodeError {}
