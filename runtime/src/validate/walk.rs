//! Going through a schema and a value side by side.
//!
//! Whether a value is right is for `jsonschema` alone to say. What it reports
//! when it is not is without bound: every branch of every `anyOf`, each with a
//! copy of the value. So mending and explaining go their own way, ask only
//! whether a part is right, and count their steps.

use std::cell::Cell;
use std::prelude::v1::*;

use jsonschema::Draft;
use serde_json::{Map, Value, json};

use super::judges::{ADDRESS, Judge};
use super::path::Path;
use super::report::Report;
use super::schema::Compiled;
use super::survey::weight;
use crate::error::ArgumentError;
use crate::json::push_token;
use crate::told::argument;

/// Schemas visited, and values judged or copied by their size, in one way
/// through a check that has something to mend or to explain.
const MAX_STEPS: usize = 200_000;
/// Parts of a schema compiled by themselves in one such check.
const MAX_COMPILED: usize = 400;
/// Schemas within each other on the way to a value. Each level of a value takes
/// one, and each reference and `allOf` another.
const MAX_NESTED: usize = 300;

/// A schema within the tool's schema.
#[derive(Clone)]
pub(super) struct Node<'s> {
    pub(super) schema: &'s Value,
    /// Its JSON pointer.
    pub(super) pointer: String,
}

impl<'s> Node<'s> {
    pub(super) fn member(&self, keyword: &str) -> Option<&'s Value> {
        self.schema.get(keyword)
    }

    pub(super) fn members(&self, keyword: &str) -> Option<&'s Map<String, Value>> {
        self.member(keyword).and_then(Value::as_object)
    }

    /// The schema under a keyword.
    pub(super) fn below(&self, keyword: &str) -> Option<Self> {
        let schema = self.member(keyword).filter(|value| value.is_object() || value.is_boolean());
        Some(Self { schema: schema?, pointer: format!("{}/{keyword}", self.pointer) })
    }

    /// The schema under a keyword that has them by name.
    pub(super) fn named(&self, keyword: &str, name: &str) -> Option<Self> {
        let schema = self.members(keyword)?.get(name)?;
        let mut pointer = format!("{}/{keyword}", self.pointer);
        push_token(&mut pointer, name);
        Some(Self { schema, pointer })
    }

    /// The schemas under a keyword that has a list of them.
    pub(super) fn branches(&self, keyword: &str) -> impl ExactSizeIterator<Item = Self> {
        let list = self.member(keyword).and_then(Value::as_array);
        let base = format!("{}/{keyword}", self.pointer);
        let list = list.map_or(&[][..], Vec::as_slice).iter().enumerate();
        list.map(move |(number, schema)| Self { schema, pointer: format!("{base}/{number}") })
    }
}

/// One check's way through a schema.
pub(super) struct Walk<'s> {
    compiled: &'s Compiled,
    /// So many parts may still be compiled.
    compiles: Cell<usize>,
    steps: Cell<usize>,
    nested: Cell<usize>,
    inexact: Report,
}

/// A schema that is being visited.
pub(super) struct Visit<'w>(&'w Cell<usize>);

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

impl<'s> Walk<'s> {
    pub(super) fn new(compiled: &'s Compiled) -> Self {
        Self {
            compiled,
            compiles: Cell::new(MAX_COMPILED),
            steps: Cell::new(MAX_STEPS),
            nested: Cell::new(0),
            inexact: Report::new(),
        }
    }

    pub(super) fn root(&self) -> Node<'s> {
        Node { schema: &self.compiled.schema, pointer: String::new() }
    }

    /// Notes a number that was rounded before it came here.
    pub(super) fn note_inexact(&self, path: &Path<'_>) {
        self.inexact.add(path, argument::INEXACT);
    }

    /// What has been noted.
    pub(super) fn inexact(&self) -> Vec<ArgumentError> {
        self.inexact.errors()
    }

    /// All steps once more, for another way through.
    pub(super) fn refresh(&self) {
        self.steps.set(MAX_STEPS);
    }

    /// Takes one step, where there are any left.
    pub(super) fn spend(&self) -> bool {
        self.spend_for(1)
    }

    /// Takes the steps that looking at a value or copying it is worth.
    pub(super) fn spend_on(&self, value: &Value) -> bool {
        self.steps.get() > 0 && self.spend_for(1 + weight(value))
    }

    /// Nothing more can be found out.
    pub(super) fn is_spent(&self) -> bool {
        self.steps.get() == 0
    }

    fn spend_for(&self, steps: usize) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(steps));
        left > 0
    }

    /// Goes into a schema, where that may still be done.
    pub(super) fn visit(&self) -> Option<Visit<'_>> {
        let nested = self.nested.get();
        let may = nested < MAX_NESTED && self.spend();
        may.then(|| {
            self.nested.set(nested + 1);
            Visit(&self.nested)
        })
    }

    /// Whether the value is right there; also where that cannot be found out.
    pub(super) fn accepts(&self, node: &Node<'_>, value: &Value) -> bool {
        match node.schema {
            Value::Bool(any) => *any,
            _ if !self.spend_on(value) => true,
            _ if node.pointer.is_empty() => self.compiled.strict.is_valid(value),
            _ => {
                let schema = || json!({"$ref": format!("{ADDRESS}#{}", encoded(&node.pointer))});
                self.judge(&node.pointer, schema).is_none_or(|judge| judge.is_valid(value))
            }
        }
    }

    /// Whether one keyword that has no schemas in it is satisfied.
    pub(super) fn holds(&self, node: &Node<'_>, keyword: &str, value: &Value) -> bool {
        let Some(rule) = node.member(keyword) else { return true };
        // In draft 4 the limits have a flag beside them.
        let flag = node.member(match keyword {
            "minimum" => "exclusiveMinimum",
            "maximum" => "exclusiveMaximum",
            _ => "",
        });
        let schema = || match flag.filter(|flag| flag.is_boolean()) {
            Some(flag) => json!({keyword: rule, flag_name(keyword): flag}),
            None => json!({keyword: rule}),
        };
        let key = format!("{} {keyword}", node.pointer);
        self.judge(&key, schema).is_none_or(|judge| judge.is_valid(value))
    }

    /// Whether a pattern matches.
    pub(super) fn matches(&self, pattern: &str, text: &str) -> bool {
        let judge = self.judge(&format!(" {pattern}"), || json!({"pattern": pattern}));
        judge.is_some_and(|judge| judge.is_valid(&Value::from(text)))
    }

    fn judge(&self, key: &str, schema: impl FnOnce() -> Value) -> Judge {
        let judges = self.compiled.judges();
        if let Some(known) = judges.known(key) {
            return known;
        }
        let left = self.compiles.get().checked_sub(1)?;
        self.compiles.set(left);
        judges.compile(key, &schema())
    }

    /// Up to draft 7, `$ref` is all that counts where it stands.
    pub(super) fn only_refers(&self, node: &Node<'_>) -> bool {
        let old = matches!(self.compiled.draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7);
        old && node.member("$ref").is_some()
    }

    /// What `$ref` refers to, by a pointer into this schema.
    pub(super) fn referred(&self, node: &Node<'_>) -> Option<Node<'s>> {
        let pointer = decoded(node.member("$ref")?.as_str()?.strip_prefix('#')?)?;
        let schema = self.compiled.schema.pointer(&pointer)?;
        Some(Node { schema, pointer })
    }

    /// The schemas that hold for the same value.
    pub(super) fn in_place(&self, node: &Node<'s>, value: &Value) -> Vec<Node<'s>> {
        let mut nodes: Vec<Node<'s>> = self.referred(node).into_iter().collect();
        if self.only_refers(node) {
            return nodes;
        }
        nodes.extend(node.branches("allOf"));
        if let Some(condition) = node.below("if") {
            let then = if self.accepts(&condition, value) { "then" } else { "else" };
            nodes.extend(node.below(then));
        }
        for keyword in ["dependentSchemas", "dependencies"] {
            let names = node.members(keyword).into_iter().flatten().map(|(name, _)| name);
            let given = names.filter(|name| value.get(name.as_str()).is_some());
            nodes.extend(given.filter_map(|name| node.named(keyword, name)));
        }
        nodes
    }

    /// The schemas for a property.
    pub(super) fn property(&self, node: &Node<'s>, name: &str) -> Vec<Node<'s>> {
        let mut nodes: Vec<Node<'s>> = node.named("properties", name).into_iter().collect();
        let patterns = node.members("patternProperties").into_iter().flatten();
        let matching = patterns.filter(|(pattern, _)| self.matches(pattern, name));
        nodes.extend(matching.filter_map(|(pattern, _)| node.named("patternProperties", pattern)));
        if nodes.is_empty() {
            let others = node.below("additionalProperties");
            nodes.extend(others.or_else(|| node.below("unevaluatedProperties")));
        }
        nodes
    }

    /// The schema for an item.
    pub(super) fn item(&self, node: &Node<'s>, index: usize) -> Option<Node<'s>> {
        let first = if node.member("prefixItems").is_some() { "prefixItems" } else { "items" };
        match node.branches(first).nth(index) {
            Some(own) => Some(own),
            None if node.member("items").is_some_and(Value::is_array) => {
                node.below("additionalItems")
            }
            None => node.below("items"),
        }
    }
}

fn flag_name(limit: &str) -> &'static str {
    if limit == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" }
}

/// A pointer as the fragment of an address.
fn encoded(pointer: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/~-_.$".contains(byte);
    let mut fragment = String::new();
    for byte in pointer.bytes() {
        match plain(&byte) {
            true => fragment.push(char::from(byte)),
            false => fragment.push_str(&format!("%{byte:02X}")),
        }
    }
    fragment
}

fn decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => 16 * hex(rest.next()?)? + hex(rest.next()?)?,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
