//! The answer of a search as the conversation holds it: written here, and read
//! back here. `docs/formats.md` has the format.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use crate::digest::Digest;
use crate::engine::Entry;

/// One answer, before it is JSON. Lists that are empty are left out, but for
/// `loaded`.
pub(super) struct Written {
    /// Definitions of what was found.
    pub(super) loaded: Vec<Value>,
    /// The [`mark`] of the tools that it was found in, where anything was.
    pub(super) catalog: Option<String>,
    pub(super) already_loaded: Vec<Value>,
    pub(super) put_back: Vec<Value>,
    pub(super) not_found: Vec<Value>,
    pub(super) refused: Vec<Value>,
    pub(super) not_allowed: Vec<Value>,
    pub(super) note: String,
}

impl Written {
    pub(super) fn into_json(self) -> Value {
        let lists = [
            ("already_loaded", self.already_loaded),
            ("put_back", self.put_back),
            ("not_found", self.not_found),
            ("refused", self.refused),
            ("not_allowed", self.not_allowed),
        ];
        let mut members = Map::new();
        members.insert("loaded".into(), self.loaded.into());
        members.extend(self.catalog.map(|mark| ("catalog".into(), mark.into())));
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        members.extend(lists.map(|(key, list)| (key.into(), list.into())));
        members.insert("note".into(), self.note.into());
        Value::Object(members)
    }
}

/// What counts of an answer that stands in the history.
pub(super) struct Read {
    /// Whether it was found in the same tools.
    pub(super) same: bool,
    pub(super) names: Vec<String>,
}

impl Read {
    /// `None` for a text that is no answer; what is unknown in one is passed over.
    pub(super) fn of(text: &str, own: &str) -> Option<Self> {
        let answer: Value = serde_json::from_str(text).ok()?;
        let same = answer.get("catalog").and_then(Value::as_str) == Some(own);
        let loaded = answer.get("loaded").and_then(Value::as_array)?.iter();
        let name = |tool: &Value| Some(String::from(tool.get("name")?.as_str()?));
        Some(Self { same, names: loaded.filter_map(name).collect() })
    }
}

/// A tool as an answer defines it.
pub(super) fn definition(entry: &Entry, brief: bool) -> Value {
    let mut definition = json!({"name": entry.name(), "description": entry.description()});
    if !brief {
        definition["input_schema"] = entry.input_schema();
    }
    definition
}

/// Tells answers of other tools apart when promotions are read back.
pub(super) fn mark(digest: Digest) -> String {
    digest.to_string().chars().take(16).collect()
}
