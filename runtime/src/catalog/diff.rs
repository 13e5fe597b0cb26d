//! What differs between two manifests, field by field.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::manifest::{Manifest, Pointer};
use crate::definition::Definition;
use crate::json::{Json, Quoted, Value};
use crate::text::{Visible, prefix};

/// So much of a text is shown, in bytes.
const SHOWN: usize = 4 * 1024;

/// Severity of a difference, in increasing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// An added tool or server.
    Added,
    /// A removed tool or server.
    Removed,
    /// A changed text for the model: description, title, instructions.
    Description,
    /// A changed schema or annotation.
    Contract,
}

impl Severity {
    /// The word of it in JSON output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Description => "description",
            Self::Contract => "contract",
        }
    }
}

/// The kind of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// Only in the new manifest.
    Added,
    /// Only in the old manifest.
    Removed,
    /// In both, with another value.
    Changed,
}

impl ChangeKind {
    /// The word of it in JSON output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

/// One difference between an old (captured) and a new (live) manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The server it is about.
    pub server: String,
    /// The tool; `None` if it is about the server itself.
    pub tool: Option<String>,
    /// Added, removed or changed.
    pub kind: ChangeKind,
    /// The place, as a JSON pointer (RFC 6901) into the tool or, for `/instructions`, the
    /// server; empty for all of it.
    pub field: String,
    /// The captured value, as JSON.
    pub old: Option<String>,
    /// The live value, as JSON.
    pub new: Option<String>,
    /// How severe it is.
    pub severity: Severity,
}

impl Difference {
    /// A whole server (no tool is named) or tool that came or went.
    #[must_use]
    pub fn whole(server: &str, tool: Option<&str>, kind: ChangeKind) -> Self {
        let severity = if kind == ChangeKind::Added { Severity::Added } else { Severity::Removed };
        let (server, tool) = (server.into(), tool.map(Into::into));
        Self { server, tool, kind, field: String::new(), old: None, new: None, severity }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "server `{}`", Visible(&self.server))?;
        if let Some(tool) = &self.tool {
            write!(f, ", tool `{}`", Visible(tool))?;
        }
        match (self.kind, self.field.is_empty()) {
            (ChangeKind::Added, true) => f.write_str(": added, not captured")?,
            (ChangeKind::Removed, true) => f.write_str(": captured, but gone")?,
            (kind, _) => write!(f, ": {} {}", Visible(&self.field), kind.as_str())?,
        }
        for (label, text) in [("captured", &self.old), ("live", &self.new)] {
            if let Some(text) = text {
                let shown = prefix(text, SHOWN);
                let end = if shown.len() < text.len() { "…" } else { "" };
                write!(f, "\n      {label}: {}{end}", Visible(shown))?;
            }
        }
        Ok(())
    }
}

/// All differences between two manifests of one server, by tool name.
///
/// O(n) for n bytes when the digests agree; what differs is read once more.
#[must_use]
pub fn differences(old: &Manifest, new: &Manifest) -> Vec<Difference> {
    let mut all = Vec::new();
    if old.digest() == new.digest() {
        return all;
    }
    let server = old.server();
    compare_instructions(server, old.instructions(), new.instructions(), &mut all);
    let names = |manifest: &Manifest| -> Vec<String> {
        manifest.tools().iter().map(|tool| tool.name().into()).collect()
    };
    let names: BTreeSet<String> = names(old).into_iter().chain(names(new)).collect();
    for name in &names {
        match (old.tool(name), new.tool(name)) {
            (Some(old), Some(new)) if old.digest() == new.digest() => {}
            (Some(old), Some(new)) => {
                compare_tool(server, &old.definition(), &new.definition(), &mut all)
            }
            (None, _) => all.push(Difference::whole(server, Some(name), ChangeKind::Added)),
            (_, None) => all.push(Difference::whole(server, Some(name), ChangeKind::Removed)),
        }
    }
    all
}

pub(crate) fn compare_instructions(
    server: &str,
    old: Option<&str>,
    new: Option<&str>,
    all: &mut Vec<Difference>,
) {
    let text = |text: Option<&str>| text.map(|text| Quoted(text).to_string());
    push_field(all, (server, None), "/instructions", (text(old), text(new)), Severity::Description);
}

/// The differences between two definitions of one tool.
pub(crate) fn compare_tool(
    server: &str,
    old: &Definition<'_>,
    new: &Definition<'_>,
    all: &mut Vec<Difference>,
) {
    let place = (server, Some(old.name));
    let text = |text: Option<&str>| text.map(|text| Quoted(text).to_string());
    let titles = (text(old.title), text(new.title));
    push_field(all, place, "/title", titles, Severity::Description);
    let descriptions = (text(old.description), text(new.description));
    push_field(all, place, "/description", descriptions, Severity::Description);
    for (field, old, new) in [
        ("/inputSchema", Some(old.input_schema), Some(new.input_schema)),
        ("/outputSchema", old.output_schema, new.output_schema),
        ("/annotations", old.annotations, new.annotations),
    ] {
        compare_json(all, place, field, old, new);
    }
}

type Place<'a> = (&'a str, Option<&'a str>);

fn push_field(
    all: &mut Vec<Difference>,
    (server, tool): Place<'_>,
    field: &str,
    (old, new): (Option<String>, Option<String>),
    severity: Severity,
) {
    if old == new {
        return;
    }
    let kind = match (&old, &new) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    };
    let (server, tool, field) = (server.into(), tool.map(Into::into), field.into());
    all.push(Difference { server, tool, kind, field, old, new, severity });
}

fn compare_json(
    all: &mut Vec<Difference>,
    place: Place<'_>,
    field: &str,
    old: Option<&str>,
    new: Option<&str>,
) {
    if old == new {
        return;
    }
    match (old.map(Json::parse), new.map(Json::parse)) {
        (Some(Ok(old)), Some(Ok(new))) => {
            walk(all, place, &mut field.to_string(), old.root(), new.root());
        }
        _ => {
            let texts = (old.map(Into::into), new.map(Into::into));
            push_field(all, place, field, texts, severity_of(field));
        }
    }
}

/// Steps down to the smallest places that differ.
fn walk(
    all: &mut Vec<Difference>,
    place: Place<'_>,
    path: &mut String,
    old: Value<'_, '_>,
    new: Value<'_, '_>,
) {
    if old.is_object() && new.is_object() {
        walk_members(all, place, path, old, new);
    } else if old.is_array() && new.is_array() && old.len() == new.len() {
        for (at, (old, new)) in old.items().zip(new.items()).enumerate() {
            step(path, &at.to_string(), |path| walk(all, place, path, old, new));
        }
    } else {
        let texts = (Some(old.to_canonical()), Some(new.to_canonical()));
        push_field(all, place, path, texts, severity_of(path));
    }
}

fn walk_members(
    all: &mut Vec<Difference>,
    place: Place<'_>,
    path: &mut String,
    old: Value<'_, '_>,
    new: Value<'_, '_>,
) {
    let names: BTreeSet<String> =
        old.members().chain(new.members()).map(|(name, _)| name.into_owned()).collect();
    for name in &names {
        step(path, name, |path| match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) => walk(all, place, path, old, new),
            (old, new) => {
                let texts = (old.map(Value::to_canonical), new.map(Value::to_canonical));
                push_field(all, place, path, texts, severity_of(path));
            }
        });
    }
}

fn step(path: &mut String, token: &str, then: impl FnOnce(&mut String)) {
    let length = path.len();
    Pointer::push_token(path, token);
    then(path);
    path.truncate(length);
}

/// A description or title inside a schema is text; all else is contract.
fn severity_of(path: &str) -> Severity {
    let mut tokens = path.rsplit('/');
    let last = tokens.next().unwrap_or("");
    let within_properties = tokens.next() == Some("properties");
    match last {
        "description" | "title" if !within_properties => Severity::Description,
        _ => Severity::Contract,
    }
}
