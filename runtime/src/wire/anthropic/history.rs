//! References in the history of a conversation.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::block::text;
use crate::wire::{is_type, items, items_mut, string};

const HOSTED_RESULT: &str = "tool_search_tool_result";

type Keep<'k> = Option<&'k dyn Fn(&str) -> bool>;

fn blocks(history: &[Value]) -> impl Iterator<Item = &Value> {
    history.iter().flat_map(|message| items(message, "/content"))
}

pub(super) fn answers(history: &[Value], tool: &str) -> Vec<String> {
    let calls = blocks(history).filter(|block| is_type(block, "tool_use"));
    let calls = calls.filter(|block| block.get("name").and_then(Value::as_str) == Some(tool));
    let ids: BTreeSet<&str> = calls.filter_map(|block| block.get("id")?.as_str()).collect();
    let results = blocks(history).filter(|block| is_type(block, "tool_result"));
    results
        .filter(|block| {
            let id = block.get("tool_use_id").and_then(Value::as_str);
            id.is_some_and(|id| ids.contains(id))
        })
        .flat_map(texts)
        .collect()
}

/// The texts of a result, which is a text itself or has blocks.
fn texts(result: &Value) -> Vec<String> {
    let whole = string(result, "/content");
    whole.into_iter().chain(items(result, "/content").filter_map(|b| string(b, "/text"))).collect()
}

pub(super) fn references(history: &[Value]) -> Vec<String> {
    let own = |block| items(block, "/content");
    let hosted = |block| items(block, "/content/tool_references");
    let all = blocks(history).flat_map(|block| match is_type(block, HOSTED_RESULT) {
        true => hosted(block).collect::<Vec<_>>(),
        false => own(block).collect(),
    });
    all.filter_map(name).map(String::from).collect()
}

/// The tool that a reference is to.
fn name(block: &Value) -> Option<&str> {
    is_type(block, "tool_reference").then(|| block.get("tool_name")?.as_str())?
}

pub(super) fn revise(history: &mut [Value], keep: Keep<'_>) {
    for message in history {
        let hosted = hosted_to_strip(message, keep);
        let Some(blocks) = items_mut(message, "content") else { continue };
        blocks.retain(|block| !is_hosted(block, &hosted));
        for block in blocks.iter_mut() {
            revise_block(block, keep);
        }
        if blocks.is_empty() {
            blocks.push(text("(tools were loaded)"));
        }
    }
}

/// The ids of the provider's searches that have to go: all, or those whose
/// results are all gone.
fn hosted_to_strip(message: &Value, keep: Keep<'_>) -> BTreeSet<String> {
    let results = items(message, "/content").filter(|block| is_type(block, HOSTED_RESULT));
    let gone = |block: &&Value| {
        let mut names = items(block, "/content/tool_references").filter_map(name).peekable();
        keep.is_none_or(|keep| names.peek().is_some() && !names.any(keep))
    };
    results.filter(gone).filter_map(|block| string(block, "/tool_use_id")).collect()
}

fn is_hosted(block: &Value, ids: &BTreeSet<String>) -> bool {
    let id = |key| block.get(key).and_then(Value::as_str).is_some_and(|id| ids.contains(id));
    (is_type(block, "server_tool_use") && id("id"))
        || (is_type(block, HOSTED_RESULT) && id("tool_use_id"))
}

fn revise_block(block: &mut Value, keep: Keep<'_>) {
    let stays = |block: &Value| match name(block) {
        Some(name) => keep.is_some_and(|keep| keep(name)),
        None => true,
    };
    if is_type(block, "tool_result") {
        let Some(content) = items_mut(block, "content") else { return };
        let had = content.len();
        content.retain(stays);
        if content.is_empty() && had > 0 {
            content.push(json!({"type": "text", "text": "(tools were loaded)"}));
        }
    } else if is_type(block, HOSTED_RESULT)
        && let Some(content) = block.get_mut("content")
        && let Some(references) = items_mut(content, "tool_references")
    {
        references.retain(stays);
    }
}
