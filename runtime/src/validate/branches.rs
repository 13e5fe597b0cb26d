//! Why a value is none of the forms that it may have.

use std::prelude::v1::*;

use serde_json::Value;

use super::kinds::Kinds;
use super::path::Path;
use super::report::Report;
use super::walk::{Node, Walk};
use crate::told::argument;

/// Branches that are judged.
const MAX_JUDGED: usize = 64;
/// Branches that are looked at without compiling anything.
const MAX_SEEN: usize = 1024;
/// Branches that are described.
const MAX_TOLD: usize = 4;

impl<'s> Walk<'s> {
    /// `anyOf`, `oneOf` and `not` of a schema that does not take the value.
    pub(super) fn explain_branches(
        &self,
        node: &Node<'s>,
        value: &Value,
        path: &Path<'_>,
        report: &Report,
    ) {
        for keyword in ["anyOf", "oneOf"] {
            if node.member(keyword).is_some() {
                self.explain_any(node, keyword, value, path, report);
            }
        }
        if let Some(banned) = node.below("not")
            && self.accepts(&banned, value)
            && !self.is_spent()
        {
            report.add(path, argument::banned(value));
        }
    }

    fn explain_any(
        &self,
        node: &Node<'s>,
        keyword: &str,
        value: &Value,
        path: &Path<'_>,
        report: &Report,
    ) {
        let judged = node.branches(keyword).take(MAX_JUDGED).enumerate();
        let right = judged.filter(|(_, branch)| self.accepts(branch, value));
        let right: Vec<String> = right.map(|(number, _)| (number + 1).to_string()).collect();
        if self.is_spent() {
            return;
        }
        match (keyword, right.as_slice()) {
            (_, []) => self.explain_none(node, keyword, value, path, report),
            ("oneOf", [_, _, ..]) => {
                report.add(path, argument::several_forms(node.branches(keyword).len(), right));
            }
            _ => {}
        }
    }

    fn explain_none(
        &self,
        node: &Node<'s>,
        keyword: &str,
        value: &Value,
        path: &Path<'_>,
        report: &Report,
    ) {
        let total = node.branches(keyword).len();
        let close = self.close(node, keyword, value);
        if let [(_, branch)] = close.as_slice() {
            return self.explain(branch, value, path, report);
        }
        if let Some((name, values)) = self.tags(node, keyword, value) {
            return report.add(&path.key(&name), argument::unknown_tag(value, &name, values));
        }
        let told = close.iter().take(MAX_TOLD).map(|(number, branch)| {
            let inner = Report::of_at_most(2);
            self.explain(branch, value, &Path::Root, &inner);
            argument::form(number + 1, label(branch), &inner.in_line())
        });
        let told: Vec<String> = told.collect();
        let more = close.len().saturating_sub(told.len());
        report.add(path, argument::no_form(total, &told, more));
    }

    /// The branches that the value comes closest to: those of its kind, of these
    /// the ones that it names by a property with a fixed value, and of these the
    /// ones of which it has every required property.
    fn close(&self, node: &Node<'s>, keyword: &str, value: &Value) -> Vec<(usize, Node<'s>)> {
        let all = || node.branches(keyword).enumerate().take(MAX_SEEN);
        let kind = Kinds::of(value);
        let of_kind: Vec<_> = all().filter(|(_, branch)| self.kinds(branch).has(kind)).collect();
        let named = |branch: &Node<'s>| {
            self.fixed(branch).iter().all(|(name, fixed)| {
                value.get(name.as_str()).is_none_or(|found| fixed.contains(&found))
            })
        };
        let named: Vec<_> = of_kind.iter().filter(|(_, branch)| named(branch)).cloned().collect();
        let whole: Vec<_> =
            named.iter().filter(|(_, branch)| self.has_required(branch, value)).cloned().collect();
        let closer = [whole, named, of_kind].into_iter().find(|branches| !branches.is_empty());
        closer.unwrap_or_else(|| all().collect())
    }

    /// Whether some properties are required, and the value has all of them.
    fn has_required(&self, branch: &Node<'s>, value: &Value) -> bool {
        let target = self.referred(branch);
        let required = target.as_ref().unwrap_or(branch).member("required");
        let mut names = required.and_then(Value::as_array).into_iter().flatten().peekable();
        names.peek().is_some()
            && names.all(|name| name.as_str().is_some_and(|name| value.get(name).is_some()))
    }

    /// Properties that may have only certain values.
    fn fixed(&self, branch: &Node<'s>) -> Vec<(String, Vec<&'s Value>)> {
        let target = self.referred(branch);
        let properties = target.as_ref().unwrap_or(branch).members("properties");
        let fixed = properties.into_iter().flatten().filter_map(|(name, schema)| {
            let values = match (schema.get("const"), schema.get("enum")) {
                (Some(constant), _) => vec![constant],
                (None, Some(Value::Array(values))) => values.iter().collect(),
                _ => return None,
            };
            Some((name.clone(), values))
        });
        fixed.collect()
    }

    /// The property by which all branches are told apart, with its values, when
    /// the value has one that none of them knows.
    fn tags(
        &self,
        node: &Node<'s>,
        keyword: &str,
        value: &Value,
    ) -> Option<(String, Vec<&'s Value>)> {
        let branches: Vec<_> = node.branches(keyword).take(MAX_SEEN).collect();
        let first = self.fixed(branches.first()?);
        first.into_iter().map(|(name, _)| name).find_map(|name| {
            let found = value.get(&name)?;
            let mut values = Vec::new();
            for branch in &branches {
                let fixed = self.fixed(branch).into_iter().find(|(other, _)| *other == name)?;
                values.extend(fixed.1);
            }
            let unknown = !values.contains(&found);
            unknown.then_some((name, values))
        })
    }
}

/// What a branch calls itself.
fn label<'s>(branch: &Node<'s>) -> Option<&'s str> {
    let title = branch.member("title").and_then(Value::as_str);
    let target = branch.member("$ref").and_then(Value::as_str);
    title.or(target.and_then(|target| target.rsplit('/').next()))
}
