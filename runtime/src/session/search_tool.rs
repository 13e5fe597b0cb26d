//! The one tool that finds the others, as the model calls it.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::answer_format::Written;
use super::showing::Showing;
use super::state::Session;
use crate::message::{Outcome, SearchResult};
use crate::told::session as told;
use crate::validate::whole_number;

impl Session {
    /// Answers a call of the model, whose conversation will show it.
    pub(super) fn search_call(
        &mut self,
        arguments: &Map<String, Value>,
    ) -> (Outcome, Option<SearchResult>) {
        // Across the bridge answers are texts and refer to no tools.
        let refers = self.showing == Showing::Deferred;
        let Some(Value::String(query)) = arguments.get("query") else {
            let usage = told::search_usage(self.toolbox.search_tool().tool_name());
            let result = SearchResult { tools: Vec::new(), note: usage.clone() };
            return (Outcome::error(usage), refers.then_some(result));
        };
        let max = arguments.get("max_results").and_then(whole_number);
        let started = std::time::Instant::now();
        let (answer, numbers) = self.find(query, max);
        self.toolbox.tell_searched(numbers.len(), started.elapsed());
        for number in numbers {
            self.loaded.show(number, true);
        }
        let written = Written {
            by_bridge: self.showing == Showing::Bridge,
            brief: self.toolbox.search_tool().is_brief(),
            catalog: self.toolbox.digest(),
        };
        let result = refers.then(|| written.to_search_result(&answer));
        (written.to_outcome(&answer), result)
    }
}
