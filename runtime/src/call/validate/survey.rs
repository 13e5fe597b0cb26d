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

/// The number, where it is whole and not an integer of 64 bits as it stands.
pub(super) fn whole_float(value: &Value) -> Option<f64> {
    let number = value.as_number().filter(|number| number.is_f64())?;
    number.as_f64().filter(|float| float.fract() == 0.0)
}
