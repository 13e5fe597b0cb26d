//! From a tool's schema to compiled rules.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::prelude::v1::*;
use std::sync::OnceLock;

use core::fmt;

use jsonschema::{Draft, ReferencingError, ValidationError, ValidationOptions};
use serde_json::Value;

use super::judges::Judges;
use super::survey::{MAX_DEPTH, Survey};
use super::{outside, pattern};
use crate::arguments::show;

/// Why a schema cannot be checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    place: String,
    problem: String,
}

impl SchemaError {
    pub(crate) fn new(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { place: place.into(), problem: problem.into() }
    }

    /// Where in the schema, as a JSON pointer; `""` for the whole.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong there.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => write!(f, "arguments cannot be checked: {}", self.problem),
            place => write!(f, "arguments cannot be checked: {} (at `{place}`)", self.problem),
        }
    }
}

impl core::error::Error for SchemaError {}

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

/// Never fetches, whatever features another crate has turned on. `format`,
/// `contentEncoding` and `contentMediaType` are annotations in every draft, as
/// 2020-12 has them.
pub(super) fn options<'r>(draft: Draft) -> ValidationOptions<'r> {
    jsonschema::options()
        .with_draft(draft)
        .offline()
        .should_validate_formats(false)
        .without_content_encoding_support("base64")
        .without_content_media_type_support("application/json")
        .with_keyword("pattern", pattern::keyword)
        // Those of `patternProperties`.
        .with_pattern_options(pattern::bounded())
}

/// A schema is anyone's text: a fault of the compiler it may hit stays here.
pub(super) fn build(
    options: &ValidationOptions<'_>,
    schema: &Value,
) -> Result<jsonschema::Validator, SchemaError> {
    match catch_unwind(AssertUnwindSafe(|| options.build(schema))) {
        Ok(built) => built.map_err(|error| refusal(&error, options, schema)),
        Err(_) => Err(SchemaError::new("", "the schema made its compiler panic")),
    }
}

fn refusal(
    error: &ValidationError<'_>,
    options: &ValidationOptions<'_>,
    schema: &Value,
) -> SchemaError {
    use jsonschema::error::ValidationErrorKind as Kind;
    let problem = match error.kind() {
        Kind::Referencing(ReferencingError::Unretrievable { uri, .. }) => format!(
            "`$ref` to `{}`, which is not part of the schema, and nothing is fetched",
            show::cut(outside::first(options, schema).as_ref().unwrap_or(uri), 200)
        ),
        _ => show::cut(&error.to_string(), 300),
    };
    SchemaError::new(show::cut(error.instance_path().as_str(), 200), problem)
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
