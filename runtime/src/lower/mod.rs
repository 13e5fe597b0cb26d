//! Tools' schemas in the dialects of providers; documented at `wire::lower`.

mod clean;
mod error;
mod gemini;
mod input;
mod keyword;
mod merge;
mod openai;
mod refs;
mod report;
mod root;
mod strict;

pub use error::{Dialect, LowerError, LowerFault};
pub use input::InputSchema;

use serde_json::Value;

use keyword::Schema;
use report::Report;

/// Lowers a schema to a provider's dialect.
///
/// O(n) for n nodes of the result; references that would make it larger than
/// 20,000 nodes, or deeper than 100, are an error.
///
/// # Errors
/// Lists everything that the dialect cannot express: a root that is not one object, a
/// reference that leads nowhere or out of the document; in strict mode a map, a tuple or
/// "any value"; for Gemini a recursive type.
pub fn lower(schema: &Value, dialect: Dialect) -> Result<Value, LowerError> {
    let mut report = Report::default();
    let lowered = lower_into(schema, dialect, &mut report);
    match (lowered, report.faults) {
        (Some(lowered), faults) if faults.is_empty() => Ok(Value::Object(lowered)),
        (_, faults) => Err(LowerError { dialect, faults }),
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
