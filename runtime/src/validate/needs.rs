//! Whether decoding alone would let something pass that the schema refuses.

use std::prelude::v1::*;

use serde_json::{Map, Value};

/// Keywords of a rule that no type of Rust's stands for.
const RULES: [&str; 24] = [
    "$dynamicRef",
    "$recursiveRef",
    "additionalItems",
    "allOf",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "if",
    "maxLength",
    "maxProperties",
    "minLength",
    "minProperties",
    "multipleOf",
    "not",
    "pattern",
    "patternProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Whether the schema of a native tool has rules that decoding does not enforce: lengths,
/// patterns, limits of numbers and lists, unique items. `#[arg(range = …)]` counts as
/// well, although decoding enforces it, because a limit on the type looks the same.
///
/// Decoding enforces types, required and unknown arguments, enums and tuples. An `enum`
/// or `type` that is added by hand to a wider Rust type is not noticed.
///
/// O(n) for n schemas.
///
/// ```
/// use serde_json::json;
/// use toolcrib::call::validate::needs_validation;
///
/// let plain = json!({"type": "object", "properties": {"n": {"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255}}});
/// assert!(!needs_validation(&plain));
/// assert!(needs_validation(&json!({"properties": {"s": {"type": "string", "minLength": 1}}})));
/// ```
#[must_use]
pub fn needs_validation(schema: &Value) -> bool {
    let Some(members) = schema.as_object() else {
        return schema == &Value::Bool(false);
    };
    RULES.iter().any(|rule| members.contains_key(*rule))
        || limits_number(members)
        || limits_list(members)
        || members.iter().any(|(keyword, inner)| inner_needs(keyword, inner))
}

fn inner_needs(keyword: &str, inner: &Value) -> bool {
    match (keyword, inner) {
        ("properties" | "$defs" | "definitions", Value::Object(schemas)) => {
            schemas.values().any(needs_validation)
        }
        ("anyOf" | "oneOf" | "prefixItems" | "items", Value::Array(schemas)) => {
            schemas.iter().any(needs_validation)
        }
        // That there are no others is what the decoder makes sure of.
        ("items" | "additionalProperties", Value::Bool(_)) => false,
        ("items" | "additionalProperties", schema) => needs_validation(schema),
        _ => false,
    }
}

/// Limits other than those of the integer that `format` names.
fn limits_number(members: &Map<String, Value>) -> bool {
    let format = members.get("format").and_then(Value::as_str).unwrap_or_default();
    let (least, most): (i64, i64) = match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint" | "uint32" | "uint64" | "uint128" => (0, i64::MAX),
        _ => (i64::MIN, i64::MAX),
    };
    let narrower = |keyword: &str, implied: i64| {
        members.get(keyword).is_some_and(|limit| limit.as_i64() != Some(implied))
    };
    narrower("minimum", least) || narrower("maximum", most)
}

/// Sizes other than that of a tuple.
fn limits_list(members: &Map<String, Value>) -> bool {
    let parts = members.get("prefixItems").and_then(Value::as_array).map(Vec::len);
    let other = |keyword: &str| {
        let limit = members.get(keyword).map(Value::as_u64);
        limit.is_some_and(|limit| limit.and_then(|limit| usize::try_from(limit).ok()) != parts)
    };
    other("minItems") || other("maxItems")
}
