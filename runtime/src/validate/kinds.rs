//! The kinds of JSON values, and which of them a schema can take at all.

use std::prelude::v1::*;

use serde_json::Value;

use super::walk::{Node, Walk};

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(2);
    pub(super) const INTEGER: Self = Self(4);
    /// A number that is no integer.
    pub(super) const FRACTION: Self = Self(8);
    pub(super) const STRING: Self = Self(16);
    pub(super) const ARRAY: Self = Self(32);
    pub(super) const OBJECT: Self = Self(64);
    pub(super) const ALL: Self = Self(127);
    pub(super) const NUMBER: Self = Self::INTEGER.or(Self::FRACTION);

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.and(other) != Self::NONE
    }

    /// The kind of a value. `30.0` is an integer, as JSON Schema has it.
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
            Value::Number(number) => match number.as_f64() {
                Some(float) if number.is_f64() && float.fract() != 0.0 => Self::FRACTION,
                _ => Self::INTEGER,
            },
        }
    }

    fn named(name: &Value) -> Self {
        match name.as_str() {
            Some("null") => Self::NULL,
            Some("boolean") => Self::BOOLEAN,
            Some("integer") => Self::INTEGER,
            Some("number") => Self::NUMBER,
            Some("string") => Self::STRING,
            Some("array") => Self::ARRAY,
            Some("object") => Self::OBJECT,
            _ => Self::NONE,
        }
    }

    /// In words: `an integer or null`.
    pub(super) fn words(self) -> String {
        let names = [
            (Self::STRING, "a string"),
            (Self::NUMBER, "a number"),
            (Self::INTEGER, "an integer"),
            (Self::BOOLEAN, "true or false"),
            (Self::ARRAY, "an array"),
            (Self::OBJECT, "an object"),
            (Self::NULL, "null"),
        ];
        let both = self.and(Self::NUMBER) == Self::NUMBER;
        let names = names.iter().filter(|(kind, _)| self.and(*kind) == *kind);
        let names = names.filter(|(kind, _)| !(both && *kind == Self::INTEGER));
        let names: Vec<&str> = names.map(|(_, name)| *name).collect();
        match names.split_last() {
            None => "no value".into(),
            Some((only, [])) => (*only).into(),
            Some((last, before)) => format!("{} or {last}", before.join(", ")),
        }
    }
}

/// Schemas followed before the answer is "any".
const MAX_FOLLOWED: usize = 12;

impl<'s> Walk<'s> {
    /// Which kinds of values the schema can take: not fewer than it does.
    pub(super) fn kinds(&self, node: &Node<'s>) -> Kinds {
        self.kinds_below(node, MAX_FOLLOWED)
    }

    fn kinds_below(&self, node: &Node<'s>, left: usize) -> Kinds {
        let Some(left) = left.checked_sub(1) else { return Kinds::ALL };
        if node.schema == &Value::Bool(false) {
            return Kinds::NONE;
        }
        let referred = node.member("$ref").and_then(|_| self.referred(node));
        let mut kinds = referred.map_or(Kinds::ALL, |target| self.kinds_below(&target, left));
        if self.only_refers(node) {
            return kinds;
        }
        kinds = kinds.and(own(node));
        for all in node.branches("allOf").take(MAX_FOLLOWED) {
            kinds = kinds.and(self.kinds_below(&all, left));
        }
        for keyword in ["anyOf", "oneOf"] {
            kinds = kinds.and(self.kinds_of_any(node, keyword, left));
        }
        kinds
    }

    fn kinds_of_any(&self, node: &Node<'s>, keyword: &str, left: usize) -> Kinds {
        if node.member(keyword).is_none() {
            return Kinds::ALL;
        }
        let mut kinds = Kinds::NONE;
        for (number, branch) in node.branches(keyword).enumerate() {
            // Each branch costs the allowance of a level.
            if kinds == Kinds::ALL || number > 512 || !self.spend() {
                return Kinds::ALL;
            }
            kinds = kinds.or(self.kinds_below(&branch, left));
        }
        kinds
    }
}

/// What `type`, `const` and `enum` say.
fn own(node: &Node<'_>) -> Kinds {
    let union = |values: &Vec<Value>, kind: fn(&Value) -> Kinds| {
        values.iter().fold(Kinds::NONE, |kinds, value| kinds.or(kind(value)))
    };
    let types = match node.member("type") {
        Some(Value::Array(names)) => union(names, Kinds::named),
        Some(name) => Kinds::named(name),
        None => Kinds::ALL,
    };
    let constant = node.member("const").map_or(Kinds::ALL, Kinds::of);
    let listed = node.member("enum").and_then(Value::as_array);
    types.and(constant).and(listed.map_or(Kinds::ALL, |values| union(values, Kinds::of)))
}
