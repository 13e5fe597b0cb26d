//! Responses, with functions only.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::{MAX_TOOLS, output};
use crate::message::{Media, ToolCall, ToolResult, ToolSpec};
use crate::wire::media::{PDF, Shown};
use crate::wire::{
    Dialect, Wire, WireError, check_count, check_name, check_unique, is_type, items, lowered,
    string,
};

/// What an output can have beside text.
const TAKEN: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", PDF];

/// The Responses API: `function_call` and `function_call_output` items. Found tools are
/// added to `tools`, which has at most 128 elements.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenAiResponses;

impl Wire for OpenAiResponses {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        check_name(tool)?;
        Ok(json!({
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": lowered(tool, Dialect::OpenAi)?,
            "strict": false,
        }))
    }

    fn tools(&self, tools: &[ToolSpec<'_>]) -> Result<Vec<Value>, WireError> {
        check_unique(tools)?;
        check_count(tools, MAX_TOOLS)?;
        tools.iter().map(|tool| self.tool(tool)).collect()
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        items(reply, "/output").filter_map(call).collect()
    }

    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        results.iter().map(item).collect()
    }

    fn answers(&self, history: &[Value], tool: &str) -> Vec<String> {
        let calls = history.iter().filter_map(call).filter(|call| call.name == tool);
        let ids: Vec<String> = calls.map(|call| call.id).collect();
        let outputs = history.iter().filter(|item| is_type(item, "function_call_output"));
        outputs
            .filter(|item| string(item, "/call_id").is_some_and(|id| ids.contains(&id)))
            .flat_map(texts)
            .collect()
    }

    fn references(&self, history: &[Value]) -> Vec<String> {
        super::history::references(history)
    }

    /// Found tools are ordinary elements of the array: nothing may refer to them.
    fn revise(&self, history: &mut Vec<Value>, _: Option<&dyn Fn(&str) -> bool>) {
        super::history::revise(history, None);
    }
}

/// A call of a function.
pub(super) fn call(item: &Value) -> Option<ToolCall> {
    is_type(item, "function_call").then(|| {
        let arguments = item.get("arguments").cloned().unwrap_or_default();
        Some(ToolCall::new(string(item, "/call_id")?, string(item, "/name")?, arguments))
    })?
}

/// The output of a function: a text, or parts if it has images or files.
pub(super) fn item(result: &ToolResult) -> Value {
    let shown: Vec<Shown<'_>> =
        result.outcome.content.iter().map(|content| Shown::of(content, &TAKEN)).collect();
    let output: Value = match shown.iter().any(|shown| matches!(shown, Shown::Media(_))) {
        false => output(result, &TAKEN).into(),
        true => {
            let failed = result.outcome.is_error.then(|| Shown::Text("error:".into()));
            failed.iter().chain(&shown).map(part).collect()
        }
    };
    json!({"type": "function_call_output", "call_id": result.id, "output": output})
}

fn part(shown: &Shown<'_>) -> Value {
    match shown {
        Shown::Text(text) => json!({"type": "input_text", "text": text}),
        Shown::Media(Media { data, media_type }) => {
            let address = alloc::format!("data:{media_type};base64,{data}");
            match *media_type {
                PDF => {
                    json!({"type": "input_file", "filename": "result.pdf", "file_data": address})
                }
                _ => json!({"type": "input_image", "image_url": address}),
            }
        }
    }
}

fn texts(item: &Value) -> Vec<String> {
    let whole = string(item, "/output");
    whole
        .into_iter()
        .chain(items(item, "/output").filter_map(|part| string(part, "/text")))
        .collect()
}
