//! A call as the model makes it, and its answer.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use crate::message::{Outcome, ToolSpec};

/// A tool call of the model, whichever provider it came through.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The provider's name for the call; the result carries it back.
    pub id: String,
    /// The tool's name, as the model wrote it.
    pub name: String,
    /// The arguments: an object, or a text that holds one.
    pub arguments: Value,
}

impl ToolCall {
    /// A call.
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: Value) -> Self {
        Self { id: id.into(), name: name.into(), arguments }
    }

    /// A call whose arguments are JSON text, as OpenAI's models send them. A
    /// native tool decodes them in place.
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
    /// The tool that was run; in bridge mode it is not the one that was called.
    /// `None` when nothing was run.
    pub ran: Option<&'static str>,
    /// What came of it.
    pub outcome: Outcome,
    /// What a search loaded, for shapes in which a result can refer to tools;
    /// `outcome` says the same as text. `None` for any other call.
    pub search: Option<SearchResult>,
}

/// What a search loaded.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The tools, best first.
    pub tools: Vec<ToolSpec<'static>>,
    /// What is to be said beside them, in a sentence; `""` when nothing is.
    pub note: String,
}

impl ToolResult {
    /// A result of a call that was no search.
    #[must_use]
    pub fn new(id: impl Into<String>, name: impl Into<String>, outcome: Outcome) -> Self {
        Self { id: id.into(), name: name.into(), ran: None, outcome, search: None }
    }
}
