//! From the JSON Schema of the wire to what a provider's API accepts.
//!
//! The wire form (draft 2020-12 for native tools, whatever a server sent for
//! the rest) is what digests cover and what calls are checked against. A model
//! is shown a *lowered* form. Lowering may drop a constraint that a provider
//! does not know, since the call is checked against the wire form all the same;
//! it never changes what an object, array or value looks like. What a provider
//! cannot be told at all is an error, with its place.
//!
//! For every dialect: references that are not recursive are written out in
//! place, recursive ones kept under `$defs`; `format` of numbers is dropped
//! (its bounds stay); a choice among constants becomes one `enum`.
//!
//! | dialect | also |
//! |---|---|
//! | [`Anthropic`](Dialect::Anthropic) | property names are checked |
//! | [`OpenAi`](Dialect::OpenAi) | arrays have `items`, the root has `properties` |
//! | [`OpenAiStrict`](Dialect::OpenAiStrict) | objects are closed, all their members required, optional ones nullable; no maps |
//! | [`Gemini`](Dialect::Gemini) | the OpenAPI 3.0 subset: one type each, `nullable`, no references |
//!
//! ```
//! use serde_json::json;
//! use toolcrib::wire::lower::{Dialect, lower};
//!
//! let wire = json!({
//!     "type": "object",
//!     "properties": { "count": { "type": "integer", "format": "uint32", "minimum": 0 } },
//! });
//! let lowered = lower(&wire, Dialect::Anthropic)?;
//! assert_eq!(lowered["properties"]["count"], json!({ "type": "integer", "minimum": 0 }));
//! # Ok::<(), toolcrib::wire::lower::LowerError>(())
//! ```

mod clean;
mod gemini;
mod keyword;
mod merge;
mod openai;
mod refs;
mod root;
mod strict;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_json::{Map, Value};

use keyword::Schema;

/// Which provider's form of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Anthropic Messages: `input_schema`.
    Anthropic,
    /// OpenAI functions without `strict`: `parameters`.
    OpenAi,
    /// OpenAI functions with `strict: true`: `parameters`.
    OpenAiStrict,
    /// Gemini function declarations: `parameters`.
    Gemini,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Anthropic => "Anthropic",
            Self::OpenAi => "OpenAI",
            Self::OpenAiStrict => "OpenAI strict",
            Self::Gemini => "Gemini",
        })
    }
}

/// A schema that a provider would refuse, or could not understand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerError {
    /// The provider.
    pub dialect: Dialect,
    /// What stands in the way; not empty.
    pub problems: Vec<LowerProblem>,
}

/// One thing that cannot be lowered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerProblem {
    /// Where, as a JSON pointer into the schema as it was given, or into the
    /// definition that a reference names. Empty for the root.
    pub pointer: String,
    /// What is wrong, and what to write instead where that is known.
    pub message: String,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a schema for {}:", self.dialect)?;
        for LowerProblem { pointer, message } in &self.problems {
            write!(f, "\n- at `#{pointer}`: {message}")?;
        }
        Ok(())
    }
}

impl core::error::Error for LowerError {}

/// The schema in the dialect of a provider.
///
/// O(n) for n nodes of the result; references that would make it larger than
/// 20,000 nodes, or deeper than 100, are an error.
///
/// # Errors
/// What the provider cannot be told: a root that is not one object, a
/// reference that leads nowhere or out of the document; in strict mode a map,
/// a tuple or "any value"; for Gemini a recursive type. All problems are
/// listed.
pub fn lower(schema: &Value, dialect: Dialect) -> Result<Value, LowerError> {
    let mut report = Report::default();
    let lowered = lower_into(schema, dialect, &mut report);
    match (lowered, report.problems) {
        (Some(lowered), problems) if problems.is_empty() => Ok(Value::Object(lowered)),
        (_, problems) => Err(LowerError { dialect, problems }),
    }
}

fn lower_into(schema: &Value, dialect: Dialect, report: &mut Report) -> Option<Schema> {
    let Value::Object(root) = schema else {
        report.problem("a tool takes an object, so the schema is an object too");
        return None;
    };
    let mut root = refs::inline(root, report);
    clean::clean(&mut root);
    root::check(&mut root, report)?;
    match dialect {
        Dialect::Anthropic => root::check_names(&root, report),
        Dialect::OpenAi => openai::lower(&mut root),
        Dialect::OpenAiStrict => strict::lower(&mut root, report),
        Dialect::Gemini => gemini::lower(&mut root, report),
    }
    Some(root)
}

/// Problems found so far, and the place where the work is.
#[derive(Default)]
struct Report {
    path: Vec<String>,
    problems: Vec<LowerProblem>,
}

impl Report {
    fn problem(&mut self, message: impl Into<String>) {
        let pointer = self.path.iter().map(|step| format!("/{}", escape(step))).collect();
        self.problems.push(LowerProblem { pointer, message: message.into() });
    }

    /// Does `work` one or two steps further down.
    fn at<R>(&mut self, steps: &[&str], work: impl FnOnce(&mut Self) -> R) -> R {
        let depth = self.path.len();
        self.path.extend(steps.iter().map(ToString::to_string));
        let result = work(self);
        self.path.truncate(depth);
        result
    }
}

/// A step of a JSON pointer (RFC 6901).
fn escape(step: &str) -> String {
    step.replace('~', "~0").replace('/', "~1")
}

fn object(members: impl IntoIterator<Item = (&'static str, Value)>) -> Map<String, Value> {
    members.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}
