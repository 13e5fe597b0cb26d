//! What a search answers to the model.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::Gate;
use super::answer_format::{Written, definition, mark};
use super::showing::Showing;
use super::state::Session;
use crate::backend::ServerState;
use crate::message::{Outcome, SearchResult};
use crate::search::{Form, MAX_HITS, SearchOutcome as Found};
use crate::toolbox::{Entry, ServerName, Unavailable};

const REFUSED: &str = "These tools are refused: their server no longer describes them as it did.";

/// What one search found, told apart by what the model can do with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Answer {
    found: Vec<u32>,
    loaded: Vec<u32>,
    unloaded: Vec<u32>,
    not_found: Vec<String>,
    denied: Vec<String>,
    refused: Vec<String>,
    unavailable: Vec<(String, Unavailable)>,
    /// What the model calls each of these.
    visible: Vec<String>,
    truncated: bool,
    reason: Option<Found>,
}

impl Answer {
    /// Searches without promoting. `max` bounds the tools that are loaded, but
    /// for names that were asked for one by one.
    pub(super) fn find(session: &mut Session, query: &str, max: usize) -> Self {
        let (view, hits) = (session.view.clone(), &mut session.hits);
        // More than is asked for, because some of them may not be used.
        view.search(query, MAX_HITS, hits);
        let max = if hits.form == Form::Select { usize::MAX } else { max };
        let max = max.min(session.loaded.bound().unwrap_or(usize::MAX));
        let missing: Vec<String> = hits.not_found(query).map(String::from).collect();
        let (denied, missing) = session.part_denied(missing);
        let (refused, not_found): (Vec<_>, Vec<_>) =
            missing.into_iter().partition(|name| session.refused(name));
        let hits = &session.hits;
        let mut answer = Self {
            not_found,
            denied,
            refused,
            truncated: hits.truncated,
            reason: Some(hits.outcome),
            ..Self::default()
        };
        answer.sort(session, max);
        let mut absent = session.unavailable(query, answer.is_empty());
        absent.extend(answer.not_ready(session, query));
        for (server, why) in absent {
            answer.unavailable.push((server.own.into(), why));
            answer.visible.push(server.visible.into());
        }
        answer
    }

    /// Parts the best hits into those to load and those that are loaded. Both
    /// count, or else a search whose answer is loaded would load what fits less.
    fn sort(&mut self, session: &Session, max: usize) {
        for hit in session.hits.as_slice() {
            let Some(entry) = session.view.entry(hit.id) else { continue };
            if self.found.len() + self.loaded.len() == max {
                break;
            }
            if !session.permissions.allows(entry) {
                // Asked for by its name, which the model knows.
                if session.hits.form == Form::Select {
                    self.denied.push(entry.name().into());
                }
                continue;
            }
            match session.is_hidden(hit.id, entry) {
                true => self.found.push(hit.id),
                false => self.loaded.push(hit.id),
            }
        }
    }

    /// Servers whose tools are known and cannot be called at this moment: those
    /// that the query names, and those of the tools that were found.
    fn not_ready<'s>(
        &self,
        session: &'s Session,
        query: &str,
    ) -> Vec<(ServerName<'s>, Unavailable)> {
        let query = query.to_lowercase();
        let concerns = |server: &ServerName<'_>| {
            is_named_in(*server, &query) || self.has_tools_of(session, *server)
        };
        let states = session.toolbox.states();
        let not_ready = states.filter_map(|(server, state)| Some((server, not_ready(state)?)));
        let may_name = |server: &ServerName<'_>| session.permissions.may_name_server(*server);
        not_ready.filter(|(server, _)| may_name(server) && concerns(server)).collect()
    }

    fn has_tools_of(&self, session: &Session, server: ServerName<'_>) -> bool {
        let answered = self.found.iter().chain(&self.loaded);
        let mut entries = answered.filter_map(|&number| session.view.entry(number));
        entries.any(|entry| {
            entry.server_name() == Some(server.own)
                && entry.visible_server() == Some(server.visible)
        })
    }

    fn is_empty(&self) -> bool {
        self.found.is_empty() && self.loaded.is_empty()
    }

    pub(super) fn numbers(&self) -> Vec<u32> {
        self.found.clone()
    }

    /// Notes a tool that had to make room.
    pub(super) fn unloaded(&mut self, number: Option<u32>) {
        self.unloaded.extend(number);
    }

    /// The tools that this search has loaded, best first.
    pub fn found<'s>(&self, session: &'s Session) -> impl Iterator<Item = &'s Entry> {
        self.found.iter().filter_map(|&number| session.view.entry(number))
    }

    /// The tools that fit and that the model had already.
    pub fn already_loaded<'s>(&self, session: &'s Session) -> impl Iterator<Item = &'s Entry> {
        self.loaded.iter().filter_map(|&number| session.view.entry(number))
    }

    /// The tools that were put back to make room for those found.
    pub fn put_back<'s>(&self, session: &'s Session) -> impl Iterator<Item = &'s Entry> {
        self.unloaded.iter().filter_map(|&number| session.view.entry(number))
    }

    /// Names after `select:` that are no tool's.
    #[must_use]
    pub fn not_found(&self) -> &[String] {
        &self.not_found
    }

    /// Names after `select:` of tools that the session may not use at this
    /// moment; those that it never knew of only where its permissions reveal
    /// them.
    #[must_use]
    pub fn denied(&self) -> &[String] {
        &self.denied
    }

    /// Names after `select:` of tools that are refused, because their server no
    /// longer lists them as captured.
    #[must_use]
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// Servers without tools that the query names, by their names in the
    /// configuration; when nothing was found, all.
    #[must_use]
    pub fn unavailable(&self) -> &[(String, Unavailable)] {
        &self.unavailable
    }

    /// True when some of the query was left out.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// What the model is told: one JSON object, as text and structured. Never
    /// empty, and never an error: a search that finds nothing is a result.
    pub(super) fn to_outcome(&self, session: &Session) -> Outcome {
        let bridge = session.showing == Showing::Bridge;
        let brief = session.toolbox.search_tool().is_brief() && !bridge;
        let names = |entries: &mut dyn Iterator<Item = &Entry>| -> Vec<Value> {
            entries.map(|entry| entry.name().into()).collect()
        };
        let texts = |texts: &[String]| texts.iter().cloned().map(Value::from).collect();
        let written = Written {
            loaded: self.found(session).map(|entry| definition(entry, brief)).collect(),
            catalog: (!self.found.is_empty()).then(|| mark(session.toolbox.digest())),
            // In bridge mode the conversation is the only place for a definition.
            already_loaded: match bridge {
                true => self.already_loaded(session).map(|e| definition(e, false)).collect(),
                false => names(&mut self.already_loaded(session)),
            },
            put_back: names(&mut self.put_back(session)),
            not_found: texts(&self.not_found),
            refused: texts(&self.refused),
            not_allowed: texts(&self.denied),
            note: self.note(session),
        };
        Outcome::json(written.into_json())
    }

    /// The same for shapes in which a result refers to tools.
    pub(super) fn to_search_result(&self, session: &Session) -> SearchResult {
        let plain = self.found.len() + self.loaded.len() > 0
            && self.loaded.is_empty()
            && self.unloaded.is_empty()
            && self.not_found.is_empty()
            && self.denied.is_empty()
            && self.refused.is_empty()
            && self.unavailable.is_empty()
            && !self.truncated;
        let note = if plain { String::new() } else { self.whole_note(session) };
        SearchResult { tools: self.found(session).map(Entry::spec).collect(), note }
    }

    /// The note with the lists, for where they have no place of their own.
    fn whole_note(&self, session: &Session) -> String {
        let mut note = self.note(session);
        let names = |entries: Vec<&Entry>| {
            entries.iter().map(|entry| entry.name()).collect::<Vec<_>>().join(", ")
        };
        let lists = [
            ("Loaded already", names(self.already_loaded(session).collect())),
            ("Put back", names(self.put_back(session).collect())),
            ("No such tools", self.not_found.join(", ")),
            ("Refused", self.refused.join(", ")),
            ("Not allowed", self.denied.join(", ")),
        ];
        for (what, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
            note.push_str(&alloc::format!(" {what}: {names}."));
        }
        note
    }

    fn note(&self, session: &Session) -> String {
        let mut note = String::from(match (self.found.is_empty(), self.loaded.is_empty()) {
            (false, _) if session.showing == Showing::Bridge => {
                "The loaded tools can be called through `call_tool` from now on."
            }
            (false, _) => "The loaded tools can be called from now on.",
            (true, false) => "These tools are loaded already: call them.",
            (true, true) => self.why_nothing(),
        });
        if !self.unloaded.is_empty() {
            note.push_str(" Tools that were not used for long were put back to make room.");
        }
        if self.truncated {
            note.push_str(" The query was too long: its end was not looked at.");
        }
        for ((own, why), visible) in self.unavailable.iter().zip(&self.visible) {
            let shown = crate::text::Visible(visible);
            let server = ServerName { own, visible };
            note.push_str(&match why {
                Unavailable::Pending if self.has_tools_of(session, server) => alloc::format!(
                    " The server `{shown}` is still connecting: calls of its tools wait for it."
                ),
                Unavailable::Pending => alloc::format!(
                    " The server `{shown}` is still connecting: its tools may be there later."
                ),
                Unavailable::Failed(why) => {
                    alloc::format!(" The server `{shown}` cannot be reached now: {why}.")
                }
                Unavailable::Refused(why) => {
                    alloc::format!(" The server `{shown}` is refused: {why}.")
                }
            });
        }
        note
    }

    fn why_nothing(&self) -> &'static str {
        match self.reason {
            _ if !self.denied.is_empty() => "You are not allowed to use these tools.",
            _ if !self.refused.is_empty() => REFUSED,
            Some(Found::NothingAsked) => "The query has no word in it.",
            Some(Found::UnknownNames) => {
                "There is no tool of that name. Search with words that say what you need."
            }
            Some(Found::RequiredMissing) => {
                "No tool has every word marked with +: ask with fewer of them."
            }
            Some(Found::NoTools) => "There are no tools to search.",
            _ => "No tool matches. Try different or fewer words.",
        }
    }
}

impl Session {
    /// Names that may be told to be denied, and those that stand for nothing.
    fn part_denied(&self, names: Vec<String>) -> (Vec<String>, Vec<String>) {
        names.into_iter().partition(|name| matches!(self.gate(name), Gate::Denied(_)))
    }

    /// Whether a name is that of a refused tool which the session may know of.
    fn refused(&self, name: &str) -> bool {
        matches!(self.gate(name), Gate::Refused(_))
    }

    fn unavailable(&self, query: &str, all: bool) -> Vec<(ServerName<'_>, Unavailable)> {
        let query = query.to_lowercase();
        let servers = self.toolbox.unavailable().iter();
        let servers = servers.map(|(own, why)| (self.toolbox.server_name(own), why.clone()));
        servers
            .filter(|(server, _)| self.permissions.may_name_server(*server))
            .filter(|(server, _)| all || is_named_in(*server, &query))
            .collect()
    }
}

/// Whether a query in lower case has either name of a server in it.
fn is_named_in(server: ServerName<'_>, query: &str) -> bool {
    [server.own, server.visible].iter().any(|name| query.contains(&name.to_lowercase()))
}

fn not_ready(state: ServerState) -> Option<Unavailable> {
    match state {
        ServerState::Ready | ServerState::Idle => None,
        ServerState::Pending => Some(Unavailable::Pending),
        ServerState::Failed(why) => Some(Unavailable::Failed(why)),
        ServerState::Refused(why) => Some(Unavailable::Refused(why)),
    }
}
