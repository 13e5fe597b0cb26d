//! Checks arguments against the tool's schema before anything runs.
//!
//! # What counts
//! JSON Schema 2020-12, or the draft that `$schema` names (4, 6, 7 and 2019-09; an
//! unknown one counts as 2020-12). `format`, `contentEncoding`, `contentMediaType` and
//! unknown keywords are annotations in every draft. Patterns can have look-around and
//! back-references; if such a pattern cannot decide within a limit of steps, or the text
//! is longer than 500 bytes, it counts as matched. Nothing is ever fetched: a `$ref` that
//! leaves the schema is a [`SchemaError`].
//!
//! A schema that cannot be compiled does not block calls: see [`Validator::any_object`].
//!
//! # What is taken although it is not quite right
//! A valid value is passed on unchanged, except for the first row. Where the schema does
//! not take a value:
//!
//! | found | the schema takes | becomes |
//! |---|---|---|
//! | `30.0`, up to 2^53 | integers and no other numbers | `30` |
//! | `"30"`, `"-1.5"` | numbers, and no strings | the number, if no digit is lost |
//! | `"true"`, `"false"` | booleans, and no strings | the boolean |
//! | `"[1]"`, `"{}"` | arrays or objects, and no strings | what the text says |
//! | `2574604874062343519` | strings, and no numbers | its digits as a string |
//! | `null` for an optional property | anything but `null` | no property |
//! | the arguments as a text of JSON, or none | | the object |
//!
//! If a schema has several forms, a value is mended only if all of them lead to the same
//! result. Mended values are checked again.
//!
//! Digits are never lost: integers keep 64 bits in either spelling. A double beyond 2^53
//! in a place for integers is refused, because it was rounded before it came here.
//!
//! # Bounds
//! At most 16 faults of at most 600 bytes are reported, after a number of steps that does
//! not depend on the schema. Arguments nested deeper than 128 levels are refused.

mod branches;
mod compiler;
mod explain;
mod judges;
mod kinds;
mod mend;
mod needs;
mod outside;
mod path;
mod pattern;
mod report;
mod schema;
mod survey;
mod walk;

use std::prelude::v1::*;

use core::fmt;

use serde_json::{Map, Value};

pub use compiler::SchemaError;
#[cfg(feature = "session")]
pub(crate) use mend::whole_number;
pub use needs::needs_validation;

use crate::arguments::object;
use crate::error::ArgumentError;
use crate::told::argument;
use path::Path;
use schema::Compiled;
use survey::{MAX_DEPTH, Survey};
use walk::Walk;

/// The compiled schema of one tool.
///
/// ```
/// use serde_json::json;
/// use toolcrib::call::validate::Validator;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"id": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}},
///     "required": ["id"],
/// });
/// let validator = Validator::new(&schema)?;
///
/// let mut arguments = json!({"id": "30", "tags": ["a"]});
/// assert!(validator.check(&mut arguments).is_ok());
/// assert_eq!(arguments, json!({"id": 30, "tags": ["a"]}));
///
/// let errors = validator.check(&mut json!({"tags": ["a", 5.5]})).unwrap_err();
/// assert_eq!(errors[0].to_string(), "`id`: required, and not given");
/// assert_eq!(errors[1].to_string(), "`tags[1]`: expected a string, found 5.5");
/// # Ok::<(), toolcrib::call::validate::SchemaError>(())
/// ```
pub struct Validator {
    compiled: Option<Compiled>,
}

impl Validator {
    /// Compiles a schema. O(n) for n bytes, plus the compilation of its patterns.
    ///
    /// # Errors
    /// It is not a valid schema, has a reference that leaves it, or has an invalid
    /// pattern.
    pub fn new(schema: &Value) -> Result<Self, SchemaError> {
        Ok(Self { compiled: Some(schema::compile(schema)?) })
    }

    /// Takes any object, for a tool whose schema cannot be compiled: the tool then checks
    /// its arguments itself.
    #[must_use]
    pub const fn any_object() -> Self {
        Self { compiled: None }
    }

    /// Whether the value is valid as it stands: the answer of `jsonschema`, within the
    /// limits of depth and patterns.
    #[must_use]
    pub fn is_valid(&self, value: &Value) -> bool {
        self.out_of_bounds(Survey::of(value)).is_none() && self.accepts(value)
    }

    /// What is refused before it is looked at.
    fn out_of_bounds(&self, survey: Survey) -> Option<Vec<ArgumentError>> {
        let most = self.compiled.as_ref().and_then(|compiled| compiled.longest_name);
        let message = match most {
            _ if survey.too_deep => argument::too_deep(MAX_DEPTH),
            Some(most) if survey.longest_name > most => argument::name_too_long(most),
            _ => return None,
        };
        Some(vec![ArgumentError::new("", message)])
    }

    fn accepts(&self, value: &Value) -> bool {
        self.compiled.as_ref().is_none_or(|compiled| compiled.strict.is_valid(value))
    }

    /// Checks a value without mending it, for results and their `outputSchema`.
    ///
    /// # Errors
    /// The faults, with their places.
    pub fn validate(&self, value: &Value) -> Result<(), Vec<ArgumentError>> {
        match self.out_of_bounds(Survey::of(value)) {
            Some(errors) => Err(errors),
            None if self.accepts(value) => Ok(()),
            None => Err(self.explain(value)),
        }
    }

    /// Checks the arguments of a call and mends what can be mended. Refused arguments are
    /// not changed.
    ///
    /// # Errors
    /// The faults that were not mended, with their places, up to a limit.
    pub fn check(&self, arguments: &mut Value) -> Result<(), Vec<ArgumentError>> {
        let survey = Survey::of(arguments);
        if let Some(errors) = self.out_of_bounds(survey) {
            return Err(errors);
        }
        if !survey.whole_float && arguments.is_object() && self.accepts(arguments) {
            return Ok(());
        }
        let members = object(arguments.clone()).map_err(|error| vec![error])?;
        *arguments = Value::Object(self.mended(members)?);
        Ok(())
    }

    /// What [`check`](Self::check) makes of the members of an object.
    #[cold]
    pub(crate) fn mended(
        &self,
        members: Map<String, Value>,
    ) -> Result<Map<String, Value>, Vec<ArgumentError>> {
        let mut candidate = Value::Object(members);
        if let Some(errors) = self.out_of_bounds(Survey::of(&candidate)) {
            return Err(errors);
        }
        if let Some(compiled) = &self.compiled {
            self.mend(compiled, &mut candidate)?;
        }
        match candidate {
            Value::Object(members) => Ok(members),
            other => object(other).map_err(|error| vec![error]),
        }
    }

    fn mend(&self, compiled: &Compiled, candidate: &mut Value) -> Result<(), Vec<ArgumentError>> {
        let walk = Walk::new(compiled);
        walk.mend(&walk.root(), candidate, &Path::Root);
        match (walk.inexact(), self.accepts(candidate)) {
            (inexact, true) if inexact.is_empty() => Ok(()),
            (inexact, true) => Err(inexact),
            (_, false) => Err(walk.reasons(candidate)),
        }
    }

    #[cold]
    fn explain(&self, value: &Value) -> Vec<ArgumentError> {
        let walk = self.compiled.as_ref().map(Walk::new);
        walk.map(|walk| walk.reasons(value)).unwrap_or_default()
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draft = self.compiled.as_ref().map(|compiled| compiled.draft);
        f.debug_struct("Validator").field("draft", &draft).finish_non_exhaustive()
    }
}
