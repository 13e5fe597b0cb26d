//! Rules about every text that reaches a model.

use toolcrib::json::Value;
use toolcrib::text::Visible;

use super::characters::{broken, points};
use super::finding::Place;
use super::rule::Rule;
use super::walk::children;

/// The longest description, in bytes.
const MAX_DESCRIPTION: usize = 2_048;

/// Tags that toolcrib, and clients of the same form, put around tool texts in
/// prompts and results.
const TAGS: [&str; 6] = [
    "available-deferred-tools",
    "available_deferred_tools",
    "functions",
    "function_results",
    "system-reminder",
    "tool_result",
];

pub(super) fn description(place: &mut Place<'_>, text: Option<&str>) {
    match text.map(str::trim) {
        None | Some("") => {
            place.report(Rule::MissingDescription, "/description", "the tool has no description");
        }
        Some(_) => {}
    }
    let length = text.map_or(0, str::len);
    if length > MAX_DESCRIPTION {
        let message = format!("the description has {length} bytes, more than {MAX_DESCRIPTION}");
        place.report(Rule::LongDescription, "/description", message);
    }
}

/// Checks every text of a value, including names of members.
pub(super) fn walk(place: &mut Place<'_>, value: Value<'_, '_>) {
    below(place, &mut String::new(), value);
}

fn below(place: &mut Place<'_>, path: &mut String, value: Value<'_, '_>) {
    if let Some(text) = value.as_str() {
        return check(place, path, &text);
    }
    children(path, value, |path, name, child| {
        if let Some(name) = name {
            check(place, path, name);
        }
        below(place, path, child);
    });
}

/// Checks one text.
pub(super) fn check(place: &mut Place<'_>, field: &str, text: &str) {
    for (rule, list) in broken(text) {
        let what = match rule {
            Rule::TerminalEscape => "terminal control",
            Rule::BidirectionalCharacter => "bidirectional control",
            _ => "invisible",
        };
        let context = context(text, list.first().copied());
        let message = format!("{what} characters {} in `{context}`", points(&list));
        place.report(rule, field, message);
    }
    if let Some(tag) = tag(text) {
        let message = format!("contains the prompt tag `{}`", Visible(&tag));
        place.report(Rule::PromptTag, field, message);
    }
}

/// The text around a character, with invisible characters escaped.
fn context(text: &str, c: Option<char>) -> String {
    let at = text.chars().position(|other| Some(other) == c).unwrap_or(0);
    let around: String = text.chars().skip(at.saturating_sub(15)).take(31).collect();
    Visible(&around).to_string()
}

/// The first of our tags that is opened or closed, ignoring spaces and case.
fn tag(text: &str) -> Option<String> {
    text.match_indices('<').find_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let inner = rest.trim_start_matches(|c: char| c == '/' || c.is_whitespace());
        let is_our = |tag: &&&str| {
            let head = inner.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
            let end = inner.get(tag.len()..).unwrap_or("").trim_start();
            head && (end.starts_with('>') || end.starts_with("/>"))
        };
        let slashed = rest.trim_start().starts_with('/');
        let found = TAGS.iter().find(is_our)?;
        Some(format!("<{}{found}>", if slashed { "/" } else { "" }))
    })
}
