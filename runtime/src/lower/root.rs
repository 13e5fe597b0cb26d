//! What every provider asks of the schema as a whole.

use alloc::format;

use serde_json::Value;

use super::keyword::{Schema, each_object_below};
use super::report::Report;

/// The root is one object, without a choice.
pub(super) fn check(root: &mut Schema, report: &mut Report) -> Option<()> {
    let has_members = root.contains_key("properties");
    for keyword in ["oneOf", "anyOf", "allOf", "enum", "const", "not", "if", "$ref"] {
        if root.contains_key(keyword) {
            check_choice(root, keyword, has_members, report);
        }
    }
    root.remove("then");
    root.remove("else");
    if root.get("type").is_some_and(|kind| kind != "object") {
        report.at(&["type"], |report| report.problem("a tool takes an object"));
    }
    root.insert("type".into(), "object".into());
    report.faults.is_empty().then_some(())
}

/// A choice that only says which members go together is dropped: the call is
/// checked against it all the same.
fn check_choice(root: &mut Schema, keyword: &str, has_members: bool, report: &mut Report) {
    let only_constrains = has_members && root.get(keyword).is_some_and(says_no_members);
    if only_constrains {
        root.remove(keyword);
        return;
    }
    let message = format!(
        "providers refuse `{keyword}` at the root: make it the type of a named argument, \
         or put the choice into a member"
    );
    report.at(&[keyword], |report| report.problem(message));
}

fn says_no_members(value: &Value) -> bool {
    match value {
        Value::Array(branches) => branches.iter().all(says_no_members),
        Value::Object(branch) => {
            !["properties", "$ref", "enum", "const", "patternProperties"]
                .iter()
                .any(|keyword| branch.contains_key(*keyword))
                && ["oneOf", "anyOf", "allOf", "not", "if", "then", "else"]
                    .iter()
                    .filter_map(|keyword| branch.get(*keyword))
                    .all(says_no_members)
        }
        _ => false,
    }
}

/// Anthropic's rule for names of properties.
pub(super) fn check_names(schema: &Schema, report: &mut Report) {
    let mut schema = schema.clone();
    check_names_below(&mut schema, report);
}

fn check_names_below(schema: &mut Schema, report: &mut Report) {
    let names =
        schema.get("properties").and_then(Value::as_object).into_iter().flat_map(|p| p.keys());
    for name in names.filter(|name| !is_name(name)) {
        let message = "a name of a property has 1 to 64 of `a-z`, `A-Z`, `0-9`, `_`, `-` and `.`";
        report.at(&["properties", name], |report| report.problem(message));
    }
    each_object_below(schema, report, check_names_below);
}

fn is_name(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (1..=64).contains(&name.len()) && name.chars().all(legal)
}
