//! The settings of a contract, by its loader.

use super::arguments::Arguments;
use super::bound::{Mcp, Native};
use super::fault::Found;
use super::http::Http;
use super::names::{HTTP, MCP, NATIVE, PROCESS};
use super::needs::Needs;
use super::process::Process;
use super::table::Table;

/// Settings of a built-in loader.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LoaderSettings {
    Http(Http),
    Process(Process),
    Mcp(Mcp),
    Native(Native),
    /// Those of a loader of somebody else, who knows what they mean.
    Other,
}

impl LoaderSettings {
    pub(super) fn read(
        loader: &str,
        table: &Table<'_, '_>,
        arguments: &mut Arguments,
        found: &mut Found,
    ) -> Option<Self> {
        match loader {
            HTTP => Http::read(table, arguments, found).map(Self::Http),
            PROCESS => Process::read(table, arguments, found).map(Self::Process),
            MCP => Mcp::read(table, found).map(Self::Mcp),
            NATIVE => Native::read(table, found).map(Self::Native),
            _ => Some(Self::Other),
        }
    }

    /// Adds what the settings name.
    pub(super) fn needs(&self, needs: &mut Needs) {
        match self {
            Self::Http(http) => http.needs(needs),
            Self::Process(process) => process.needs(needs),
            Self::Mcp(_) | Self::Native(_) | Self::Other => {}
        }
    }
}
