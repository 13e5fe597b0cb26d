//! Rules about schemas.

use toolcrib::catalog::Pointer;
use toolcrib::json::Value;
use toolcrib::text::Visible;

use super::finding::Place;
use super::rule::Rule;

/// The largest schema, in bytes of its canonical form.
const MAX_SCHEMA: usize = 65_536;

pub(super) fn check(place: &mut Place<'_>, tool: Value<'_, '_>) {
    for field in ["inputSchema", "outputSchema"] {
        let Some(schema) = tool.get(field) else { continue };
        let path = format!("/{field}");
        let length = schema.to_canonical().len();
        if length > MAX_SCHEMA {
            let message = format!("the schema has {length} bytes; {MAX_SCHEMA} are plenty");
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

/// A build has no part that compiles schemas.
#[cfg(not(feature = "cli"))]
fn compiles(_: &mut Place<'_>, _: &str, _: Value<'_, '_>) {}

/// `$ref` where a schema can have one; not in what is only data. Whether any
/// leaves the schema.
fn references(place: &mut Place<'_>, path: &mut String, schema: Value<'_, '_>) -> bool {
    let mut leaves = false;
    if let Some(target) = schema.get("$ref").and_then(Value::as_str)
        && !target.starts_with('#')
    {
        let message = format!("refers to `{}`, outside of the schema", Visible(&target));
        place.report(Rule::ExternalReference, &format!("{path}/$ref"), message);
        leaves = true;
    }
    for (name, member) in schema.members() {
        if matches!(&*name, "const" | "default" | "enum" | "example" | "examples") {
            continue;
        }
        let length = path.len();
        Pointer::push_token(path, &name);
        leaves |= references(place, path, member);
        path.truncate(length);
    }
    for (at, item) in schema.items().enumerate() {
        let length = path.len();
        Pointer::push_token(path, &at.to_string());
        leaves |= references(place, path, item);
        path.truncate(length);
    }
    leaves
}

/// Arguments whose own schema says nothing about them; one that refers to
/// another schema may be described there.
fn arguments(place: &mut Place<'_>, schema: Value<'_, '_>) {
    let Some(properties) = schema.get("properties") else { return };
    let is_bare = |argument: &Value<'_, '_>| {
        argument.get("description").is_none() && argument.get("$ref").is_none()
    };
    let bare = properties.members().filter(|(_, argument)| is_bare(argument));
    let names: Vec<String> = bare.map(|(name, _)| format!("`{}`", Visible(&name))).collect();
    if !names.is_empty() {
        let message = format!("no description of {}", names.join(", "));
        place.report(Rule::MissingArgumentDescription, "/inputSchema/properties", message);
    }
}
