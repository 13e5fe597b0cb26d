//! Compiles schemas.

use crate::text::debug_as_display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::prelude::v1::*;

use core::fmt;

use jsonschema::{Draft, ReferencingError, ValidationError, ValidationOptions};
use serde_json::Value;

use super::{outside, pattern};
use crate::told::show;

/// Why a schema cannot be compiled.
#[derive(Clone, PartialEq, Eq)]
pub struct SchemaError {
    place: String,
    problem: String,
}

impl SchemaError {
    pub(crate) fn new(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { place: place.into(), problem: problem.into() }
    }

    /// The place in the schema, as a JSON pointer; empty for the whole.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong.
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

debug_as_display!(SchemaError);

impl core::error::Error for SchemaError {}

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
