//! What no model needs to see, in any dialect.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::keyword::{Schema, describe, each_object_below};
use super::merge::flatten_all_of;
use super::report::Report;

/// Drops `format` of numbers, folds choices among constants into one `enum`,
/// and writes out `allOf` where that is plain.
pub(super) fn clean(schema: &mut Schema) {
    drop_number_format(schema);
    flatten_all_of(schema);
    each_object_below(schema, &mut Report::default(), |below, _| clean(below));
    fold_choice(schema, "oneOf");
    fold_choice(schema, "anyOf");
}

/// Names of machine types, which no draft of JSON Schema defines.
fn drop_number_format(schema: &mut Schema) {
    let is_machine_type = |format: &str| {
        let format = format.trim_start_matches('u');
        matches!(
            format,
            "int" | "int8" | "int16" | "int32" | "int64" | "int128" | "float" | "double"
        )
    };
    if schema.get("format").and_then(Value::as_str).is_some_and(is_machine_type) {
        schema.remove("format");
    }
}

/// `oneOf` constants as `enum`, in their order, their descriptions as lines of
/// one description.
fn fold_choice(schema: &mut Schema, keyword: &str) {
    if schema.contains_key("enum") {
        return;
    }
    let Some(choices) = constants(schema.get(keyword)) else { return };
    schema.remove(keyword);
    for line in choices.iter().filter_map(|(value, note)| note_line(value, note.as_deref())) {
        describe(schema, &line);
    }
    let values: Vec<Value> = choices.into_iter().map(|(value, _)| value).collect();
    schema.insert("type".into(), type_of_all(&values));
    schema.insert("enum".into(), Value::Array(values));
}

/// The constants of all branches, with what each branch says of them; `None`
/// when a branch is anything else.
fn constants(choice: Option<&Value>) -> Option<Vec<(Value, Option<String>)>> {
    let branches = choice?.as_array()?;
    let constants: Option<Vec<_>> = branches.iter().map(constants_of_branch).collect();
    constants.map(|constants| constants.concat()).filter(|all| !all.is_empty())
}

fn constants_of_branch(branch: &Value) -> Option<Vec<(Value, Option<String>)>> {
    let branch = branch.as_object()?;
    let known = ["const", "enum", "type", "description", "title"];
    if !branch.keys().all(|keyword| known.contains(&keyword.as_str())) {
        return None;
    }
    let note = branch.get("description").and_then(Value::as_str).map(ToString::to_string);
    match (branch.get("const"), branch.get("enum")) {
        (Some(value), None) => Some(alloc::vec![(value.clone(), note)]),
        (None, Some(Value::Array(values))) => {
            Some(values.iter().map(|value| (value.clone(), note.clone())).collect())
        }
        // The other half of `Option`: null is the only value of its type.
        (None, None) if branch.get("type")? == "null" => Some(alloc::vec![(Value::Null, None)]),
        _ => None,
    }
}

fn note_line(value: &Value, note: Option<&str>) -> Option<String> {
    let note = note?;
    match value {
        Value::String(text) => Some(format!("- {text}: {note}")),
        other => Some(format!("- {other}: {note}")),
    }
}

/// The `type` of these values: one name, or several.
pub(super) fn type_of_all(values: &[Value]) -> Value {
    let mut types: Vec<Value> = Vec::new();
    for value in values.iter().map(|value| Value::from(type_of(value))) {
        if !types.contains(&value) {
            types.push(value);
        }
    }
    match types.as_slice() {
        [one] => one.clone(),
        _ => Value::Array(types),
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
