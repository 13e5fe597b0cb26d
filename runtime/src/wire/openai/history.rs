//! Loaded tools in the history of a conversation.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use crate::wire::{is_type, items, items_mut, string};

/// Answers of searches that ran here, not of those that the provider ran.
fn is_ours(item: &Value) -> bool {
    is_type(item, "tool_search_output")
        && item.get("execution").and_then(Value::as_str) == Some("client")
}

/// The loaded tools with their namespaces. The namespace of a function outside of any is
/// its own name.
fn spaces(history: &[Value]) -> BTreeMap<String, String> {
    let outputs = history.iter().filter(|item| is_ours(item));
    outputs.flat_map(|item| items(item, "/tools")).flat_map(spaces_of).collect()
}

fn spaces_of(tool: &Value) -> Vec<(String, String)> {
    let Some(name) = string(tool, "/name") else { return Vec::new() };
    match is_type(tool, "namespace") {
        true => items(tool, "/tools")
            .filter_map(|function| Some((string(function, "/name")?, name.clone())))
            .collect(),
        false => alloc::vec![(name.clone(), name)],
    }
}

pub(super) fn references(history: &[Value]) -> Vec<String> {
    let outputs = history.iter().filter(|item| is_ours(item));
    let spaces = outputs.flat_map(|item| items(item, "/tools")).flat_map(spaces_of);
    spaces.map(|(tool, _)| tool).collect()
}

pub(super) fn revise(history: &mut Vec<Value>, keep: Option<&dyn Fn(&str) -> bool>) {
    let before = spaces(history);
    let mut emptied = BTreeSet::new();
    for item in history.iter_mut().filter(|item| is_ours(item)) {
        let had = items(item, "/tools").next().is_some();
        retain(item, keep);
        let empty = items(item, "/tools").next().is_none();
        if keep.is_none() || (had && empty) {
            emptied.extend(string(item, "/call_id"));
        }
    }
    history.retain(|item| {
        let search = is_type(item, "tool_search_call") || is_ours(item);
        !(search && string(item, "/call_id").is_some_and(|id| emptied.contains(&id)))
    });
    let after = spaces(history);
    for call in history.iter_mut().filter(|item| is_type(item, "function_call")) {
        name_space(call, &before, &after);
    }
}

fn retain(output: &mut Value, keep: Option<&dyn Fn(&str) -> bool>) {
    let stays = |function: &Value| {
        let name = function.get("name").and_then(Value::as_str);
        name.zip(keep).is_some_and(|(name, keep)| keep(name))
    };
    let Some(tools) = items_mut(output, "tools") else { return };
    tools.retain_mut(|tool| match is_type(tool, "namespace") {
        true => items_mut(tool, "tools").is_some_and(|functions| {
            functions.retain(stays);
            !functions.is_empty()
        }),
        false => stays(tool),
    });
}

/// A call of a loaded tool carries its namespace; a call of a tool that is no longer
/// loaded does not. Other namespaces are left alone.
fn name_space(
    call: &mut Value,
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) {
    let Some(name) = string(call, "/name") else { return };
    let gone = before.contains_key(&name) || given_by_us(call, &name);
    let Some(call) = call.as_object_mut() else { return };
    match after.get(&name) {
        Some(space) => _ = call.insert("namespace".into(), space.clone().into()),
        None if gone => _ = call.remove("namespace"),
        None => {}
    }
}

/// Whether the namespace of a call came from a search that ran here, even if a compaction
/// has removed that search from the history.
fn given_by_us(call: &Value, name: &str) -> bool {
    let space = call.get("namespace").and_then(Value::as_str);
    space.is_some_and(|space| {
        space == name || (space.starts_with("mcp__") && name.starts_with(space))
    })
}
