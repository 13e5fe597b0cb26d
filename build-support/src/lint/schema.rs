//! Rules about schemas.

use toolcrib::json::Value;
use toolcrib::text::Visible;

use super::finding::Place;
use super::rule::Rule;
use super::walk::children;

/// The largest schema, in bytes of its canonical form.
const MAX_SCHEMA: usize = 65_536;

pub(super) fn check(place: &mut Place<'_>, tool: Value<'_, '_>) {
    for field in ["inputSchema", "outputSchema"] {
        let Some(schema) = tool.get(field) else { continue };
        let path = format!("/{field}");
        let length = schema.to_canonical().len();
        if length > MAX_SCHEMA {
            let message = format!("the schema has {length} bytes, more than {MAX_SCHEMA}");
            place.report(Rule::LongSchema, &path, message);
        }
        if !references(place, &mut path.clone(), schema) {
            compiles(place, &path, schema);
        }
    }
    if let Some(schema) = tool.get("inputSchema") {
        arguments(place, schema);
    }
}

/// Calls are not checked against a schema that does not compile.
#[cfg(feature = "cli")]
fn compiles(place: &mut Place<'_>, path: &str, schema: Value<'_, '_>) {
    let schema = match serde_json::from_str(&schema.to_canonical()) {
        Ok(schema) => schema,
        Err(error) => {
            return place.report(Rule::UncheckedSchema, path, format!("cannot be read: {error}"));
        }
    };
    if let Err(error) = toolcrib::call::validate::Validator::new(&schema) {
        let field = format!("{path}{}", error.place());
        place.report(Rule::UncheckedSchema, &field, Visible(error.problem()).to_string());
    }
}

/// A build cannot compile schemas.
#[cfg(not(feature = "cli"))]
fn compiles(_: &mut Place<'_>, _: &str, _: Value<'_, '_>) {}

/// Reports each `$ref` that leaves the schema, except in plain data. Returns true
/// if there is one.
fn references(place: &mut Place<'_>, path: &mut String, schema: Value<'_, '_>) -> bool {
    let mut leaves = false;
    if let Some(target) = schema.get("$ref").and_then(Value::as_str)
        && !target.starts_with('#')
    {
        let message = format!("refers to `{}`, outside the schema", Visible(&target));
        place.report(Rule::ExternalReference, &format!("{path}/$ref"), message);
        leaves = true;
    }
    children(path, schema, |path, name, child| {
        if !matches!(name, Some("const" | "default" | "enum" | "example" | "examples")) {
            leaves |= references(place, path, child);
        }
    });
    leaves
}

/// Reports arguments without a description. One that refers to another schema may
/// have its description there.
fn arguments(place: &mut Place<'_>, schema: Value<'_, '_>) {
    let Some(properties) = schema.get("properties") else { return };
    let is_bare = |argument: &Value<'_, '_>| {
        argument.get("description").is_none() && argument.get("$ref").is_none()
    };
    let bare = properties.members().filter(|(_, argument)| is_bare(argument));
    let names: Vec<String> = bare.map(|(name, _)| format!("`{}`", Visible(&name))).collect();
    if !names.is_empty() {
        let message = format!("no description for {}", names.join(", "));
        place.report(Rule::MissingArgumentDescription, "/inputSchema/properties", message);
    }
}
