//! From a tool's schema to compiled rules.

use std::prelude::v1::*;
use std::sync::OnceLock;

use jsonschema::Draft;
use serde_json::Value;

use super::compiler::{SchemaError, build, options};
use super::judges::Judges;
use super::pattern;
use super::survey::{MAX_DEPTH, Survey};

/// A schema with its compiled form.
pub(super) struct Compiled {
    pub(super) schema: Value,
    pub(super) draft: Draft,
    pub(super) strict: jsonschema::Validator,
    /// Longest name of a property, in bytes, where there is such a bound.
    pub(super) longest_name: Option<usize>,
    judges: OnceLock<Judges>,
}

impl Compiled {
    /// Of its parts; made when something is mended or explained.
    pub(super) fn judges(&self) -> &Judges {
        self.judges.get_or_init(|| Judges::new(self.draft, &self.schema))
    }
}

pub(super) fn compile(schema: &Value) -> Result<Compiled, SchemaError> {
    if !(schema.is_object() || schema.is_boolean()) {
        return Err(SchemaError::new("", "the schema is neither an object nor `true` or `false`"));
    }
    if Survey::of(schema).too_deep {
        let problem = format!("the schema is nested more than {MAX_DEPTH} levels deep");
        return Err(SchemaError::new("", problem));
    }
    let draft = draft_of(schema);
    let mut schema = schema.clone();
    forget_dialects(&mut schema);
    let strict = build(&options(draft), &schema)?;
    let longest_name = pattern::longest_name(&schema);
    Ok(Compiled { schema, draft, strict, longest_name, judges: OnceLock::new() })
}

/// The draft that `$schema` names; 2020-12 where it names none that is known.
fn draft_of(schema: &Value) -> Draft {
    let named = schema.get("$schema").and_then(Value::as_str).and_then(known);
    named.unwrap_or(Draft::Draft202012)
}

fn known(dialect: &str) -> Option<Draft> {
    let name = dialect.trim().trim_end_matches('#').trim_end_matches('/');
    let name = name.trim_start_matches("http://").trim_start_matches("https://");
    Some(match name {
        "json-schema.org/draft-04/schema" => Draft::Draft4,
        "json-schema.org/draft-06/schema" => Draft::Draft6,
        "json-schema.org/draft-07/schema" => Draft::Draft7,
        "json-schema.org/draft/2019-09/schema" => Draft::Draft201909,
        "json-schema.org/draft/2020-12/schema" => Draft::Draft202012,
        _ => return None,
    })
}

/// Takes `$schema` away: the draft is settled, and one that is not known would
/// have to be fetched.
fn forget_dialects(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(forget_dialects),
        Value::Object(members) => {
            if members.get("$schema").is_some_and(Value::is_string) {
                members.remove("$schema");
            }
            let data = ["const", "enum", "default", "examples"];
            let schemas = members.iter_mut().filter(|(key, _)| !data.contains(&key.as_str()));
            schemas.for_each(|(_, schema)| forget_dialects(schema));
        }
        _ => {}
    }
}
