//! Two schemas that both hold, as one.

use alloc::vec::Vec;

use serde_json::Value;

use super::keyword::Schema;

/// `more` laid over `schema`: members of both objects, what both require; of
/// any other keyword that both have, the one of `more`.
pub(super) fn lay_over(schema: &mut Schema, more: Schema) {
    for (keyword, value) in more {
        match (schema.get_mut(&keyword), value) {
            (Some(Value::Object(here)), Value::Object(there)) if is_table(&keyword) => {
                here.extend(there);
            }
            (Some(Value::Array(here)), Value::Array(there)) if keyword == "required" => {
                add_missing(here, there);
            }
            (_, value) => _ = schema.insert(keyword, value),
        }
    }
}

fn is_table(keyword: &str) -> bool {
    matches!(keyword, "properties" | "$defs" | "definitions" | "patternProperties")
}

fn add_missing(here: &mut Vec<Value>, there: Vec<Value>) {
    for value in there {
        if !here.contains(&value) {
            here.push(value);
        }
    }
}

/// `allOf` written out, when all its parts are objects that say no more than
/// members, or there is only one part.
pub(super) fn flatten_all_of(schema: &mut Schema) {
    let Some(Value::Array(parts)) = schema.get("allOf") else { return };
    let single = parts.len() == 1;
    let mergeable = parts.iter().all(|part| {
        part.as_object().is_some_and(|part| single || part.keys().all(|key| is_plain(key)))
    });
    if !mergeable {
        return;
    }
    let Some(Value::Array(parts)) = schema.remove("allOf") else { return };
    let own = core::mem::take(schema);
    for part in parts {
        if let Value::Object(part) = part {
            lay_over(schema, part);
        }
    }
    lay_over(schema, own);
}

fn is_plain(keyword: &str) -> bool {
    matches!(keyword, "type" | "properties" | "required" | "description" | "title")
}
