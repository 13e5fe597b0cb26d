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
mod error;
mod gemini;
mod keyword;
mod merge;
mod openai;
mod refs;
mod report;
mod root;
mod strict;

pub use error::{Dialect, LowerError, LowerProblem};

use serde_json::Value;

use keyword::Schema;
use report::Report;

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
