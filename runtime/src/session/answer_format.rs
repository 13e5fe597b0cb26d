//! Search answers as they stand in the conversation: written and parsed here.
//! `docs/formats.md` has the format.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use super::answer::Answer;
use crate::digest::Digest;
use crate::engine::Entry;
use crate::message::{Outcome, SearchResult};
use crate::told::session as told;

/// How answers are written in one session.
pub(super) struct Written {
    pub(super) by_bridge: bool,
    /// Schemas are left out, where the next request has them.
    pub(super) brief: bool,
    /// The digest of the tools that were searched.
    pub(super) catalog: Digest,
}

impl Written {
    /// What the model is told: one JSON object, as text and structured. Never
    /// empty, and never an error: a search that finds nothing is a result. Lists
    /// that are empty are left out, but for `loaded`.
    pub(super) fn to_outcome(&self, answer: &Answer) -> Outcome {
        let defined = |entries: &[Entry], brief| -> Vec<Value> {
            entries.iter().map(|entry| definition(entry, brief)).collect()
        };
        let lists = [
            (
                "already_loaded",
                // Across the bridge the conversation is the only place for a definition.
                match self.by_bridge {
                    true => defined(&answer.already_loaded, false),
                    false => values(names(&answer.already_loaded)),
                },
            ),
            ("put_back", values(names(&answer.put_back))),
            ("not_found", values(&answer.not_found)),
            ("refused", values(&answer.refused)),
            ("not_allowed", values(&answer.denied)),
        ];
        let loaded = defined(&answer.found, self.brief && !self.by_bridge);
        let catalog = (!loaded.is_empty()).then(|| ("catalog".into(), mark(self.catalog).into()));
        let mut members = Map::new();
        members.insert("loaded".into(), loaded.into());
        members.extend(catalog);
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        members.extend(lists.map(|(key, list)| (key.into(), list.into())));
        members.insert("note".into(), self.note(answer).into());
        Outcome::json(Value::Object(members))
    }

    /// The same for shapes in which a result refers to tools: the note has the
    /// lists, which have no place of their own there.
    pub(super) fn to_search_result(&self, answer: &Answer) -> SearchResult {
        let tools = answer.found.iter().map(Entry::spec).collect();
        let mut note = String::new();
        if !answer.is_plain() {
            note = self.note(answer);
            let lists = [
                ("Already loaded", names(&answer.already_loaded).collect::<Vec<_>>().join(", ")),
                ("Put back", names(&answer.put_back).collect::<Vec<_>>().join(", ")),
                ("No such tools", answer.not_found.join(", ")),
                ("Refused", answer.refused.join(", ")),
                ("Not allowed", answer.denied.join(", ")),
            ];
            for (what, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
                note.push_str(&alloc::format!(" {what}: {names}."));
            }
        }
        SearchResult { tools, note }
    }

    fn note(&self, answer: &Answer) -> String {
        let mut note = match (answer.found.is_empty(), answer.already_loaded.is_empty()) {
            (false, _) => told::loaded(self.by_bridge),
            (true, false) => told::LOADED_ALREADY.into(),
            (true, true) if !answer.denied.is_empty() => told::DENIED.into(),
            (true, true) if !answer.refused.is_empty() => told::REFUSED.into(),
            (true, true) => told::nothing(answer.outcome).into(),
        };
        if !answer.put_back.is_empty() {
            note.push_str(told::PUT_BACK);
        }
        if answer.truncated {
            note.push_str(told::TRUNCATED);
        }
        note + &answer.about_servers
    }
}

fn names(entries: &[Entry]) -> impl Iterator<Item = &'static str> {
    entries.iter().map(Entry::name)
}

fn values<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Vec<Value> {
    texts.into_iter().map(|text| Value::from(text.into())).collect()
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
fn definition(entry: &Entry, brief: bool) -> Value {
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
