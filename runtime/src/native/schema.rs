//! The JSON Schema of a tool, in the form that goes over the wire.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::arg::{Arg, SchemaFn};
use super::cache::Cache;
use super::order;
use super::parts::Parts;
use super::tracer::Variants;
use crate::validate::Validator;

/// What tells the instances of a generic tool apart: its tables and functions.
type Instance = (usize, usize, usize);

/// Caches of tools in generic impls. An entry is never removed, and there is
/// one an instance that the program names, so the map is bounded.
static GENERIC: Mutex<BTreeMap<Instance, &'static Cache>> = Mutex::new(BTreeMap::new());

impl Parts {
    fn cache(&self) -> &'static Cache {
        self.cache.unwrap_or_else(|| cache_of_generic(self))
    }

    pub(super) fn input_schema(&self) -> &'static Value {
        self.cache().input.get_or_init(|| input(self))
    }

    pub(super) fn output_schema(&self) -> Option<&'static Value> {
        self.cache().output.get_or_init(|| (self.output)()).as_ref()
    }

    /// Of a schema that does not compile, one that takes any object: then the
    /// decoder has the last word.
    pub(super) fn validator(&self) -> &'static Validator {
        let compiled = || Validator::new(self.input_schema());
        self.cache().validator.get_or_init(|| compiled().unwrap_or(Validator::any_object()))
    }
}

fn cache_of_generic(parts: &Parts) -> &'static Cache {
    let key = (
        parts.arguments.as_ptr() as usize,
        parts.flatten.map_or(0, |schema| schema as usize),
        parts.output as usize,
    );
    let mut caches = GENERIC.lock().unwrap_or_else(PoisonError::into_inner);
    caches.entry(key).or_insert_with(|| Box::leak(Box::default()))
}

/// The schema of the arguments.
fn input(parts: &Parts) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut variants = Vec::new();
    let mut schema = match parts.flatten {
        Some(root) => flattened(root, &mut generator, &mut variants),
        None => object(parts.arguments, &mut generator, &mut variants),
    };
    explicit(&mut schema);
    order::apply(&mut schema, &variants);
    Value::Object(schema)
}

/// The schema of a result; only objects, as MCP has it.
pub(super) fn output<T: JsonSchema>() -> Option<Value> {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = without_header(generator.into_root_schema_for::<T>().to_value())?;
    explicit(&mut schema);
    (schema.get("type")? == "object").then_some(Value::Object(schema))
}

fn flattened(
    root: SchemaFn,
    generator: &mut SchemaGenerator,
    variants: &mut Vec<Variants>,
) -> Map<String, Value> {
    let mut schema = without_header(root(generator, variants).to_value()).unwrap_or_default();
    schema.entry("type").or_insert_with(|| "object".into());
    schema
}

/// Neither dialect nor the type's name is of use to a model; a description of
/// the struct stays.
fn without_header(schema: Value) -> Option<Map<String, Value>> {
    let Value::Object(mut schema) = schema else { return None };
    schema.remove("$schema");
    schema.remove("title");
    Some(schema)
}

fn object(
    arguments: &[Arg],
    generator: &mut SchemaGenerator,
    variants: &mut Vec<Variants>,
) -> Map<String, Value> {
    let properties: Map<String, Value> =
        arguments.iter().map(|arg| (arg.name.into(), property(arg, generator, variants))).collect();
    let required: Vec<Value> =
        arguments.iter().filter(|arg| arg.is_required()).map(|arg| arg.name.into()).collect();
    let definitions = generator.take_definitions(true);
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), Value::Object(properties));
    insert_unless_empty(&mut schema, "required", Value::Array(required));
    schema.insert("additionalProperties".into(), false.into());
    insert_unless_empty(&mut schema, "$defs", Value::Object(definitions));
    schema
}

fn insert_unless_empty(schema: &mut Map<String, Value>, keyword: &str, value: Value) {
    if value != json!([]) && value != json!({}) {
        schema.insert(keyword.into(), value);
    }
}

fn property(arg: &Arg, generator: &mut SchemaGenerator, variants: &mut Vec<Variants>) -> Value {
    let mut schema = (arg.schema)(generator, variants);
    let schema = schema.ensure_object();
    if !arg.description.is_empty() {
        schema.insert("description".into(), arg.description.into());
    }
    if let Some(default) = arg.default.and_then(|default| default()) {
        schema.insert("default".into(), default);
    }
    if let Some(examples) = arg.examples {
        schema.insert("examples".into(), Value::Array(examples()));
    }
    if let Some(range) = &arg.range {
        range.describe(schema);
    }
    Value::Object(core::mem::take(schema))
}

/// Says "any value" with a keyword: models and providers read `true` and `{}`
/// as a mistake.
fn explicit(schema: &mut Map<String, Value>) {
    let mut schema_of_all = schemars::Schema::from(core::mem::take(schema));
    explicit_below(&mut schema_of_all);
    *schema = core::mem::take(schema_of_all.ensure_object());
}

fn explicit_below(schema: &mut schemars::Schema) {
    if schema.as_bool() == Some(true) || schema.as_object().is_some_and(says_nothing) {
        let types = json!(["object", "array", "string", "number", "boolean", "null"]);
        schema.insert("type".into(), types);
        return;
    }
    schemars::transform::transform_subschemas(&mut explicit_below, schema);
}

/// Only words for people, no keyword that a value could fail.
fn says_nothing(schema: &Map<String, Value>) -> bool {
    let notes = ["title", "description", "default", "examples", "deprecated"];
    schema.keys().all(|keyword| notes.contains(&keyword.as_str()))
}
