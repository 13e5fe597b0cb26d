//! One sentence a rule: what was expected, what was found.

use std::prelude::v1::*;

use serde_json::Value;

use super::kinds::Kinds;
use super::walk::Node;
use crate::arguments::show;
use crate::text::nearest;

/// A value of the wrong kind.
pub(super) fn kind(node: &Node<'_>, kinds: Kinds, value: &Value) -> String {
    let found = show::found(value);
    if let Some(values) = node.member("enum").and_then(Value::as_array) {
        return format!("expected {}, found {found}", one_of(values));
    }
    let expected = match node.member("const") {
        Some(constant) => show::value(constant),
        None => kinds.words(),
    };
    let digits = |text: &str| text.len() > 16 && text.bytes().all(|byte| byte.is_ascii_digit());
    let long = kinds.has(Kinds::INTEGER) && value.as_str().is_some_and(digits);
    let note = if long { "; an integer has 64 bits at most" } else { "" };
    format!("expected {expected}, found {found}{note}")
}

/// A rule that is judged by itself.
pub(super) fn plain(node: &Node<'_>, keyword: &str, value: &Value) -> String {
    let rule = node.member(keyword).unwrap_or(&Value::Null);
    let limit = show::value(rule);
    let found = show::found(value);
    match keyword {
        "const" => format!("expected {limit}, found {found}"),
        "enum" => enumeration(rule, value),
        "minimum" if flagged(node, "exclusiveMinimum") => above(&limit, &found),
        "maximum" if flagged(node, "exclusiveMaximum") => below(&limit, &found),
        "minimum" => format!("expected a number of at least {limit}, found {found}"),
        "maximum" => format!("expected a number of at most {limit}, found {found}"),
        "exclusiveMinimum" => above(&limit, &found),
        "exclusiveMaximum" => below(&limit, &found),
        "multipleOf" => format!("expected a multiple of {limit}, found {found}"),
        "minLength" => sized(value, "at least", &limit, "characters"),
        "maxLength" => sized(value, "at most", &limit, "characters"),
        "minItems" => sized(value, "at least", &limit, "items"),
        "maxItems" => sized(value, "at most", &limit, "items"),
        "minProperties" => sized(value, "at least", &limit, "properties"),
        "maxProperties" => sized(value, "at most", &limit, "properties"),
        "uniqueItems" => "the items must differ from each other".into(),
        "pattern" => pattern(rule, &found),
        _ => dependent(rule, value),
    }
}

fn flagged(node: &Node<'_>, keyword: &str) -> bool {
    node.member(keyword) == Some(&Value::Bool(true))
}

fn above(limit: &str, found: &str) -> String {
    format!("expected a number above {limit}, found {found}")
}

fn below(limit: &str, found: &str) -> String {
    format!("expected a number below {limit}, found {found}")
}

fn sized(value: &Value, bound: &str, limit: &str, unit: &str) -> String {
    let size = match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    format!("expected {bound} {limit} {unit}, found {size}")
}

fn pattern(rule: &Value, found: &str) -> String {
    let pattern = show::cut(rule.as_str().unwrap_or_default(), 200);
    format!("expected a string that matches the pattern `{pattern}`, found {found}")
}

fn dependent(rule: &Value, value: &Value) -> String {
    let given = rule.as_object().into_iter().flatten();
    let given = given.filter(|(name, _)| value.get(name.as_str()).is_some());
    let missing = given.flat_map(|(name, needs)| {
        let needs = needs.as_array().into_iter().flatten().filter_map(Value::as_str);
        let missing = needs.filter(|need| value.get(need).is_none());
        missing.map(move |need| {
            let (need, name) = (show::text(need, 60), show::text(name, 60));
            format!("{need} is required where {name} is given")
        })
    });
    show::list(missing.collect::<Vec<_>>().into_iter())
}

fn one_of(values: &[Value]) -> String {
    match values {
        [only] => show::value(only),
        values => format!("one of {}", show::list(values.iter().map(show::value))),
    }
}

fn enumeration(rule: &Value, value: &Value) -> String {
    let values = rule.as_array().map_or(&[][..], Vec::as_slice);
    let texts = values.iter().filter_map(Value::as_str);
    let meant = value.as_str().and_then(|text| meant(text, texts));
    let meant = meant.map(|near| format!("; did you mean {}?", show::text(near, 60)));
    let found = show::found(value);
    format!("expected {}, found {found}{}", one_of(values), meant.unwrap_or_default())
}

/// A property that the schema does not have.
pub(super) fn unknown(name: &str, known: &[String]) -> String {
    match meant(name, known.iter().map(String::as_str)) {
        Some(near) => format!("unknown property; did you mean {}?", show::text(near, 60)),
        None if known.is_empty() => "unknown property; none are expected here".into(),
        None => {
            let names = known.iter().map(|name| show::cut(name, 60));
            format!("unknown property; expected one of {}", show::list(names))
        }
    }
}

/// The one that was most likely meant, at a bounded cost.
fn meant<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    nearest(name, known.take(512).filter(|_| name.len() <= 64))
}
