//! What is taken although it is not quite what the schema asks for.
//!
//! Only values that are wrong as they stand are looked at, so nothing that is
//! right is changed; and what comes out counts only when the whole is right.

use std::prelude::v1::*;

use serde_json::{Map, Value};

use super::kinds::Kinds;
use super::path::Path;
use super::survey::{Survey, whole_float};
use super::walk::{Node, Walk};

/// Whole doubles up to here stand for one integer each: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Branches of one `anyOf` or `oneOf` that are tried.
const MAX_BRANCHES: usize = 32;

impl<'s> Walk<'s> {
    /// Bends what stands there into what the schema asks for.
    pub(super) fn mend(&self, node: &Node<'s>, value: &mut Value, path: &Path<'_>) {
        let Some(_visit) = self.visit() else { return };
        if !self.needs_look(node, value) {
            return;
        }
        let kinds = self.kinds(node);
        if let Some(mended) = convert(value, kinds).filter(|mended| {
            // A number is told of as a number, where its digits are no better.
            !value.is_number() || self.accepts(node, mended)
        }) {
            *value = mended;
        } else if is_inexact(value, kinds) {
            self.note_inexact(path);
        }
        self.mend_inside(node, value, path);
        for keyword in ["anyOf", "oneOf"] {
            self.mend_branches(node, keyword, value, path);
        }
    }

    fn needs_look(&self, node: &Node<'s>, value: &Value) -> bool {
        !self.accepts(node, value) || Survey::of(value).whole_float
    }

    fn mend_inside(&self, node: &Node<'s>, value: &mut Value, path: &Path<'_>) {
        for inner in self.in_place(node, value) {
            self.mend(&inner, value, path);
        }
        if self.only_refers(node) {
            return;
        }
        match value {
            Value::Object(members) => self.mend_members(node, members, path),
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let Some(schema) = self.item(node, index) else { break };
                    self.mend(&schema, item, &path.index(index));
                }
            }
            _ => {}
        }
    }

    fn mend_members(&self, node: &Node<'s>, members: &mut Map<String, Value>, path: &Path<'_>) {
        for (name, member) in members.iter_mut() {
            for schema in self.property(node, name) {
                self.mend(&schema, member, &path.key(name));
            }
        }
        let required = node.member("required").and_then(Value::as_array);
        let required = |name: &str| required.is_some_and(|names| names.iter().any(|n| n == name));
        members.retain(|name, member| {
            let schema = member.is_null().then(|| node.named("properties", name)).flatten();
            schema.is_none_or(|schema| required(name) || self.accepts(&schema, member))
        });
    }

    /// Where no branch takes the value as it stands: what all branches that
    /// can be reached by mending agree on. What kind of value it is has been
    /// settled by what all branches take together.
    fn mend_branches(&self, node: &Node<'s>, keyword: &str, value: &mut Value, path: &Path<'_>) {
        if node.member(keyword).is_none() || self.only_refers(node) {
            return;
        }
        let branches: Vec<Node<'s>> = node.branches(keyword).take(MAX_BRANCHES).collect();
        if let Some(right) = branches.iter().find(|branch| self.accepts(branch, value)) {
            return self.mend(right, value, path);
        }
        let mut reached: Vec<Value> = Vec::new();
        for branch in &branches {
            if !self.spend_on(value) {
                return;
            }
            let mut attempt = value.clone();
            self.mend(branch, &mut attempt, path);
            let same_kind = Kinds::of(&attempt) == Kinds::of(value);
            if same_kind && self.accepts(branch, &attempt) && !reached.contains(&attempt) {
                reached.push(attempt);
            }
        }
        if let [one] = reached.as_mut_slice() {
            *value = core::mem::take(one);
        }
    }
}

/// Whether it is a number that may have had more digits than a double keeps,
/// in a place for integers.
fn is_inexact(value: &Value, kinds: Kinds) -> bool {
    let integers = kinds.has(Kinds::INTEGER) && !kinds.has(Kinds::FRACTION);
    integers && whole_float(value).is_some_and(|float| float.abs() > EXACT)
}

/// The number that a place for an integer makes of a value, where that is not
/// negative.
#[cfg(feature = "session")]
pub(crate) fn whole_number(value: &Value) -> Option<usize> {
    let mended = convert(value, Kinds::INTEGER);
    usize::try_from(mended.as_ref().unwrap_or(value).as_u64()?).ok()
}

/// The value as one of these kinds, where it is none of them and there is one
/// way to read it so.
fn convert(value: &Value, kinds: Kinds) -> Option<Value> {
    if kinds.has(Kinds::of(value)) {
        let float = whole_float(value).filter(|_| !kinds.has(Kinds::FRACTION))?;
        return integer_of(float);
    }
    match value {
        Value::String(text) => parse(text, kinds),
        Value::Number(number) if kinds.has(Kinds::STRING) && !kinds.has(Kinds::NUMBER) => {
            let is_integer = number.as_u64().is_some() || number.as_i64().is_some();
            is_integer.then(|| number.to_string().into())
        }
        _ => None,
    }
}

fn integer_of(float: f64) -> Option<Value> {
    (float.abs() <= EXACT).then(|| Value::from(float as i64))
}

/// What a text says in JSON, where that is of these kinds; never `null`, and
/// never a number of which digits would be lost.
fn parse(text: &str, kinds: Kinds) -> Option<Value> {
    let mark = text.trim_start().bytes().next()?;
    let number = mark == b'-' || mark.is_ascii_digit();
    let may_be = match mark {
        b't' | b'f' => Kinds::BOOLEAN,
        b'{' => Kinds::OBJECT,
        b'[' => Kinds::ARRAY,
        _ if number => Kinds::NUMBER,
        _ => return None,
    };
    if !kinds.has(may_be) {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let value = match whole_float(&value) {
        Some(_) if is_digits(text) => return None,
        Some(float) if !kinds.has(Kinds::FRACTION) => integer_of(float)?,
        _ => value,
    };
    kinds.has(Kinds::of(&value)).then_some(value)
}

/// An integer, written out.
fn is_digits(text: &str) -> bool {
    let text = text.trim();
    text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit())
}
