//! One tree for all notations, with the place of each value.

use std::fmt::Write;
use std::path::PathBuf;

use toolcrib::json::Quoted;

/// Line and column, counted in characters from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A value that JSON has too.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) kind: Kind,
    /// The file of the value, if it is not the file of the contract.
    pub(super) file: Option<PathBuf>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Null,
    Flag(bool),
    /// A number as JSON writes it.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Member>),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    pub(super) name: String,
    /// The place of the name.
    pub(super) place: Place,
    pub(super) value: Node,
}

/// A fault in the notation, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SyntaxFault {
    pub(super) place: Place,
    pub(super) message: String,
}

impl SyntaxFault {
    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

impl Node {
    pub(super) fn new(place: Place, kind: Kind) -> Self {
        Self { place, kind, file: None }
    }

    pub(super) fn member_mut(&mut self, name: &str) -> Option<&mut Node> {
        match &mut self.kind {
            Kind::Table(members) => members
                .iter_mut()
                .find(|member| member.name == name)
                .map(|member| &mut member.value),
            _ => None,
        }
    }

    /// The value as JSON text.
    pub(super) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match &self.kind {
            Kind::Null => out.push_str("null"),
            Kind::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Kind::Number(number) => out.push_str(number),
            // Writing to a string does not fail.
            Kind::Text(text) => {
                let _ = write!(out, "{}", Quoted(text));
            }
            Kind::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    item.write(out);
                }
                out.push(']');
            }
            Kind::Table(members) => {
                out.push('{');
                for (at, member) in members.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    let _ = write!(out, "{comma}{}:", Quoted(&member.name));
                    member.value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// The file and place of the value at a JSON pointer, or of the innermost
    /// value around it.
    pub(super) fn find(&self, pointer: &str) -> (Option<&PathBuf>, Place) {
        let (mut node, mut place, mut file) = (self, self.place, self.file.as_ref());
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            let next = match &node.kind {
                Kind::Table(members) => members
                    .iter()
                    .find(|member| member.name == token)
                    .map(|member| (member.place, &member.value)),
                Kind::List(items) => token
                    .parse()
                    .ok()
                    .and_then(|at: usize| items.get(at))
                    .map(|item| (item.place, item)),
                _ => None,
            };
            let Some((at, value)) = next else { break };
            (node, place) = (value, at);
            if value.file.is_some() {
                (file, place) = (value.file.as_ref(), value.place);
            }
        }
        (file, place)
    }
}

/// Finds the places of byte offsets.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { text, starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    pub(super) fn place(&self, offset: usize) -> Place {
        let line = self.starts.partition_point(|&start| start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or("");
        Place { line, column: before.chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_have_places() {
        let lines = Lines::new("aé\nb\n");
        let places = [0, 3, 4, 5, 6].map(|offset| lines.place(offset));
        let expected = [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)];
        assert_eq!(places, expected.map(|(line, column)| Place { line, column }));
    }
}
