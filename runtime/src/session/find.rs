//! Searching and promoting.

use alloc::string::String;
use alloc::vec::Vec;

use super::Gate;
use super::answer::Answer;
use super::state::Session;
use crate::backend::ServerState;
use crate::search::{Form, MAX_HITS};
use crate::told::session as told;
use crate::toolbox::{DEFAULT_RESULTS, MAX_RESULTS, ServerName, Unavailable};

impl Session {
    /// Searches and promotes what was found, as the search tool does.
    pub fn search(&mut self, query: &str, max_results: Option<usize>) -> Answer {
        self.find(query, max_results).0
    }

    /// Also returns the numbers of the tools found. `max_results` limits the tools that
    /// are loaded, except for those selected by name.
    pub(super) fn find(&mut self, query: &str, max_results: Option<usize>) -> (Answer, Vec<u32>) {
        let view = self.view.clone();
        // More than is asked for, because some of them may not be used.
        view.search(query, MAX_HITS, &mut self.hits);
        let by_name = self.hits.form == Form::Select;
        let max = max_results.unwrap_or(DEFAULT_RESULTS).clamp(1, MAX_RESULTS);
        let max = if by_name { usize::MAX } else { max };
        let max = max.min(self.loaded.bound().unwrap_or(usize::MAX));
        let mut answer = self.unknown_names(query);
        let mut numbers = Vec::new();
        for hit in self.hits.as_slice() {
            let Some(entry) = view.entry(hit.id) else { continue };
            // Both count, or else a search whose answer is loaded would load what
            // fits less.
            if answer.found.len() + answer.already_loaded.len() == max {
                break;
            }
            if !self.permissions.allows(entry) {
                // Asked for by its name, which the model knows.
                if by_name {
                    answer.denied.push(entry.name().into());
                }
            } else if self.is_hidden(hit.id, entry) {
                answer.found.push(entry.clone());
                numbers.push(hit.id);
            } else {
                answer.already_loaded.push(entry.clone());
            }
        }
        self.servers(query, &mut answer);
        let evicted = numbers.iter().filter_map(|&number| self.loaded.promote(number));
        answer.put_back.extend(evicted.filter_map(|number| view.entry(number)).cloned());
        (answer, numbers)
    }

    /// An answer with nothing but what the search says of names after `select:`
    /// that the view does not have.
    fn unknown_names(&self, query: &str) -> Answer {
        let mut answer = Answer {
            found: Vec::new(),
            already_loaded: Vec::new(),
            put_back: Vec::new(),
            not_found: Vec::new(),
            denied: Vec::new(),
            refused: Vec::new(),
            unavailable: Vec::new(),
            about_servers: String::new(),
            truncated: self.hits.truncated,
            outcome: self.hits.outcome,
        };
        for name in self.hits.not_found(query) {
            let names = match self.gate(name) {
                Gate::Denied(_) => &mut answer.denied,
                Gate::Refused(_) => &mut answer.refused,
                _ => &mut answer.not_found,
            };
            names.push(name.into());
        }
        answer
    }

    /// Adds the servers that are missing: of those without tools the ones that the
    /// query names, or all when nothing was found; of those whose tools cannot be
    /// called at this moment also the ones of which a tool was found.
    fn servers(&self, query: &str, answer: &mut Answer) {
        let query = query.to_lowercase();
        let is_named = |server: ServerName<'_>| {
            [server.own, server.visible].iter().any(|name| query.contains(&name.to_lowercase()))
        };
        let has_tools = |answer: &Answer, server: ServerName<'_>| {
            let mut entries = answer.found.iter().chain(&answer.already_loaded);
            entries.any(|entry| entry.server_ref().map(ServerName::from) == Some(server))
        };
        let nothing = answer.found.is_empty() && answer.already_loaded.is_empty();
        let absent = self.toolbox.unavailable().iter();
        let absent = absent.map(|(own, why)| (self.toolbox.server_name(own), why.clone()));
        let absent = absent.filter(|(server, _)| nothing || is_named(*server));
        let states = self.toolbox.states();
        let not_ready = states.filter_map(|(server, state)| Some((server, not_ready(state)?)));
        let not_ready =
            not_ready.filter(|(server, _)| is_named(*server) || has_tools(answer, *server));
        let all: Vec<_> = absent.chain(not_ready).collect();
        for (server, why) in all {
            if self.permissions.may_name_server(server) {
                let sentence = match &why {
                    Unavailable::Pending => {
                        told::pending(server.visible, has_tools(answer, server))
                    }
                    Unavailable::Failed(why) => told::failed(server.visible, why),
                    Unavailable::Refused(why) => told::refused(server.visible, why),
                };
                answer.about_servers.push_str(&sentence);
                answer.unavailable.push((server.own.into(), why));
            }
        }
    }
}

fn not_ready(state: ServerState) -> Option<Unavailable> {
    match state {
        ServerState::Ready | ServerState::Idle => None,
        ServerState::Pending => Some(Unavailable::Pending),
        ServerState::Failed(why) => Some(Unavailable::Failed(why)),
        ServerState::Refused(why) => Some(Unavailable::Refused(why)),
    }
}
