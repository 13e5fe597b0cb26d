//! What a search answers to the model.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::{SEARCH_TOOL, Session};
use crate::call::Outcome;
use crate::search::{Form, MAX_HITS, Outcome as Found};
use crate::toolbox::Entry;

/// What one search found, told apart by what the model can do with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Answer {
    /// Tools that were hidden and are loaded by this search, best first.
    found: Vec<u32>,
    /// Tools that fit and that the model has already.
    loaded: Vec<u32>,
    /// Names after `select:` that are no tool's.
    not_found: Vec<String>,
    /// Some of the query was left out.
    truncated: bool,
    reason: Option<Found>,
}

impl Answer {
    /// Searches without promoting. `max` bounds the tools that are loaded, but
    /// for names that were asked for one by one.
    pub(super) fn find(session: &mut Session, query: &str, max: usize) -> Self {
        let (view, hits) = (session.view.clone(), &mut session.hits);
        // Tools that are loaded already must not take the places of hidden ones.
        view.search(query, MAX_HITS, hits);
        let max = if hits.form == Form::Select { usize::MAX } else { max };
        let not_found = hits.not_found(query).map(String::from).collect();
        let mut answer = Self {
            not_found,
            truncated: hits.truncated,
            reason: Some(hits.outcome),
            ..Self::default()
        };
        let ids: Vec<u32> = hits.as_slice().iter().map(|hit| hit.id).collect();
        for number in ids {
            let Some(entry) = view.entry(number) else { continue };
            if answer.found.len() == max {
                break;
            }
            match session.is_hidden(number, entry) {
                true => answer.found.push(number),
                false => answer.loaded.push(number),
            }
        }
        answer
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.found.iter().copied()
    }

    /// The tools that this search has loaded, best first.
    pub fn found<'s>(&self, session: &'s Session) -> impl Iterator<Item = &'s Entry> {
        self.found.iter().filter_map(|&number| session.view.entry(number))
    }

    /// The tools that fit and that the model had already.
    pub fn already_loaded<'s>(&self, session: &'s Session) -> impl Iterator<Item = &'s Entry> {
        self.loaded.iter().filter_map(|&number| session.view.entry(number))
    }

    /// Names after `select:` that are no tool's.
    #[must_use]
    pub fn not_found(&self) -> &[String] {
        &self.not_found
    }

    /// True when some of the query was left out.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// What the model is told: one JSON object, as text and structured. Never
    /// empty, and never an error: a search that finds nothing is a result.
    #[must_use]
    pub(super) fn to_outcome(&self, session: &Session) -> Outcome {
        let names = |entries: Vec<&Entry>| {
            entries.iter().map(|entry| Value::from(entry.name())).collect::<Vec<_>>()
        };
        let found: Vec<Value> = self
            .found(session)
            .map(|entry| json!({"name": entry.name(), "description": entry.description()}))
            .collect();
        let mut object = json!({"loaded": found});
        let already = names(self.already_loaded(session).collect());
        if !already.is_empty() {
            object["already_loaded"] = already.into();
        }
        if !self.not_found.is_empty() {
            object["not_found"] = self.not_found.clone().into();
        }
        object["note"] = self.note().into();
        Outcome::json(object)
    }

    fn note(&self) -> String {
        let mut note = String::from(match (self.found.is_empty(), self.loaded.is_empty()) {
            (false, _) => "The loaded tools can be called from now on.",
            (true, false) => "These tools are loaded already: call them.",
            (true, true) => self.why_nothing(),
        });
        if self.truncated {
            note.push_str(" The query was too long: its end was not looked at.");
        }
        note
    }

    fn why_nothing(&self) -> &'static str {
        match self.reason {
            Some(Found::NothingAsked) => "The query has no word in it.",
            Some(Found::UnknownNames) => {
                "There is no tool of that name: search with words that say what you need."
            }
            Some(Found::RequiredMissing) => {
                "No tool has every word marked with +: ask with fewer of them."
            }
            Some(Found::NoTools) => "There are no tools to search.",
            _ => "No tool matches: ask in other words, or with fewer.",
        }
    }
}

/// What a search that is called with nothing is told.
pub(super) fn usage() -> String {
    alloc::format!("`{SEARCH_TOOL}` needs `query`: a string that says what to look for.")
}
