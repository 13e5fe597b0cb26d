//! What is wrong with an argument: what was expected, what was found.

use std::prelude::v1::*;

use serde_json::Value;

use super::show;
use crate::text::nearest;

pub(crate) const REQUIRED: &str = "required, and not given";
pub(crate) const TWICE: &str = "given twice";
pub(crate) const NOT_AN_OBJECT: &str = "not an object";
pub(crate) const UNKNOWN: &str = "unknown property";
pub(crate) const NOT_DECODED: &str = "does not decode";
pub(crate) const NOT_MATCHED: &str = "does not match the tool's schema";
pub(crate) const NOTHING_ALLOWED: &str = "no value is allowed here";
pub(crate) const MORE: &str = "there may be more problems";
pub(crate) const INEXACT: &str = "the number has too many digits to be read exactly; write an \
    integer of at most 64 bits, without a decimal point or an exponent";

pub(crate) fn not_an_object(found: &Value) -> String {
    format!("expected an object, found {}", show::found(found))
}

pub(crate) fn not_json(error: impl core::fmt::Display) -> String {
    format!("expected a JSON object: {error}")
}

pub(crate) fn too_deep(most: usize) -> String {
    format!("nested more than {most} levels deep")
}

pub(crate) fn name_too_long(most: usize) -> String {
    format!("a name of a property is longer than {most} bytes")
}

pub(crate) fn banned(value: &Value) -> String {
    format!("{} is not allowed here", show::found(value))
}

pub(crate) fn banned_name(why: &str) -> String {
    format!("the name is not allowed: {why}")
}

pub(crate) fn contains(kinds: &str) -> String {
    format!("at least one item must be {kinds}, and none is")
}

pub(crate) fn several_forms(total: usize, right: Vec<String>) -> String {
    let which = show::list(right.into_iter());
    format!("must match one of {total} forms, but matches several: {which}")
}

/// `tag` is the property that tells the forms apart.
pub(crate) fn unknown_tag(value: &Value, tag: &str, values: Vec<&Value>) -> String {
    let found = value.get(tag).map(show::found).unwrap_or_default();
    let values = show::list(values.into_iter().map(show::value));
    format!("expected one of {values}, found {found}")
}

pub(crate) fn form(number: usize, name: Option<&str>, why: &str) -> String {
    let name = name.map(|name| format!(" ({})", show::cut(name, 40))).unwrap_or_default();
    show::cut(&format!("form {number}{name}: {why}"), 140)
}

/// Some of the forms that were closest, and how many more there are.
pub(crate) fn no_form(total: usize, closest: &[String], more: usize) -> String {
    let more = if more == 0 { String::new() } else { format!(" | and {more} more") };
    format!("matches none of {total} forms: {}{more}", closest.join(" | "))
}

/// A value of the wrong kind; `kinds` are those that the schema takes.
pub(crate) fn kind(schema: &Value, kinds: String, integers: bool, value: &Value) -> String {
    let found = show::found(value);
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return format!("expected {}, found {found}", one_of(values));
    }
    let expected = match schema.get("const") {
        Some(constant) => show::value(constant),
        None => kinds,
    };
    let digits = |text: &str| text.len() > 16 && text.bytes().all(|byte| byte.is_ascii_digit());
    let long = integers && value.as_str().is_some_and(digits);
    let note = if long { "; an integer has 64 bits at most" } else { "" };
    format!("expected {expected}, found {found}{note}")
}

/// A rule that is judged by itself.
pub(crate) fn plain(schema: &Value, keyword: &str, value: &Value) -> String {
    let rule = schema.get(keyword).unwrap_or(&Value::Null);
    let limit = show::value(rule);
    let found = show::found(value);
    match keyword {
        "const" => format!("expected {limit}, found {found}"),
        "enum" => enumeration(rule, value),
        "minimum" if flagged(schema, "exclusiveMinimum") => above(&limit, &found),
        "maximum" if flagged(schema, "exclusiveMaximum") => below(&limit, &found),
        "minimum" => format!("expected a number of at least {limit}, found {found}"),
        "maximum" => format!("expected a number of at most {limit}, found {found}"),
        "exclusiveMinimum" => above(&limit, &found),
        "exclusiveMaximum" => below(&limit, &found),
        "multipleOf" => format!("expected a multiple of {limit}, found {found}"),
        "minLength" => sized(value, "at least", &limit, ("character", "characters")),
        "maxLength" => sized(value, "at most", &limit, ("character", "characters")),
        "minItems" => sized(value, "at least", &limit, ("item", "items")),
        "maxItems" => sized(value, "at most", &limit, ("item", "items")),
        "minProperties" => sized(value, "at least", &limit, ("property", "properties")),
        "maxProperties" => sized(value, "at most", &limit, ("property", "properties")),
        "uniqueItems" => "the items must be unique".into(),
        "pattern" => pattern(rule, &found),
        _ => dependent(rule, value),
    }
}

fn flagged(schema: &Value, keyword: &str) -> bool {
    schema.get(keyword) == Some(&Value::Bool(true))
}

fn above(limit: &str, found: &str) -> String {
    format!("expected a number above {limit}, found {found}")
}

fn below(limit: &str, found: &str) -> String {
    format!("expected a number below {limit}, found {found}")
}

fn sized(value: &Value, bound: &str, limit: &str, (one, many): (&str, &str)) -> String {
    let size = match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    let unit = if limit == "1" { one } else { many };
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
pub(crate) fn unknown(name: &str, known: &[String]) -> String {
    match meant(name, known.iter().map(String::as_str)) {
        Some(near) => format!("{UNKNOWN}; did you mean {}?", show::text(near, 60)),
        None if known.is_empty() => format!("{UNKNOWN}; none are expected here"),
        None => {
            let names = known.iter().map(|name| show::cut(name, 60));
            format!("{UNKNOWN}; expected one of {}", show::list(names))
        }
    }
}

/// The one that was most likely meant, at a bounded cost.
fn meant<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    nearest(name, known.take(512).filter(|_| name.len() <= 64))
}
