//! Tools that the provider hides from the model until a search refers to them.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::block::text;
use super::{Anthropic, block, history, user};
use crate::message::{Role, ToolCall, ToolResult, ToolSpec};
use crate::wire::{Deferral, Wire, WireError, check_unique};

/// The most tools that the API takes in one request with deferred tools.
const MAX_TOOLS: usize = 10_000;

/// The Messages API with `defer_loading`: found tools do not change the part of the
/// request before the conversation, so the prefix cache stays valid.
///
/// With [`new`](Self::new), the session searches and answers with `tool_reference`
/// blocks; with [`hosted`](Self::hosted), every definition is sent and the provider
/// searches. Call [`Session::prepare`] on the history before each request.
///
/// [`Session::prepare`]: crate::session::Session::prepare
#[derive(Debug, Clone, Copy, Default)]
pub struct AnthropicSearch {
    hosted: Option<HostedSearch>,
}

/// The provider's own search tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostedSearch {
    /// `tool_search_tool_bm25_20251119`: queries in natural language.
    Bm25,
    /// `tool_search_tool_regex_20251119`: regular expressions.
    Regex,
}

impl AnthropicSearch {
    /// The session searches and answers with references.
    #[must_use]
    pub const fn new() -> Self {
        Self { hosted: None }
    }

    /// The provider searches. Pass each reply to [`Session::calls`].
    ///
    /// [`Session::calls`]: crate::session::Session::calls
    #[must_use]
    pub const fn hosted(search: HostedSearch) -> Self {
        Self { hosted: Some(search) }
    }
}

impl HostedSearch {
    fn tool(self) -> Value {
        match self {
            Self::Bm25 => {
                json!({"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"})
            }
            Self::Regex => {
                json!({"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"})
            }
        }
    }
}

impl Wire for AnthropicSearch {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        if let (Role::Search, Some(hosted)) = (tool.role, self.hosted) {
            return Ok(hosted.tool());
        }
        let mut value = Anthropic.tool(tool)?;
        if tool.deferred && tool.role != Role::Search {
            value["defer_loading"] = true.into();
        }
        Ok(value)
    }

    fn tools(&self, tools: &[ToolSpec<'_>]) -> Result<Vec<Value>, WireError> {
        check_unique(tools)?;
        if let Some(first) = tools.get(MAX_TOOLS) {
            let problem = alloc::format!("more than {MAX_TOOLS} tools are sent");
            return Err(WireError::new(first.name, problem));
        }
        match tools.iter().all(|tool| tool.deferred) {
            true if !tools.is_empty() => {
                let name = tools.first().map_or("", |tool| tool.name);
                Err(WireError::new(name, "all tools are deferred: the search tool must not be"))
            }
            _ => tools.iter().map(|tool| self.tool(tool)).collect(),
        }
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        Anthropic.calls(reply)
    }

    /// One user message: one block per result, then the notes of searches, for which a
    /// block of references has no place.
    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        let mut blocks: Vec<Value> = results.iter().map(search_block).collect();
        let notes = results.iter().filter(|result| !references(result).is_empty());
        let notes = notes.filter_map(|result| result.search.as_ref()).map(|search| &search.note);
        blocks.extend(notes.filter(|note| !note.is_empty()).map(|note| text(note)));
        user(blocks)
    }

    fn deferral(&self) -> Deferral {
        match self.hosted {
            Some(_) => Deferral::Provider,
            None => Deferral::Reference,
        }
    }

    fn answers(&self, history: &[Value], tool: &str) -> Vec<String> {
        history::answers(history, tool)
    }

    fn references(&self, history: &[Value]) -> Vec<String> {
        history::references(history)
    }

    fn revise(&self, history: &mut Vec<Value>, keep: Option<&dyn Fn(&str) -> bool>) {
        history::revise(history, keep);
    }
}

fn search_block(result: &ToolResult) -> Value {
    let references = references(result);
    match references.is_empty() {
        true => block(result),
        false => {
            json!({"type": "tool_result", "tool_use_id": result.id, "content": references})
        }
    }
}

fn references(result: &ToolResult) -> Vec<Value> {
    let tools = result.search.iter().flat_map(|search| &search.tools);
    tools.map(|tool| json!({"type": "tool_reference", "tool_name": tool.name})).collect()
}
