//! Why a value is wrong, in words for a model.

use std::prelude::v1::*;

use serde_json::{Map, Value};

use super::kinds::Kinds;
use super::path::Path;
use super::report::Report;
use super::walk::{Node, Walk};
use crate::error::ArgumentError;
use crate::told::argument;

/// Keywords that are judged by themselves, in the order of what is said first.
const PLAIN: [&str; 16] = [
    "const",
    "enum",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "dependentRequired",
];

impl<'s> Walk<'s> {
    /// Why the schema does not take the value.
    pub(super) fn reasons(&self, value: &Value) -> Vec<ArgumentError> {
        let report = Report::new();
        self.refresh();
        self.explain(&self.root(), value, &Path::Root, &report);
        report.errors()
    }

    /// Adds what is wrong with a value that the schema there does not take.
    pub(super) fn explain(&self, node: &Node<'s>, value: &Value, path: &Path<'_>, report: &Report) {
        let visit = if report.is_full() { None } else { self.visit() };
        let Some(_visit) = visit else { return };
        let before = report.len();
        match node.schema {
            Value::Bool(_) => report.add(path, argument::NOTHING_ALLOWED),
            _ if self.only_refers(node) => self.explain_in_place(node, value, path, report),
            _ => self.explain_all(node, value, path, report),
        }
        if report.len() == before {
            report.add(path, argument::NOT_MATCHED);
        }
    }

    fn explain_all(&self, node: &Node<'s>, value: &Value, path: &Path<'_>, report: &Report) {
        let kinds = self.kinds(node);
        if !kinds.has(Kinds::of(value)) {
            // Other rules of a value of the wrong kind say nothing of use.
            let integers = kinds.has(Kinds::INTEGER);
            let told = argument::kind(node.schema, kinds.words(), integers, value);
            return report.add(path, told);
        }
        for keyword in PLAIN {
            if !self.holds(node, keyword, value) {
                report.add(path, argument::plain(node.schema, keyword, value));
            }
        }
        match value {
            Value::Object(members) => self.explain_members(node, members, path, report),
            Value::Array(items) => self.explain_items(node, items, path, report),
            _ => {}
        }
        self.explain_in_place(node, value, path, report);
        self.explain_branches(node, value, path, report);
    }

    fn explain_in_place(&self, node: &Node<'s>, value: &Value, path: &Path<'_>, report: &Report) {
        for inner in self.in_place(node, value) {
            if !self.accepts(&inner, value) {
                self.explain(&inner, value, path, report);
            }
        }
    }

    fn explain_members(
        &self,
        node: &Node<'s>,
        members: &Map<String, Value>,
        path: &Path<'_>,
        report: &Report,
    ) {
        let required = node.member("required").and_then(Value::as_array).into_iter().flatten();
        for name in required.filter_map(Value::as_str).filter(|name| !members.contains_key(*name)) {
            report.add(&path.key(name), argument::REQUIRED);
        }
        for (name, member) in members {
            if report.is_full() {
                return;
            }
            self.explain_member(node, name, member, path, report);
        }
    }

    fn explain_member(
        &self,
        node: &Node<'s>,
        name: &str,
        member: &Value,
        path: &Path<'_>,
        report: &Report,
    ) {
        let here = path.key(name);
        if let Some(rule) = node.below("propertyNames")
            && !self.accepts(&rule, &name.into())
        {
            let inner = Report::of_at_most(1);
            self.explain(&rule, &name.into(), &Path::Root, &inner);
            report.add(&here, argument::banned_name(&inner.in_line()));
        }
        for schema in self.property(node, name) {
            if schema.schema == &Value::Bool(false) && node.named("properties", name).is_none() {
                let unknown = self.is_unknown(node, &schema, name);
                if unknown {
                    report.add(&here, argument::unknown(name, &self.names(node)));
                }
            } else if !self.accepts(&schema, member) {
                self.explain(&schema, member, &here, report);
            }
        }
    }

    /// `unevaluatedProperties` knows the names of all that is in place as well.
    fn is_unknown(&self, node: &Node<'s>, schema: &Node<'s>, name: &str) -> bool {
        !schema.pointer.ends_with("/unevaluatedProperties")
            || !self.names(node).iter().any(|known| known == name)
    }

    fn explain_items(&self, node: &Node<'s>, items: &[Value], path: &Path<'_>, report: &Report) {
        for (index, item) in items.iter().enumerate() {
            let Some(schema) = self.item(node, index).filter(|_| !report.is_full()) else { break };
            if !self.accepts(&schema, item) {
                self.explain(&schema, item, &path.index(index), report);
            }
        }
        if let Some(wanted) = node.below("contains")
            && !items.iter().any(|item| self.accepts(&wanted, item))
        {
            report.add(path, argument::contains(&self.kinds(&wanted).words()));
        }
    }

    /// The names of properties that the schema speaks of, for suggestions.
    fn names(&self, node: &Node<'s>) -> Vec<String> {
        let mut names = Vec::new();
        self.collect_names(node, 4, &mut names);
        names
    }

    fn collect_names(&self, node: &Node<'s>, left: usize, names: &mut Vec<String>) {
        let Some(left) = left.checked_sub(1).filter(|_| self.spend()) else { return };
        for (name, _) in node.members("properties").into_iter().flatten() {
            if names.len() < 512 && !names.contains(name) {
                names.push(name.clone());
            }
        }
        let parts = ["allOf", "anyOf", "oneOf"];
        let parts = parts.iter().flat_map(|keyword| node.branches(keyword).take(64));
        for part in parts.chain(self.referred(node)) {
            self.collect_names(&part, left, names);
        }
    }
}
