//! Where a schema holds schemas.
//!
//! Only these places are gone into: a property that is called `format`, or a
//! value under `default`, `const`, `enum` and `examples`, is never mistaken for
//! a keyword.

use alloc::string::String;

use serde_json::{Map, Value};

use super::report::Report;

/// The members of a schema that is not a boolean.
pub(super) type Schema = Map<String, Value>;

const BY_NAME: &[&str] =
    &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const IN_ORDER: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems"];
const SINGLE: &[&str] = &[
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
    "contentSchema",
];

/// Visits each schema that `schema` holds, booleans included, with its steps.
pub(super) fn each_below(
    schema: &mut Schema,
    report: &mut Report,
    mut visit: impl FnMut(&mut Value, &mut Report),
) {
    for (keyword, value) in schema.iter_mut() {
        let keyword = keyword.as_str();
        match value {
            Value::Object(by_name) if BY_NAME.contains(&keyword) => {
                for (name, schema) in by_name.iter_mut() {
                    report.at(&[keyword, name], |report| visit(schema, report));
                }
            }
            Value::Array(list) if IN_ORDER.contains(&keyword) || keyword == "items" => {
                for (index, schema) in list.iter_mut().enumerate() {
                    report
                        .at(&[keyword, &alloc::format!("{index}")], |report| visit(schema, report));
                }
            }
            schema if SINGLE.contains(&keyword) => {
                report.at(&[keyword], |report| visit(schema, report));
            }
            _ => {}
        }
    }
}

/// Visits each schema that `schema` holds and that is an object.
pub(super) fn each_object_below(
    schema: &mut Schema,
    report: &mut Report,
    mut visit: impl FnMut(&mut Schema, &mut Report),
) {
    each_below(schema, report, |schema, report| {
        if let Value::Object(schema) = schema {
            visit(schema, report);
        }
    });
}

/// Whether `type` is, or has among others, `name`.
pub(super) fn has_type(schema: &Schema, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == name,
        Some(Value::Array(several)) => several.iter().any(|one| one == name),
        _ => false,
    }
}

/// Appends a sentence to the description.
pub(super) fn describe(schema: &mut Schema, sentence: &str) {
    let text = match schema.get("description").and_then(Value::as_str) {
        Some(before) if !before.is_empty() => alloc::format!("{before}\n{sentence}"),
        _ => sentence.into(),
    };
    schema.insert("description".into(), text.into());
}

/// An object of these members.
pub(super) fn object(
    members: impl IntoIterator<Item = (&'static str, Value)>,
) -> Map<String, Value> {
    members.into_iter().map(|(key, value)| (key.into(), value)).collect()
}
