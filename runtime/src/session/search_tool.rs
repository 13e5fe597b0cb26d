//! The one tool that finds the others.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::answer::Answer;
use super::showing::Showing;
use super::state::Session;
use crate::message::{Outcome, SearchResult};
use crate::toolbox::{DEFAULT_RESULTS, MAX_RESULTS};
use crate::validate::whole_number;

impl Session {
    /// Searches and promotes what was found, as the search tool does.
    pub fn search(&mut self, query: &str, max_results: Option<usize>) -> Answer {
        let max = max_results.unwrap_or(DEFAULT_RESULTS).clamp(1, MAX_RESULTS);
        let mut answer = Answer::find(self, query, max);
        for number in answer.numbers() {
            answer.unloaded(self.loaded.promote(number));
        }
        answer
    }

    /// Whether answers may refer to tools: across the bridge they are texts.
    fn refers(&self) -> bool {
        self.showing == Showing::Deferred
    }

    /// The same for a call of the model, whose conversation will show it.
    pub(super) fn search_call(
        &mut self,
        arguments: &Map<String, Value>,
    ) -> (Outcome, Option<SearchResult>) {
        let Some(Value::String(query)) = arguments.get("query") else {
            let name = self.toolbox.search_tool().tool_name();
            let usage =
                alloc::format!("`{name}` needs `query`: a string that says what to look for.");
            let result = SearchResult { tools: Vec::new(), note: usage.clone() };
            return (Outcome::error(usage), self.refers().then_some(result));
        };
        let max = arguments.get("max_results").and_then(whole_number);
        let started = std::time::Instant::now();
        let answer = self.search(query, max);
        let numbers = answer.numbers();
        self.toolbox.tell_searched(numbers.len(), started.elapsed());
        for number in numbers {
            self.loaded.show(number, true);
        }
        let result = self.refers().then(|| answer.to_search_result(self));
        (answer.to_outcome(self), result)
    }
}
