//! What a document says, word by word, and the table of synonyms.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use toolcrib::search::Document;
use toolcrib::search::token::{Buffer, Kind, Mode, for_each_word, is_stop_word};

use crate::rules::Rule;

/// Fields by number, as in `Field::ALL`.
pub(crate) const NAME: usize = 0;
pub(crate) const SERVER: usize = 1;
const HINT: usize = 2;
const DESCRIPTION: usize = 3;
const PARAMETER: usize = 4;
const PARAMETER_DESCRIPTION: usize = 5;
pub(crate) const FIELDS: usize = 6;

/// Places in a name that are told apart: of the server's name, of the tool's.
const PLACES: [usize; 2] = [120, 121];
/// Levels of `properties` that are read.
const LEVELS: usize = 4;

pub(crate) fn words(text: &str, mode: Mode) -> Vec<(String, Kind)> {
    let mut out = Vec::new();
    for_each_word(text, mode, &mut |word, kind| out.push((word.to_owned(), kind)));
    out
}

pub(crate) fn stem(word: &str) -> String {
    Buffer::new(word).stemmed().to_owned()
}

/// Words that stand for each other, and short forms of phrases; all as stems.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) groups: Vec<Vec<String>>,
    phrases: Vec<(String, Vec<String>)>,
}

impl Table {
    pub(crate) fn parse(text: &str) -> Self {
        let mut table = Self::default();
        for line in text.lines() {
            match line.split_once('=') {
                Some((short, long)) if long.split_whitespace().count() > 1 => {
                    let long = long.split_whitespace().map(stem).collect();
                    table.phrases.push((stem(short.trim()), long));
                }
                _ => {
                    let words = words(line, Mode::Query);
                    table.groups.push(words.iter().map(|(word, _)| stem(word)).collect());
                }
            }
        }
        table
    }

    pub(crate) fn terms(&self) -> BTreeSet<String> {
        let phrases =
            self.phrases.iter().flat_map(|(short, long)| long.iter().chain(std::iter::once(short)));
        self.groups.iter().flatten().chain(phrases).cloned().collect()
    }
}

/// Where a term stands in the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) of_tool: bool,
    pub(crate) at: usize,
}

/// The terms of a document.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) counts: [BTreeMap<String, u64>; FIELDS],
    /// Terms that are written there.
    pub(crate) lengths: [u64; FIELDS],
    pub(crate) places: BTreeMap<String, Place>,
    /// Terms that do not count: they are in the vocabulary only.
    left_out: BTreeSet<String>,
    /// Terms that are nowhere written in it, and why it has them.
    pub(crate) unwritten: BTreeMap<String, Rule>,
    /// Terms of parameters within parameters.
    pub(crate) deep: BTreeSet<String>,
    /// Names written in capitals and small letters, as one word.
    pub(crate) joined: BTreeSet<String>,
}

impl Text {
    pub(crate) fn new(document: &Document<'_>, table: &Table) -> Self {
        let mut text = Self::default();
        text.read(SERVER, document.server.unwrap_or(""), table);
        text.read(NAME, document.tool, table);
        text.read(HINT, document.hint, table);
        text.read(DESCRIPTION, document.description, table);
        let schema = serde_json::from_str(document.schema).unwrap_or_default();
        text.schema(&schema, 0, table);
        text
    }

    pub(crate) fn vocabulary(&self) -> BTreeSet<String> {
        self.terms().union(&self.left_out).cloned().collect()
    }

    pub(crate) fn terms(&self) -> BTreeSet<String> {
        self.counts.iter().flat_map(BTreeMap::keys).cloned().collect()
    }

    pub(crate) fn has(&self, term: &str) -> bool {
        self.counts.iter().any(|counts| counts.contains_key(term))
    }

    fn read(&mut self, field: usize, text: &str, table: &Table) {
        let is_name = matches!(field, NAME | SERVER);
        let mode = match field {
            NAME | SERVER | PARAMETER => Mode::Identifier,
            _ => Mode::Prose,
        };
        let mut written = Vec::new();
        for (word, kind) in words(text, mode) {
            let is_left_out = match mode {
                Mode::Prose => is_stop_word(&word),
                _ => field == PARAMETER && kind == Kind::Joined,
            };
            let term = stem(&word);
            if is_left_out {
                self.left_out.insert(term);
                continue;
            }
            self.lengths[field] += 1;
            self.unwritten.remove(&term);
            if is_name {
                self.place(&term, field == NAME, written.len());
            }
            self.add(field, term.clone());
            if kind == Kind::Joined {
                self.joined.insert(term);
            } else {
                written.push(term);
                self.expand(field, &written, table);
            }
        }
    }

    /// The first place in the tool's name, else the first in the server's.
    fn place(&mut self, term: &str, of_tool: bool, at: usize) {
        let place = Place { of_tool, at: at.min(PLACES[usize::from(of_tool)] - 1) };
        match self.places.get(term) {
            Some(old) if old.of_tool || !of_tool => {}
            _ => drop(self.places.insert(term.to_owned(), place)),
        }
    }

    /// After a short form its words count as well, after the words the short form.
    fn expand(&mut self, field: usize, written: &[String], table: &Table) {
        for (short, long) in &table.phrases {
            if written.last() == Some(short) {
                long.iter().for_each(|term| self.add_unwritten(field, term, Rule::LongForm));
            } else if written.ends_with(long) {
                self.add_unwritten(field, short, Rule::ShortForm);
            }
        }
    }

    fn add(&mut self, field: usize, term: String) {
        *self.counts[field].entry(term).or_default() += 1;
    }

    pub(crate) fn add_unwritten(&mut self, field: usize, term: &str, why: Rule) {
        if !self.has(term) {
            self.unwritten.insert(term.to_owned(), why);
        }
        self.add(field, term.to_owned());
    }

    /// A schema, or several; `level` is that of the parameter it describes.
    fn schema(&mut self, schema: &Value, level: usize, table: &Table) {
        if let Value::Array(schemas) = schema {
            schemas.iter().for_each(|schema| self.schema(schema, level, table));
        }
        for (key, value) in schema.as_object().into_iter().flatten() {
            match (key.as_str(), value) {
                ("description", Value::String(text)) if level > 0 => {
                    self.read(PARAMETER_DESCRIPTION, text, table);
                }
                ("properties", Value::Object(parameters)) if level < LEVELS => {
                    for (name, schema) in parameters {
                        self.read(PARAMETER, name, table);
                        if level > 0 {
                            let terms = words(name, Mode::Identifier);
                            self.deep.extend(terms.iter().map(|(word, _)| stem(word)));
                        }
                        self.schema(schema, level + 1, table);
                    }
                }
                ("items" | "anyOf" | "oneOf" | "allOf", inner) => self.schema(inner, level, table),
                _ => {}
            }
        }
    }
}
