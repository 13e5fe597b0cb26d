//! OpenAI functions without `strict`.

use serde_json::{Value, json};

use super::keyword::{Schema, each_object_below, has_type};
use super::report::Report;

/// Arrays say what is in them, and the root has members, if none.
pub(super) fn lower(root: &mut Schema) {
    root.entry("properties").or_insert_with(|| json!({}));
    add_items(root);
}

fn add_items(schema: &mut Schema) {
    if has_type(schema, "array") && !schema.contains_key("items") {
        schema.insert("items".into(), items_of(schema));
    }
    each_object_below(schema, &mut Report::default(), |below, _| add_items(below));
}

/// Of a tuple: one of its parts.
pub(super) fn items_of(schema: &Schema) -> Value {
    match schema.get("prefixItems").and_then(Value::as_array) {
        Some(parts) => match parts.as_slice() {
            [first, rest @ ..] if rest.iter().all(|part| part == first) => first.clone(),
            parts => json!({ "anyOf": parts }),
        },
        None => json!({}),
    }
}
