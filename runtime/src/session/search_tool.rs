//! The one tool that finds the others.

use alloc::string::String;

use serde_json::{Map, Value, json};

use super::Session;
use super::answer::{self, Answer};
use crate::call::Outcome;
use crate::wire::ToolSpec;

/// The name of the search tool.
pub const SEARCH_TOOL: &str = "tool_search";

const DEFAULT_RESULTS: usize = 5;
const MAX_RESULTS: usize = 20;

const DESCRIPTION: &str = "Finds and loads tools that are not loaded yet. Give the query as a few words \
    for what you want to do (\"create issue github\"), as exact names (\"select:name1,name2\"), as a \
    server (\"mcp__github\"), or with a word that must match (\"+slack send\"). What is found can be \
    called from your next turn on.";

pub(super) fn spec() -> ToolSpec<'static> {
    let schema = json!({
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
    });
    ToolSpec { name: SEARCH_TOOL, description: DESCRIPTION, input_schema: schema }
}

impl Session {
    /// Searches and promotes what was found, as the search tool does.
    pub fn search(&mut self, query: &str, max_results: Option<usize>) -> Answer {
        let max = max_results.unwrap_or(DEFAULT_RESULTS).clamp(1, MAX_RESULTS);
        let answer = Answer::find(self, query, max);
        for number in answer.numbers() {
            self.promote_number(number);
        }
        answer
    }

    pub(super) fn search_call(&mut self, arguments: &Map<String, Value>) -> Outcome {
        match arguments.get("query") {
            Some(Value::String(query)) => {
                let max = arguments.get("max_results").and_then(lenient);
                self.search(query, max).to_outcome(self)
            }
            _ => Outcome::error(answer::usage()),
        }
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
