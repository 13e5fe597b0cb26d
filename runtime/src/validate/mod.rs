//! Arguments against the tool's schema, before anything runs.
//!
//! # What counts
//! JSON Schema 2020-12, or the draft that `$schema` names (4, 6, 7 and 2019-09;
//! one that is not known counts as 2020-12). `format`, `contentEncoding` and
//! `contentMediaType` are annotations in every draft, and so are keywords that
//! the draft does not know. Patterns may have look-around and back-references;
//! what such a one cannot decide within a bound of steps, or of a text beyond
//! 500 bytes, counts as matched. Nothing is ever fetched: a `$ref` that leaves the schema is a [`SchemaError`].
//!
//! A schema that cannot be compiled blocks no call: see [`Validator::any_object`].
//!
//! # What is taken although it is not quite right
//! A value that is right as it stands is handed on as it stands, but for the
//! first row. Otherwise, wherever the schema there does not take what it found:
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
//! Where a schema has several forms, the mended value counts when it is the
//! only one that any of them leads to. What has been mended is checked again.
//!
//! Digits are never lost: integers keep 64 bits in either spelling. A number
//! that only a double can hold, in a place for integers and beyond 2^53, is
//! refused: it has been rounded before it came here.
//!
//! # Bounds
//! At most 16 problems of at most 600 bytes are reported, after a number of
//! steps that does not depend on the schema; arguments nested deeper than 128
//! levels are refused.

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
    /// Compiles a schema: O(n) for n bytes, and what the patterns in it take.
    ///
    /// # Errors
    /// It is no schema, refers to what is not in it, or has a pattern that is
    /// no regular expression.
    pub fn new(schema: &Value) -> Result<Self, SchemaError> {
        Ok(Self { compiled: Some(schema::compile(schema)?) })
    }

    /// Takes any object: for a tool whose schema cannot be compiled. Its calls
    /// are left to the tool to check; that this is so is for the toolbox to say
    /// when it is built or warmed up.
    #[must_use]
    pub const fn any_object() -> Self {
        Self { compiled: None }
    }

    /// Whether the value is right as it stands; exactly what `jsonschema` says,
    /// but for the bounds of depth and of patterns.
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

    /// Checks a value as it stands: the result of a tool against its
    /// `outputSchema`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn validate(&self, value: &Value) -> Result<(), Vec<ArgumentError>> {
        match self.out_of_bounds(Survey::of(value)) {
            Some(errors) => Err(errors),
            None if self.accepts(value) => Ok(()),
            None => Err(self.explain(value)),
        }
    }

    /// Checks the arguments of a call, and mends what can be mended. They are
    /// left alone when they are refused.
    ///
    /// # Errors
    /// What is wrong and was not mended: every problem with its path, up to a
    /// bound.
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
