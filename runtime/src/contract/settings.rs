//! The settings of a contract, by its loader.

use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::Arguments;
use super::bound::{Mcp, Native};
use super::http::Http;
use super::needs::Needs;
use super::problem::Found;
use super::process::Process;
use super::table::Table;
use super::{HTTP, MCP, NATIVE, PROCESS};
use crate::json::Json;

/// Settings of a loader that is built in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Settings {
    Http(Http),
    Process(Process),
    Mcp(Mcp),
    Native(Native),
    /// Those of a loader of somebody else, who knows what they mean.
    Other,
}

impl Settings {
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

    /// Reads what a catalog holds.
    ///
    /// # Errors
    /// What is wrong: the catalog is of another version, or damaged.
    pub(crate) fn of_catalog(
        loader: &str,
        settings: &str,
        schema: &str,
    ) -> Result<(Self, Arguments), String> {
        let damaged = |error: crate::json::JsonError| alloc::format!("{error}");
        let (settings, schema) =
            (Json::parse(settings).map_err(damaged)?, Json::parse(schema).map_err(damaged)?);
        let (mut arguments, mut found) = (Arguments::of(schema.root()), Found::default());
        let table = Table::new(settings.root(), "/settings");
        let read = Self::read(loader, &table, &mut arguments, &mut found);
        match read.filter(|_| found.errors.is_empty()) {
            Some(settings) => Ok((settings, arguments)),
            None => {
                let problems: Vec<String> =
                    found.errors.iter().map(|problem| alloc::format!("{problem}")).collect();
                Err(problems.join("; "))
            }
        }
    }
}
