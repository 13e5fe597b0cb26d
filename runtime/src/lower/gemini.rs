//! Gemini function declarations: the subset of OpenAPI 3.0 that the `Schema`
//! message of the API knows.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::keyword::{Schema, describe, each_below, has_type};
use super::openai::items_of;
use super::report::Report;
use super::strict::split_types;

/// Keywords of the `Schema` message; others constrain and are dropped.
const KEYWORDS: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
    "minimum",
    "maximum",
];

pub(super) fn lower(root: &mut Schema, report: &mut Report) {
    root.remove("$defs");
    lower_schema(root, report);
}

fn lower_schema(schema: &mut Schema, report: &mut Report) {
    if schema.contains_key("$ref") {
        report.problem("Gemini has no references, and this one is recursive");
        schema.remove("$ref");
    }
    fold_constant(schema);
    fold_choice(schema);
    take_null_apart(schema);
    drop_impossible(schema);
    exclusive_bounds(schema);
    super::strict::fold_default(schema);
    if has_type(schema, "array") {
        let items = schema.get("items").filter(|items| items.is_object()).cloned();
        schema.insert("items".into(), items.unwrap_or_else(|| items_of(schema)));
    }
    note_map(schema);
    let is_string = has_type(schema, "string");
    let keep_format = |format: &Value| is_string && (format == "date-time" || format == "enum");
    schema.retain(|keyword, value| {
        KEYWORDS.contains(&keyword.as_str()) && (keyword != "format" || keep_format(value))
    });
    each_below(schema, report, |below, report| match below {
        Value::Object(below) => lower_schema(below, report),
        any => *any = any_value(),
    });
    drop_nullable_of_optional(schema);
    if says_nothing(schema) {
        schema.extend(any_value_members());
    }
}

/// `enum` is of strings there; other constants are told in words.
fn fold_constant(schema: &mut Schema) {
    if let Some(value) = schema.remove("const") {
        schema.insert("enum".into(), Value::Array(alloc::vec![value]));
    }
    let Some(Value::Array(values)) = schema.remove("enum") else { return };
    let nullable = values.iter().any(Value::is_null);
    let values: Vec<Value> = values.into_iter().filter(|value| !value.is_null()).collect();
    if !schema.contains_key("type") {
        schema.insert("type".into(), super::clean::type_of_all(&values));
    }
    if nullable {
        schema.insert("nullable".into(), true.into());
    }
    if values.iter().all(Value::is_string) {
        schema.insert("enum".into(), Value::Array(values));
    } else {
        let words: Vec<String> = values.iter().map(ToString::to_string).collect();
        describe(schema, &format!("One of {}", words.join(", ")));
    }
}

fn fold_choice(schema: &mut Schema) {
    if let Some(branches) = schema.remove("oneOf") {
        schema.entry("anyOf").or_insert(branches);
    }
}

/// Null is no type there but a property of one.
fn take_null_apart(schema: &mut Schema) {
    let mut nullable = schema.get("nullable") == Some(&Value::Bool(true));
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        nullable |= types.iter().any(|one| one == "null");
        types.retain(|one| one != "null");
        match types.as_slice() {
            [] => _ = schema.remove("type"),
            [one] => {
                _ = {
                    let one = one.clone();
                    schema.insert("type".into(), one)
                }
            }
            _ => split_types(schema),
        }
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        let before = branches.len();
        branches.retain(|branch| branch.get("type") != Some(&"null".into()));
        nullable |= branches.len() < before;
        if let [Value::Object(one)] = branches.as_slice() {
            let one = one.clone();
            schema.remove("anyOf");
            let own = core::mem::replace(schema, one);
            super::merge::lay_over(schema, own);
        }
    }
    if nullable {
        schema.insert("nullable".into(), true.into());
    }
}

/// Members that can have no value.
fn drop_impossible(schema: &mut Schema) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|_, property| *property != Value::Bool(false));
    }
}

/// A member that may be left out need not be null as well.
fn drop_nullable_of_optional(schema: &mut Schema) {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (name, property) in properties.iter_mut() {
        if let Value::Object(property) = property
            && !required.contains(&name.as_str().into())
        {
            property.remove("nullable");
        }
    }
}

/// `exclusiveMinimum` of integers moves by one; of other numbers it is told in
/// words.
fn exclusive_bounds(schema: &mut Schema) {
    for (exclusive, inclusive, step, word) in
        [("exclusiveMinimum", "minimum", 1, "above"), ("exclusiveMaximum", "maximum", -1, "below")]
    {
        let Some(bound) = schema.remove(exclusive) else { continue };
        match bound.as_i64().and_then(|bound| bound.checked_add(step)) {
            Some(moved) if has_type(schema, "integer") => {
                _ = schema.insert(inclusive.into(), moved.into())
            }
            _ => describe(schema, &format!("Must be {word} {bound}")),
        }
    }
}

/// A map has no names to list.
fn note_map(schema: &mut Schema) {
    let is_map = has_type(schema, "object") && !schema.contains_key("properties");
    let values = schema.get("additionalProperties").and_then(|values| values.get("type"));
    if let (true, Some(Value::String(kind))) = (is_map, values) {
        let sentence = format!("An object with any names; each value is of type {kind}");
        describe(schema, &sentence);
    }
}

fn says_nothing(schema: &Schema) -> bool {
    !["type", "anyOf", "enum"].iter().any(|keyword| schema.contains_key(*keyword))
}

/// What has no type is a choice of all, since each has to have one.
fn any_value_members() -> Schema {
    let kinds = ["string", "number", "boolean"].map(|kind| json!({ "type": kind }));
    let mut branches = kinds.to_vec();
    branches.push(json!({ "type": "array", "items": { "type": "string" } }));
    branches.push(json!({ "type": "object" }));
    super::keyword::object([("anyOf", Value::Array(branches)), ("nullable", true.into())])
}

fn any_value() -> Value {
    Value::Object(any_value_members())
}
