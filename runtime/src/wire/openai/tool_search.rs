//! Responses, with the provider's `tool_search`, executed here.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::history::{references, revise};
use super::{MAX_TOOLS, OpenAiResponses, responses};
use crate::message::{Role, ToolCall, ToolResult, ToolSpec};
use crate::name::SEARCH_TOOL;
use crate::wire::{
    Deferral, Dialect, Wire, WireError, check_count, check_unique, is_type, items, items_mut,
    lowered, string,
};

/// The Responses API with `tool_search` and `execution: client`: a search's answer
/// carries the definitions, in one namespace per server. `tools` does not change, so the
/// prefix cache stays valid.
///
/// Call [`Session::prepare`] on the history before each request: the API refuses the call
/// of a found tool without its `namespace`.
///
/// [`Session::prepare`]: crate::session::Session::prepare
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenAiToolSearch;

impl Wire for OpenAiToolSearch {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        match tool.role {
            Role::Search => Ok(json!({
                "type": "tool_search",
                "execution": "client",
                "description": tool.description,
                "parameters": lowered(tool, Dialect::OpenAi)?,
            })),
            Role::Tool => OpenAiResponses.tool(tool),
        }
    }

    fn tools(&self, tools: &[ToolSpec<'_>]) -> Result<Vec<Value>, WireError> {
        check_unique(tools)?;
        check_count(tools, MAX_TOOLS)?;
        tools.iter().map(|tool| self.tool(tool)).collect()
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        items(reply, "/output")
            .filter_map(|item| responses::call(item).or_else(|| search(item)))
            .collect()
    }

    /// One item per result; if a search has a note, a developer message follows it.
    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        results.iter().flat_map(items_of).collect()
    }

    fn deferral(&self) -> Deferral {
        Deferral::Inline
    }

    fn answers(&self, history: &[Value], tool: &str) -> Vec<String> {
        OpenAiResponses.answers(history, tool)
    }

    fn references(&self, history: &[Value]) -> Vec<String> {
        references(history)
    }

    fn revise(&self, history: &mut Vec<Value>, keep: Option<&dyn Fn(&str) -> bool>) {
        revise(history, keep);
    }
}

/// A search that has to run here.
fn search(item: &Value) -> Option<ToolCall> {
    let ours = item.get("execution").and_then(Value::as_str) == Some("client");
    (is_type(item, "tool_search_call") && ours).then(|| {
        let arguments = item.get("arguments").cloned().unwrap_or_default();
        Some(ToolCall::new(string(item, "/call_id")?, SEARCH_TOOL, arguments))
    })?
}

fn items_of(result: &ToolResult) -> Vec<Value> {
    let Some(search) = &result.search else { return alloc::vec![responses::item(result)] };
    let output = json!({
        "type": "tool_search_output",
        "call_id": result.id,
        "execution": "client",
        "status": "completed",
        "tools": grouped(&search.tools),
    });
    let message = json!({
        "type": "message",
        "role": "developer",
        "content": [{"type": "input_text", "text": search.note}],
    });
    if search.note.is_empty() { alloc::vec![output] } else { alloc::vec![output, message] }
}

/// One namespace per server; native tools stand outside. In the order of each namespace's
/// first tool.
fn grouped(tools: &[ToolSpec<'static>]) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    for tool in tools {
        // What cannot be lowered is not offered; building the toolbox with this
        // shape has said so.
        let Ok(mut function) = OpenAiResponses.tool(tool) else { continue };
        function["defer_loading"] = true.into();
        let Some(server) = tool.server else {
            out.push(function);
            continue;
        };
        let name = namespace(server);
        let place = out.iter_mut().find(|space| {
            is_type(space, "namespace") && string(space, "/name").as_ref() == Some(&name)
        });
        match place.and_then(|space| items_mut(space, "tools")) {
            Some(functions) => functions.push(function),
            None => out.push(json!({
                "type": "namespace",
                "name": name,
                "description": alloc::format!("Tools of the server {server}."),
                "tools": [function],
            })),
        }
    }
    out
}

/// `mcp__` and the server's name, in the characters of a tool's name.
fn namespace(server: &str) -> String {
    let name = crate::name::qualify(server, "");
    let name = name.strip_suffix("__").unwrap_or(&name);
    name.chars().take(crate::name::MAX_NAME).collect()
}
