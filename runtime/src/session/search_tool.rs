//! The one tool that finds the others.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use super::Session;
use super::answer::Answer;
use super::mode::Exposure;
use crate::call::{Outcome, SearchResult};
use crate::name::{MAX_NAME, is_portable};
use crate::wire::{Role, ToolSpec};

/// The name of the search tool, unless it is given another.
pub const SEARCH_TOOL: &str = "tool_search";

const DEFAULT_RESULTS: usize = 5;
const MAX_RESULTS: usize = 20;

const DESCRIPTION: &str = "Finds and loads tools that are not loaded yet. Give the query as a few words \
    for what you want to do (\"create issue github\"), as exact names (\"select:name1,name2\"), as a \
    server (\"mcp__github\"), or with a word that must match (\"+slack send\"). What is found can be \
    called from your next turn on.";

/// How the search tool presents itself; see [`Builder::search_tool`].
///
/// [`Builder::search_tool`]: crate::toolbox::Builder::search_tool
#[derive(Debug, Clone, PartialEq)]
pub struct SearchTool {
    name: String,
    description: String,
    schema: Value,
    brief: bool,
}

impl Default for SearchTool {
    fn default() -> Self {
        Self {
            name: SEARCH_TOOL.into(),
            description: DESCRIPTION.into(),
            schema: schema(),
            brief: false,
        }
    }
}

impl SearchTool {
    /// [`SEARCH_TOOL`] with its own description and schema.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Another name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Another description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Another JSON Schema of the arguments. It has to have the property
    /// `query`; `max_results` is read where it is given.
    #[must_use]
    pub fn schema(mut self, schema: Value) -> Self {
        self.schema = schema;
        self
    }

    /// Leaves schemas out of the answers, which then cost less: the model has
    /// them with the next request, except in bridge mode, where this counts for
    /// nothing.
    #[must_use]
    pub fn brief(mut self) -> Self {
        self.brief = true;
        self
    }

    pub(crate) fn tool_name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_brief(&self) -> bool {
        self.brief
    }

    pub(super) fn spec(&self) -> ToolSpec<'_> {
        let spec = ToolSpec::new(&self.name, &self.description, self.schema.clone());
        ToolSpec { role: Role::Search, ..spec }
    }

    /// Why it cannot be used.
    pub(crate) fn problem(&self) -> Option<String> {
        if !is_portable(&self.name) {
            return Some(alloc::format!(
                "`{}` is not a name of 1 to {MAX_NAME} characters out of A-Z a-z 0-9 _ -",
                crate::text::Visible(&self.name)
            ));
        }
        let query = self.schema.pointer("/properties/query");
        query.is_none().then(|| String::from("its schema has no property `query`"))
    }
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": "What to look for.",
            },
            "max_results": {
                "type": "integer",
                "description": "How many tools to load at most.",
                "minimum": 1,
                "maximum": MAX_RESULTS,
                "default": DEFAULT_RESULTS,
            },
        },
        "required": ["query"],
        "additionalProperties": false,
    })
}

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
        self.exposure == Exposure::Deferred
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
        let max = arguments.get("max_results").and_then(lenient);
        let started = std::time::Instant::now();
        let answer = self.search(query, max);
        let numbers = answer.numbers();
        self.toolbox.engine().searched(numbers.len(), started.elapsed());
        for number in numbers {
            self.loaded.show(number, true);
        }
        let result = self.refers().then(|| answer.to_search_result(self));
        (answer.to_outcome(self), result)
    }
}

/// A count that the model may also write as `5.0` or `"5"`.
fn lenient(value: &Value) -> Option<usize> {
    let number = match value {
        Value::String(text) => text.trim().parse::<f64>().ok()?,
        other => other.as_f64()?,
    };
    // A cast from f64 saturates; what is out of range is clamped by the caller.
    Some(number as usize)
}
