//! The formats in which providers take tools, calls and results.
//!
//! | shape | for |
//! |---|---|
//! | [`Anthropic`] | Anthropic Messages |
//! | [`AnthropicSearch`] | the same, with `defer_loading` and `tool_reference` |
//! | [`OpenAiChat`] | OpenAI Chat Completions and those who follow it |
//! | [`OpenAiResponses`] | OpenAI Responses |
//! | [`OpenAiToolSearch`] | the same, with `tool_search` |
//! | [`Gemini`] | Gemini `generateContent` |
//! | [`Mcp`] | JSON-RPC messages of the Model Context Protocol |
//!
//! A tool that a provider would refuse is an error before anything is sent; the error
//! names it.

mod anthropic;
mod deferral;
mod gemini;
mod mcp;
mod media;
mod openai;

pub use crate::message::{Role, ToolSpec};
pub use anthropic::{Anthropic, AnthropicSearch, HostedSearch};
pub use deferral::Deferral;
pub use gemini::Gemini;
pub use mcp::Mcp;
#[cfg(feature = "serve")]
pub(crate) use mcp::call_result;
pub use openai::{OpenAiChat, OpenAiResponses, OpenAiToolSearch};

use crate::text::debug_as_display;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_json::Value;

use crate::lower::Dialect;
use crate::message::{ToolCall, ToolResult};
use crate::name::{MAX_NAME, is_portable};

pub mod lower {
    //! Lowers JSON Schemas to what a provider's API accepts.
    //!
    //! Digests cover the original schema (draft 2020-12 for native tools, whatever the
    //! server sent for others), and calls are checked against it. A model sees a
    //! *lowered* schema. Lowering may drop a constraint that a provider does not support,
    //! because calls are checked against the original anyway; it never changes the shape
    //! of an object, array or value. What a provider cannot express at all is an error
    //! with its place.
    //!
    //! In every dialect, references that are not recursive are inlined and recursive ones
    //! are kept under `$defs`; `format` of numbers is dropped, but not its bounds; a
    //! choice among constants becomes one `enum`.
    //!
    //! | dialect | also |
    //! |---|---|
    //! | [`Anthropic`](Dialect::Anthropic) | property names are checked |
    //! | [`OpenAi`](Dialect::OpenAi) | arrays have `items`, the root has `properties` |
    //! | [`OpenAiStrict`](Dialect::OpenAiStrict) | objects are closed, all their members required, optional ones nullable; no maps |
    //! | [`Gemini`](Dialect::Gemini) | the OpenAPI 3.0 subset: one type each, `nullable`, no references |
    //!
    //! ```
    //! use serde_json::json;
    //! use toolcrib::wire::lower::{Dialect, lower};
    //!
    //! let wire = json!({
    //!     "type": "object",
    //!     "properties": { "count": { "type": "integer", "format": "uint32", "minimum": 0 } },
    //! });
    //! let lowered = lower(&wire, Dialect::Anthropic)?;
    //! assert_eq!(lowered["properties"]["count"], json!({ "type": "integer", "minimum": 0 }));
    //! # Ok::<(), toolcrib::wire::lower::LowerError>(())
    //! ```

    pub use crate::lower::{Dialect, InputSchema, LowerError, LowerFault, lower};
}

/// The format of one provider for tools, calls and results.
///
/// For a provider that is not in this module, implement the first three methods. The
/// history is the provider's array of messages or input items.
///
/// ```
/// use serde_json::{Value, json};
/// use toolcrib::call::{ToolCall, ToolResult};
/// use toolcrib::wire::{ToolSpec, Wire, WireError};
///
/// /// A provider with flat objects.
/// struct Flat;
///
/// impl Wire for Flat {
///     fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
///         Ok(json!({"name": tool.name, "schema": *tool.input_schema}))
///     }
///
///     fn calls(&self, reply: &Value) -> Vec<ToolCall> {
///         let calls = reply["calls"].as_array().into_iter().flatten();
///         calls.map(|call| ToolCall::new("", call["name"].as_str().unwrap_or(""), call["input"].clone())).collect()
///     }
///
///     fn results(&self, results: &[ToolResult]) -> Vec<Value> {
///         results.iter().map(|result| json!({"result": result.outcome.to_text()})).collect()
///     }
/// }
/// ```
pub trait Wire {
    /// Writes one element of the request's array of tools.
    ///
    /// # Errors
    /// The provider would refuse the tool.
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError>;

    /// Reads the tool calls of a reply, in order.
    fn calls(&self, reply: &Value) -> Vec<ToolCall>;

    /// Writes the messages or input items that carry the results of one turn.
    fn results(&self, results: &[ToolResult]) -> Vec<Value>;

    /// Writes the request's array of tools. By default, one element per tool.
    ///
    /// # Errors
    /// The provider would refuse a tool, or two tools have the same name.
    fn tools(&self, tools: &[ToolSpec<'_>]) -> Result<Vec<Value>, WireError> {
        check_unique(tools)?;
        tools.iter().map(|tool| self.tool(tool)).collect()
    }

    /// How found tools are passed to the model.
    fn deferral(&self) -> Deferral {
        Deferral::Resend
    }

    /// The texts of a tool's results in the history, in order.
    fn answers(&self, history: &[Value], tool: &str) -> Vec<String> {
        let _ = (history, tool);
        Vec::new()
    }

    /// The tools that the history refers to as loaded, in order.
    fn references(&self, history: &[Value]) -> Vec<String> {
        let _ = history;
        Vec::new()
    }

    /// Removes from the history what the next request must not have: references to tools
    /// for which `keep` is false; if `keep` is `None`, all references and the provider's
    /// own searches. Adds what the request must have.
    fn revise(&self, history: &mut Vec<Value>, keep: Option<&dyn Fn(&str) -> bool>) {
        let _ = (history, keep);
    }
}

/// A tool that a provider would refuse.
#[derive(Clone, PartialEq, Eq)]
pub struct WireError {
    tool: String,
    problem: String,
}

impl WireError {
    /// An error about the tool of this name, with the reason.
    pub fn new(tool: &str, problem: impl Into<String>) -> Self {
        Self { tool: tool.into(), problem: problem.into() }
    }

    /// The tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool `{}`: {}", self.tool, self.problem)
    }
}

debug_as_display!(WireError);

impl core::error::Error for WireError {}

fn check_name(tool: &ToolSpec<'_>) -> Result<(), WireError> {
    match is_portable(tool.name) {
        true => Ok(()),
        false => {
            let problem =
                alloc::format!("a name is 1 to {MAX_NAME} characters out of A-Z a-z 0-9 _ -");
            Err(WireError::new(tool.name, problem))
        }
    }
}

fn check_unique(tools: &[ToolSpec<'_>]) -> Result<(), WireError> {
    let mut names = BTreeSet::new();
    match tools.iter().find(|tool| !names.insert(tool.name)) {
        Some(twice) => Err(WireError::new(twice.name, "two tools have this name")),
        None => Ok(()),
    }
}

fn check_count(tools: &[ToolSpec<'_>], most: usize) -> Result<(), WireError> {
    match tools.get(most) {
        Some(first) => {
            let problem = alloc::format!(
                "it is one too many: {} tools are sent, and the provider takes {most}",
                tools.len()
            );
            Err(WireError::new(first.name, problem))
        }
        None => Ok(()),
    }
}

/// The schema in the provider's dialect.
fn lowered<'t>(tool: &'t ToolSpec<'_>, dialect: Dialect) -> Result<&'t Value, WireError> {
    let refused = |error| WireError::new(tool.name, alloc::format!("{error}"));
    tool.input_schema.lowered(dialect).map_err(refused)
}

/// The elements of an array member; empty if it is something else.
fn items<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

/// The same, to be changed.
fn items_mut<'a>(value: &'a mut Value, key: &str) -> Option<&'a mut Vec<Value>> {
    value.get_mut(key).and_then(Value::as_array_mut)
}

fn string(value: &Value, pointer: &str) -> Option<String> {
    value.pointer(pointer).and_then(Value::as_str).map(String::from)
}

fn is_type(value: &Value, kind: &str) -> bool {
    value.get("type").and_then(Value::as_str) == Some(kind)
}
