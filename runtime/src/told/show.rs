//! Values in messages: short, whatever they are.

use std::prelude::v1::*;

use serde_json::Value;

use crate::text::prefix;

/// Longest value that is shown, in characters.
const MAX_VALUE: usize = 60;
/// Longest list of allowed values or names, in bytes.
const MAX_LIST: usize = 300;

/// The text, cut to `most` bytes.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.len() <= most {
        true => text.into(),
        false => format!("{}…", prefix(text, most)),
    }
}

/// The text as a JSON string, cut to `most` characters.
pub(crate) fn text(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    let shown = end.and_then(|end| text.get(..end)).unwrap_or(text);
    let quoted = Value::from(shown).to_string();
    match end {
        None => quoted,
        Some(_) => format!("{}…\"", quoted.strip_suffix('"').unwrap_or(&quoted)),
    }
}

/// A value as it is named among the allowed ones.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::String(string) => text(string, MAX_VALUE),
        Value::Array(items) if items.is_empty() => "[]".into(),
        Value::Object(members) if members.is_empty() => "{}".into(),
        Value::Array(items) => format!("an array of {}", count(items.len(), "item", "items")),
        Value::Object(members) => {
            format!("an object of {}", count(members.len(), "property", "properties"))
        }
        other => cut(&other.to_string(), MAX_VALUE),
    }
}

/// What was found in place of what was expected.
pub(crate) fn found(found: &Value) -> String {
    match found {
        Value::String(_) => format!("the string {}", value(found)),
        Value::Array(items) if items.is_empty() => "an empty array".into(),
        Value::Object(members) if members.is_empty() => "an empty object".into(),
        _ => value(found),
    }
}

pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// `a, b, c`, and how many more there are where that gets long.
pub(crate) fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    let total = items.len();
    let mut shown = String::new();
    for (number, item) in items.enumerate() {
        if shown.len() + item.len() > MAX_LIST && number > 0 {
            return format!("{shown} and {} more", total - number);
        }
        if number > 0 {
            shown.push_str(", ");
        }
        shown.push_str(&item);
    }
    shown
}
