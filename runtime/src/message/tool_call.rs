//! A call as the model makes it, and its answer.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use crate::message::{Outcome, ToolSpec};

/// A tool call of a model, whatever the provider.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The provider's id of the call; the result repeats it.
    pub id: String,
    /// The tool's name, as the model wrote it.
    pub name: String,
    /// The arguments: an object, or JSON text of one.
    pub arguments: Value,
}

impl ToolCall {
    /// A call.
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: Value) -> Self {
        Self { id: id.into(), name: name.into(), arguments }
    }

    /// A call whose arguments are JSON text, as OpenAI's APIs send them. Native tools
    /// decode the text in place.
    pub fn text(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        Self::new(id, name, Value::String(arguments.into()))
    }
}

/// The answer to one [`ToolCall`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolResult {
    /// The id of the call.
    pub id: String,
    /// The name that was called.
    pub name: String,
    /// The tool that ran, which in bridge mode differs from the one called. `None` if
    /// nothing ran.
    pub ran: Option<&'static str>,
    /// The result.
    pub outcome: Outcome,
    /// What a search loaded, for formats in which a result can refer to tools; `outcome`
    /// says the same as text. `None` for other calls.
    pub search: Option<SearchResult>,
}

/// What a search loaded.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The tools, best first.
    pub tools: Vec<ToolSpec<'static>>,
    /// A note for the model in a sentence; may be empty.
    pub note: String,
}

impl ToolResult {
    /// The result of a call that is not a search.
    #[must_use]
    pub fn new(id: impl Into<String>, name: impl Into<String>, outcome: Outcome) -> Self {
        Self { id: id.into(), name: name.into(), ran: None, outcome, search: None }
    }
}
