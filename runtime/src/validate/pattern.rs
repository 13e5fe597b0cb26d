//! Patterns in a bounded number of steps.
//!
//! Most patterns need no look-around and no back-reference; they are matched in
//! linear time. For the others there is no linear way: their engine counts how
//! often it goes back, but not what it does in between, which for a text of n
//! bytes and look-around nested d deep is in the order of n^d. So both are
//! bounded. What a pattern cannot decide within the bounds counts as matched:
//! the tool has the last word.

use std::prelude::v1::*;

use jsonschema::error::ValidationErrorKind;
use jsonschema::paths::Location;
use jsonschema::{FancyRegex, Keyword, PatternOptions, ValidationError};
use serde_json::{Map, Value, json};

/// Steps back that a pattern may take over one text.
const BACKTRACKS: usize = 5_000;
/// Most of n^d.
const BETWEEN: usize = 500;

/// A compiled pattern.
pub(super) struct Pattern {
    rule: jsonschema::Validator,
    /// Longest text that is tried, in bytes, where the pattern goes back.
    most: Option<usize>,
}

/// What `jsonschema` makes of the keyword `pattern`.
pub(super) fn keyword<'a>(
    _: &'a Map<String, Value>,
    pattern: &'a Value,
    _: Location,
) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
    Ok(Box::new(Pattern::new(pattern)?))
}

/// The engine of patterns that go back.
pub(super) fn bounded() -> PatternOptions<FancyRegex> {
    PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS)
}

impl Pattern {
    fn new(pattern: &Value) -> Result<Self, ValidationError<'static>> {
        let schema = json!({"pattern": pattern});
        let linear = jsonschema::options().with_pattern_options(PatternOptions::regex());
        if let Ok(rule) = linear.build(&schema) {
            return Ok(Self { rule, most: None });
        }
        let rule = jsonschema::options().with_pattern_options(bounded()).build(&schema)?;
        Ok(Self { rule, most: Some(longest(pattern.as_str().unwrap_or_default())) })
    }
}

impl<'i> Keyword<'i> for Pattern {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        match self.is_valid(instance) {
            true => Ok(()),
            false => Err(ValidationError::custom("does not match the pattern")),
        }
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let Some(most) = self.most else { return self.rule.is_valid(instance) };
        let text = instance.as_str().filter(|text| text.len() <= most);
        text.is_none() || self.rule.is_valid(instance) || self.is_undecided(instance)
    }
}

impl Pattern {
    #[cold]
    fn is_undecided(&self, instance: &Value) -> bool {
        let undecided = |error: ValidationError<'_>| {
            matches!(
                error.kind(),
                ValidationErrorKind::BacktrackLimitExceeded { .. }
                    | ValidationErrorKind::RegexEngineFailure { .. }
            )
        };
        self.rule.validate(instance).is_err_and(undecided)
    }
}

/// The longest names that can be told apart by the patterns of
/// `patternProperties` in a schema, where some of these go back.
pub(super) fn longest_name(schema: &Value) -> Option<usize> {
    let inner = |values: &mut dyn Iterator<Item = &Value>| values.filter_map(longest_name).min();
    match schema {
        Value::Array(items) => inner(&mut items.iter()),
        Value::Object(members) => {
            let rules = members.get("patternProperties").and_then(Value::as_object);
            let patterns = rules.into_iter().flatten().map(|(pattern, _)| Value::from(&**pattern));
            let own = patterns.filter_map(|pattern| Pattern::new(&pattern).ok()?.most).min();
            own.into_iter().chain(inner(&mut members.values())).min()
        }
        _ => None,
    }
}

/// The longest text for which n^d stays in bounds.
fn longest(pattern: &str) -> usize {
    match nesting(pattern) {
        0 | 1 => BETWEEN,
        2 => BETWEEN.isqrt(),
        3 => 8,
        _ => 5,
    }
}

/// How deep look-around is nested.
fn nesting(pattern: &str) -> usize {
    let (mut open, mut deepest, mut class) = (Vec::new(), 0, false);
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let mut step = first.len_utf8();
        match first {
            '\\' => step += rest.chars().nth(1).map_or(0, char::len_utf8),
            '[' => class = true,
            ']' => class = false,
            '(' if !class => {
                let around = ["(?=", "(?!", "(?<=", "(?<!"];
                open.push(around.iter().any(|mark| rest.starts_with(mark)));
                deepest = deepest.max(open.iter().filter(|around| **around).count());
            }
            ')' if !class => _ = open.pop(),
            _ => {}
        }
        rest = rest.get(step..).unwrap_or_default();
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_around_is_counted() {
        assert_eq!(nesting("^[a-z]+$"), 0);
        assert_eq!(nesting("^(?!_)(?=a(b))\\w+$"), 1);
        assert_eq!(nesting("^(?:(?=(?:(?=(a+))a)+)a)+$"), 2);
        assert_eq!(nesting("[(?=(?=]\\((?<!a(b(?<=c)))"), 2);
        assert_eq!(nesting("\\"), 0);
    }

    #[test]
    fn only_patterns_that_go_back_are_bounded() {
        let most = |pattern: &str| Pattern::new(&pattern.into()).unwrap().most;
        assert_eq!(most("^(a+)+$"), None);
        assert_eq!(most("^\\p{L}{1,20}$"), None);
        assert_eq!(most("^(?!_)a"), Some(500));
        assert_eq!(most("(a)\\1"), Some(500));
        assert_eq!(most("^(?:(?=(?:(?=(a+))a)+)a)+$"), Some(22));
        assert!(Pattern::new(&"(".into()).is_err());
    }
}
