//! References: written out where they end, kept where they go round.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::keyword::{Schema, each_below};
use super::merge::lay_over;
use super::report::Report;

const MAX_NODES: usize = 20_000;
const MAX_DEPTH: usize = 100;

/// `root` without references, but for recursive ones, which then lead to
/// `$defs`. Drops `$schema` and `$id`.
pub(super) fn inline(root: &Schema, report: &mut Report) -> Schema {
    let document = Value::Object(root.clone());
    let names = names_of_recursive(&document);
    let mut inliner =
        Inliner { document: &document, names: &names, nodes: 0, depth: 0, exhausted: false };
    let mut lowered = root.clone();
    for keyword in ["$schema", "$id", "$defs", "definitions"] {
        lowered.remove(keyword);
    }
    inliner.expand(&mut lowered, report);
    let definitions = inliner.definitions(report);
    if !definitions.is_empty() {
        lowered.insert("$defs".into(), Value::Object(definitions));
    }
    lowered
}

struct Inliner<'d> {
    document: &'d Value,
    /// Pointers of recursive definitions, and what each is called below `$defs`.
    names: &'d BTreeMap<String, String>,
    nodes: usize,
    depth: usize,
    exhausted: bool,
}

impl Inliner<'_> {
    fn expand(&mut self, schema: &mut Schema, report: &mut Report) {
        if self.is_exhausted(report) {
            return;
        }
        self.depth += 1;
        self.resolve(schema, report);
        each_below(schema, report, |below, report| {
            if let Value::Object(below) = below {
                self.expand(below, report);
            }
        });
        self.depth -= 1;
    }

    fn is_exhausted(&mut self, report: &mut Report) -> bool {
        self.nodes += 1;
        let beyond = self.nodes > MAX_NODES || self.depth > MAX_DEPTH;
        if beyond && !self.exhausted {
            report.problem("written out, the references here grow beyond all measure");
        }
        self.exhausted |= beyond;
        self.exhausted
    }

    /// Replaces the reference that `schema` is, and those that its target is.
    fn resolve(&mut self, schema: &mut Schema, report: &mut Report) {
        for _ in 0..MAX_DEPTH {
            let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return };
            if let Some(name) = self.names.get(&pointer_of(reference)) {
                let kept = format!("#/$defs/{name}");
                schema.insert("$ref".into(), kept.into());
                return;
            }
            let Some(target) = target_of(self.document, reference) else {
                report.problem(format!(
                    "`$ref` to `{reference}` leads to no schema of this document"
                ));
                schema.remove("$ref");
                return;
            };
            let mut own = core::mem::replace(schema, without_definitions(target));
            own.remove("$ref");
            lay_over(schema, own);
        }
    }

    fn definitions(&mut self, report: &mut Report) -> Schema {
        let mut definitions = Schema::new();
        for (pointer, name) in self.names {
            let Some(target) = target_of(self.document, &format!("#{pointer}")) else { continue };
            let mut schema = without_definitions(target);
            report.at(&["$defs", name], |report| self.expand(&mut schema, report));
            definitions.insert(name.clone(), Value::Object(schema));
        }
        definitions
    }
}

fn without_definitions(schema: &Schema) -> Schema {
    let mut schema = schema.clone();
    for keyword in ["$defs", "definitions", "$schema", "$id"] {
        schema.remove(keyword);
    }
    schema
}

/// The pointer in a reference into the same document; other references as
/// they are, which no pointer equals.
fn pointer_of(reference: &str) -> String {
    match reference.strip_prefix('#') {
        Some(pointer) => percent_decoded(pointer),
        None => reference.to_string(),
    }
}

fn target_of<'d>(document: &'d Value, reference: &str) -> Option<&'d Schema> {
    let pointer = percent_decoded(reference.strip_prefix('#')?);
    document.pointer(&pointer)?.as_object()
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|hex| core::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(decoded) if byte == b'%' => {
                bytes.push(decoded);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
}

/// The targets that can be reached from themselves, each with a name of its
/// own.
fn names_of_recursive(document: &Value) -> BTreeMap<String, String> {
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut open: Vec<String> = targets_in(document).into_iter().collect();
    while let Some(pointer) = open.pop() {
        if edges.contains_key(&pointer) {
            continue;
        }
        let targets = document.pointer(&pointer).map(targets_in).unwrap_or_default();
        open.extend(targets.iter().cloned());
        edges.insert(pointer, targets);
    }
    let mut names = BTreeMap::new();
    for pointer in edges.keys().filter(|pointer| reaches_itself(&edges, pointer)) {
        let name = free_name(&names, pointer);
        names.insert(pointer.clone(), name);
    }
    names
}

/// The pointers that references below `value` lead to. Definitions count only
/// where something leads to them.
fn targets_in(value: &Value) -> BTreeSet<String> {
    let mut targets = BTreeSet::new();
    if let Value::Object(schema) = value {
        collect_targets(&mut without_definitions(schema), &mut targets);
    }
    targets
}

fn collect_targets(schema: &mut Schema, targets: &mut BTreeSet<String>) {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        targets.insert(pointer_of(reference));
    }
    each_below(schema, &mut Report::default(), |below, _| {
        if let Value::Object(below) = below {
            collect_targets(below, targets);
        }
    });
}

fn reaches_itself(edges: &BTreeMap<String, BTreeSet<String>>, start: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = alloc::vec![start];
    while let Some(pointer) = open.pop() {
        for target in edges.get(pointer).into_iter().flatten() {
            if target == start {
                return true;
            }
            if seen.insert(target.as_str()) {
                open.push(target);
            }
        }
    }
    false
}

/// The last step of the pointer, made of characters that need no escape, and
/// a number where that is taken.
fn free_name(taken: &BTreeMap<String, String>, pointer: &str) -> String {
    let last = pointer.rsplit('/').next().filter(|last| !last.is_empty()).unwrap_or("root");
    let legal = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let base: String = last.chars().map(legal).collect();
    let is_taken = |name: &String| taken.values().any(|other| other == name);
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    let free = core::iter::once(base.clone()).chain(numbered).find(|name| !is_taken(name));
    free.unwrap_or(base)
}
