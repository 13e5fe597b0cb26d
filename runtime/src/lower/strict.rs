//! OpenAI functions with `strict: true`.
//!
//! The subset is that of OpenAI's "Structured Outputs" guide: every object is
//! closed and requires all its members, choices are `anyOf`, and a value has
//! one of the types that are written out.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::clean::type_of_all;
use super::keyword::{Schema, describe, each_object_below, has_type};
use super::report::Report;

/// Keywords that strict mode knows; others constrain and are dropped.
const KEYWORDS: &[&str] = &[
    "type",
    "description",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "anyOf",
    "$ref",
    "$defs",
    "pattern",
    "format",
    "multipleOf",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
];
const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
const MAX_PROPERTIES: usize = 5_000;
const MAX_NESTING: usize = 10;

pub(super) fn lower(root: &mut Schema, report: &mut Report) {
    root.entry("properties").or_insert_with(|| json!({}));
    root.entry("additionalProperties").or_insert(Value::Bool(false));
    let mut count = 0;
    lower_schema(root, report, 0, &mut count);
    if count > MAX_PROPERTIES {
        report.problem("strict mode allows 5,000 properties in all");
    }
}

fn lower_schema(schema: &mut Schema, report: &mut Report, nesting: usize, count: &mut usize) {
    rename_choice(schema);
    fold_constant(schema);
    wrap_reference(schema);
    if has_type(schema, "array") {
        check_array(schema, report);
    }
    let is_object = has_type(schema, "object") || schema.contains_key("properties");
    if is_object {
        close_object(schema, report, nesting, count);
    }
    fold_default(schema);
    if says_nothing(schema) {
        report.problem("strict mode cannot take any value: name the type");
    }
    schema.retain(|keyword, _| KEYWORDS.contains(&keyword.as_str()));
    drop_format(schema);
    let nesting = nesting + usize::from(is_object);
    each_object_below(schema, report, |below, report| lower_schema(below, report, nesting, count));
}

fn rename_choice(schema: &mut Schema) {
    if let Some(branches) = schema.remove("oneOf") {
        schema.entry("anyOf").or_insert(branches);
    }
    if let Some(Value::Array(types)) = schema.get("type").filter(|_| !schema.contains_key("anyOf"))
    {
        let apart = types.iter().filter(|one| *one != "null").count() > 1;
        if apart && !schema.contains_key("enum") {
            split_types(schema);
        }
    }
}

/// Several types as a choice of one each.
pub(super) fn split_types(schema: &mut Schema) {
    let Some(Value::Array(types)) = schema.remove("type") else { return };
    let description = schema.remove("description");
    let common = core::mem::take(schema);
    let branches = types.into_iter().map(|kind| {
        let mut branch = common.clone();
        branch.insert("type".into(), kind);
        Value::Object(branch)
    });
    schema.insert("anyOf".into(), Value::Array(branches.collect()));
    schema.extend(description.map(|text| ("description".to_string(), text)));
}

/// `const` as an `enum` of one, and the type of an `enum` that names none.
fn fold_constant(schema: &mut Schema) {
    if let Some(value) = schema.remove("const") {
        schema.insert("enum".into(), Value::Array(alloc::vec![value]));
    }
    if let (Some(Value::Array(values)), None) = (schema.get("enum"), schema.get("type")) {
        let kind = type_of_all(values);
        schema.insert("type".into(), kind);
    }
}

/// A reference stands alone.
fn wrap_reference(schema: &mut Schema) {
    if schema.len() > 1
        && let Some(reference) = schema.remove("$ref")
    {
        let description = schema.remove("description");
        schema.clear();
        schema.insert("anyOf".into(), json!([{ "$ref": reference }]));
        schema.extend(description.map(|text| ("description".to_string(), text)));
    }
}

fn check_array(schema: &Schema, report: &mut Report) {
    if schema.contains_key("prefixItems") {
        report.problem("strict mode has no tuples: take a struct, or an array of one type");
    } else if !schema.get("items").is_some_and(Value::is_object) {
        report.problem("strict mode needs the type of an array's items");
    }
}

fn close_object(schema: &mut Schema, report: &mut Report, nesting: usize, count: &mut usize) {
    let is_map = schema.contains_key("patternProperties")
        || !matches!(schema.get("additionalProperties"), None | Some(Value::Bool(_)))
        || (!schema.contains_key("properties")
            && schema.get("additionalProperties") != Some(&false.into()));
    if is_map {
        report.problem("strict mode has no maps: take an array of pairs, or a struct");
        return;
    }
    if nesting >= MAX_NESTING {
        report.problem("strict mode allows 10 levels of objects");
    }
    let required: Vec<Value> =
        schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    let Some(properties) = properties.as_object_mut() else { return };
    properties.retain(|_, property| *property != Value::Bool(false));
    *count += properties.len();
    for (name, property) in properties.iter_mut() {
        if *property == Value::Bool(true) {
            *property = json!({});
        }
        if let (Value::Object(property), false) =
            (property, required.contains(&name.as_str().into()))
        {
            make_nullable(property);
        }
    }
    let names = in_order(required, properties);
    schema.insert("required".into(), Value::Array(names));
    schema.insert("additionalProperties".into(), false.into());
}

/// Those that were required first, as they stood; then the others.
fn in_order(required: Vec<Value>, properties: &Schema) -> Vec<Value> {
    let known = |name: &Value| name.as_str().is_some_and(|name| properties.contains_key(name));
    let mut names: Vec<Value> = required.into_iter().filter(known).collect();
    for name in properties.keys().map(|name| Value::from(name.as_str())) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Null says "not given".
fn make_nullable(property: &mut Schema) {
    rename_choice(property);
    fold_constant(property);
    if let Some(Value::Array(values)) = property.get_mut("enum") {
        push_missing(values, Value::Null);
    }
    if let Some(kind) = property.get_mut("type") {
        let mut types = match kind.take() {
            Value::Array(types) => types,
            one => alloc::vec![one],
        };
        push_missing(&mut types, "null".into());
        *kind = Value::Array(types);
    } else if let Some(Value::Array(branches)) = property.get_mut("anyOf") {
        push_missing(branches, json!({ "type": "null" }));
    } else if let Some(reference) = property.remove("$ref") {
        property.insert("anyOf".into(), json!([{ "$ref": reference }, { "type": "null" }]));
    }
}

fn push_missing(values: &mut Vec<Value>, value: Value) {
    if !values.contains(&value) {
        values.push(value);
    }
}

/// Strict mode refuses `default`; the model may still know it.
pub(super) fn fold_default(schema: &mut Schema) {
    if let Some(default) = schema.remove("default").filter(|default| !default.is_null()) {
        let sentence = alloc::format!("Default: {default}");
        describe(schema, &sentence);
    }
}

fn says_nothing(schema: &Schema) -> bool {
    !["type", "anyOf", "enum", "$ref"].iter().any(|keyword| schema.contains_key(*keyword))
}

fn drop_format(schema: &mut Schema) {
    let known = |format: &String| FORMATS.contains(&format.as_str());
    if let Some(Value::String(format)) = schema.get("format")
        && !known(format)
    {
        schema.remove("format");
    }
}
