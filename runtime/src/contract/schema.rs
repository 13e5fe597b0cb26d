//! What the schema of arguments has to be.

use alloc::format;
use alloc::string::String;

use super::fault::Found;
use super::table::Table;
use crate::json::Value;
use crate::text::Visible;

const EMPTY: &str =
    "for a tool without arguments write `{\"type\": \"object\", \"properties\": {}}`";

/// The canonical text of the schema, where it is one of an object.
pub(super) fn input(root: &Table<'_, '_>, found: &mut Found) -> Option<String> {
    if root.get("input_schema").is_none() {
        found.error(&*root.place, "`input_schema` is missing", EMPTY);
    }
    let schema = root.table("input_schema", found)?;
    kind(&schema, found);
    properties(&schema, found);
    Some(schema.value.to_canonical())
}

pub(super) fn output(root: &Table<'_, '_>, found: &mut Found) -> Option<String> {
    let schema = root.table("output_schema", found)?;
    kind(&schema, found);
    Some(schema.value.to_canonical())
}

fn kind(schema: &Table<'_, '_>, found: &mut Found) {
    if schema.get("type").and_then(Value::as_str).as_deref() != Some("object") {
        let place = match schema.get("type") {
            Some(_) => schema.place_of("type"),
            None => schema.place.clone(),
        };
        found.error(
            place,
            "is not the schema of an object",
            "write `type = \"object\"` at its root",
        );
    }
}

fn properties(schema: &Table<'_, '_>, found: &mut Found) {
    let table = schema.table("properties", found);
    for (name, value) in table.iter().flat_map(|table| table.value.members()) {
        if !value.is_object() && value.as_bool().is_none() {
            let place = Table::new(schema.value, &schema.place_of("properties")).place_of(&name);
            found.error(
                place,
                format!("is {}, not a schema", value.type_name()),
                "make it a table",
            );
        }
    }
    let known = |name: &str| table.as_ref().is_some_and(|table| table.get(name).is_some());
    for (place, item) in schema.list("required", found) {
        match item.as_str() {
            Some(name) if known(&name) => {}
            Some(name) => {
                let message =
                    format!("requires `{}`, which `properties` does not have", Visible(&name));
                found.error(place, message, "add it there, or remove it here");
            }
            None => found.error(place, format!("is {}", item.type_name()), "make it a text"),
        }
    }
}
