//! Gemini `generateContent`.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::media::{PDF, Shown};
use super::{Dialect, ToolSpec, Wire, WireError, check_name, check_unique, items, lowered, string};
use crate::message::{Content, Media, Outcome, ToolCall, ToolResult};

/// What a `functionResponse` can have beside JSON.
const TAKEN: [&str; 4] = ["image/png", "image/jpeg", "image/webp", PDF];

/// Gemini: one element of `tools` with `functionDeclarations`, `functionCall` and
/// `functionResponse` parts. Found tools are added.
///
/// Images and PDF go into the `parts` of a `functionResponse`, which Gemini 3
/// and later take.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gemini;

impl Wire for Gemini {
    fn tool(&self, tool: &ToolSpec<'_>) -> Result<Value, WireError> {
        check_name(tool)?;
        if !tool.name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            return Err(WireError::new(tool.name, "a name begins with a letter or `_`"));
        }
        Ok(json!({
            "name": tool.name,
            "description": tool.description,
            "parameters": lowered(tool, Dialect::Gemini)?,
        }))
    }

    /// One element that declares all functions; none if there are no tools.
    fn tools(&self, tools: &[ToolSpec<'_>]) -> Result<Vec<Value>, WireError> {
        check_unique(tools)?;
        let functions: Result<Value, _> = tools.iter().map(|tool| self.tool(tool)).collect();
        let declared = [("functionDeclarations".into(), functions?)];
        Ok(match tools.is_empty() {
            true => Vec::new(),
            false => alloc::vec![Value::Object(declared.into_iter().collect())],
        })
    }

    fn calls(&self, reply: &Value) -> Vec<ToolCall> {
        items(reply, "/candidates/0/content/parts").filter_map(call).collect()
    }

    /// One message with one part per result.
    fn results(&self, results: &[ToolResult]) -> Vec<Value> {
        let parts: Vec<Value> = results.iter().map(part).collect();
        match parts.is_empty() {
            true => Vec::new(),
            false => alloc::vec![json!({"role": "user", "parts": parts})],
        }
    }

    fn answers(&self, history: &[Value], tool: &str) -> Vec<String> {
        let parts = history.iter().flat_map(|message| items(message, "/parts"));
        let answers = parts.filter_map(|part| part.get("functionResponse"));
        answers
            .filter(|answer| answer.get("name").and_then(Value::as_str) == Some(tool))
            .filter_map(|answer| answer.pointer("/response/output"))
            .map(|output| output.as_str().map_or_else(|| alloc::format!("{output}"), String::from))
            .collect()
    }
}

/// Some models give their calls no id.
fn call(part: &Value) -> Option<ToolCall> {
    let call = part.get("functionCall")?;
    let arguments = call.get("args").cloned().unwrap_or_default();
    Some(ToolCall::new(string(call, "/id").unwrap_or_default(), string(call, "/name")?, arguments))
}

fn part(result: &ToolResult) -> Value {
    let outcome = &result.outcome;
    let key = if outcome.is_error { "error" } else { "output" };
    let mut texts = Vec::new();
    let mut media = Vec::new();
    for content in &outcome.content {
        match Shown::of(content, &TAKEN) {
            Shown::Text(text) => texts.push(text),
            Shown::Media(Media { data, media_type }) => {
                media.push(json!({"inlineData": {"mimeType": media_type, "data": data}}));
            }
        }
    }
    let mut response = json!({"name": result.name, "response": {key: output(outcome, &texts)}});
    if !result.id.is_empty() {
        response["id"] = result.id.clone().into();
    }
    if !media.is_empty() {
        response["parts"] = media.into();
    }
    json!({"functionResponse": response})
}

/// The structured part, if the texts say nothing else.
fn output(outcome: &Outcome, texts: &[String]) -> Value {
    let same = |structured: &&Value| match texts {
        [] => true,
        [text] => Content::Text(text.clone()).says(structured),
        _ => false,
    };
    match outcome.structured.as_ref().filter(same) {
        Some(structured) => structured.clone(),
        None => texts.join("\n").into(),
    }
}
