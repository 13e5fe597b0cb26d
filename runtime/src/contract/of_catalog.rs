//! Contracts as a catalog holds them, on their way to a loader.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::Arguments;
use super::fault::Found;
use super::needs::Needs;
use super::settings::LoaderSettings;
use super::table::Table;
use crate::json::{Json, JsonError, Value};

/// No name of a program: it is never found.
const UNREADABLE: &str = "(its needs cannot be read)";

impl Needs {
    /// What damaged text needs is not known: something that nobody has.
    pub(crate) fn of_catalog(text: &str) -> Self {
        let Ok(json) = Json::parse(text) else {
            return Self { commands: [UNREADABLE.into()].into(), ..Self::default() };
        };
        let set = |key: &str| {
            let items = json.root().get(key).into_iter().flat_map(Value::items);
            items.filter_map(|item| Some(item.as_str()?.into_owned())).collect()
        };
        Self {
            variables: set("variables"),
            commands: set("commands"),
            capabilities: set("capabilities"),
        }
    }
}

impl LoaderSettings {
    /// The settings, and what they use of the arguments in the schema.
    ///
    /// # Errors
    /// What is wrong: the catalog is of another version, or damaged.
    pub(crate) fn of_catalog(
        loader: &str,
        settings: &str,
        schema: &str,
    ) -> Result<(Self, Arguments), String> {
        let damaged = |error: JsonError| format!("{error}");
        let (settings, schema) =
            (Json::parse(settings).map_err(damaged)?, Json::parse(schema).map_err(damaged)?);
        let (mut arguments, mut found) = (Arguments::of(schema.root()), Found::default());
        let table = Table::new(settings.root(), "/settings");
        let read = Self::read(loader, &table, &mut arguments, &mut found);
        match read.filter(|_| found.errors.is_empty()) {
            Some(settings) => Ok((settings, arguments)),
            None => {
                let faults: Vec<String> =
                    found.errors.iter().map(|fault| format!("{fault}")).collect();
                Err(faults.join("; "))
            }
        }
    }
}
