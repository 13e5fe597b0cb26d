//! One look over a value before anything else is done with it.

use serde_json::Value;

/// Deepest nesting of schemas and arguments. What serde_json reads by default
/// is never deeper.
pub(super) const MAX_DEPTH: usize = 128;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Survey {
    /// Nested deeper than [`MAX_DEPTH`].
    pub(super) too_deep: bool,
    /// Has a number that is whole, and not written so: `30.0`.
    pub(super) whole_float: bool,
    /// Bytes of the longest name of a property.
    pub(super) longest_name: usize,
}

impl Survey {
    /// O(n) for n values; recursion stops at the depth that is allowed.
    pub(super) fn of(value: &Value) -> Self {
        let mut survey = Self::default();
        survey.look(value, 0);
        survey
    }

    fn look(&mut self, value: &Value, depth: usize) {
        if depth > MAX_DEPTH {
            self.too_deep = true;
            return;
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.look(item, depth + 1)),
            Value::Object(members) => members.iter().for_each(|(name, item)| {
                self.longest_name = self.longest_name.max(name.len());
                self.look(item, depth + 1);
            }),
            value => self.whole_float |= whole_float(value).is_some(),
        }
    }
}

/// How much work a value is to look at, in units of some ten values or of some
/// hundred bytes. O(n); no deeper than [`MAX_DEPTH`].
pub(super) fn weight(value: &Value) -> usize {
    size(value, 0) >> 6
}

fn size(value: &Value, depth: usize) -> usize {
    let inner = match value {
        _ if depth > MAX_DEPTH => 0,
        Value::String(text) => text.len() >> 3,
        Value::Array(items) => items.iter().map(|item| size(item, depth + 1)).sum(),
        Value::Object(members) => members.values().map(|item| size(item, depth + 1)).sum(),
        _ => 0,
    };
    inner + 4
}

/// The number, where it is whole and not an integer of 64 bits as it stands.
pub(super) fn whole_float(value: &Value) -> Option<f64> {
    let number = value.as_number().filter(|number| number.is_f64())?;
    number.as_f64().filter(|float| float.fract() == 0.0)
}
