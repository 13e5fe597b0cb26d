//! The shapes in which providers take tools, calls and results.

mod anthropic;
pub mod lower;
mod openai;

pub use anthropic::Anthropic;
pub use openai::{OpenAiChat, OpenAiResponses};

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_json::Value;

use crate::call::{ToolCall, ToolResult};
use crate::name::{MAX_NAME, is_portable};

/// One tool as it is told to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec<'a> {
    /// The name that the model sees.
    pub name: &'a str,
    /// The description that it reads.
    pub description: &'a str,
    /// JSON Schema of the arguments, as the server or the function has it.
    pub input_schema: Value,
}

/// How one provider writes tools, calls and results.
///
/// Implemented for the providers of this module; implement it for others.
pub trait Wire {
    /// One element of the request's array of tools.
    ///
    /// # Errors
    /// A tool that the provider would refuse.
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError>;

    /// The tool calls in a reply, in order.
    fn calls(&self, reply: &Value) -> Vec<ToolCall>;

    /// The messages (or input items) that carry the results of one turn.
    fn results(&self, results: &[ToolResult]) -> Vec<Value>;
}

/// A tool that a provider would refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireError {
    tool: String,
    problem: String,
}

impl WireError {
    /// A tool, by name, and why it would be refused.
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

/// The elements of an array member; none when it is something else.
fn items<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn string(value: &Value, pointer: &str) -> Option<String> {
    value.pointer(pointer).and_then(Value::as_str).map(String::from)
}
