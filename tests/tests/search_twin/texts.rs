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
pub(crate) const DESCRIPTION: usize = 3;
const PARAMETER: usize = 4;
const PARAMETER_DESCRIPTION: usize = 5;
pub(crate) const LEAD: usize = 6;
pub(crate) const FIELDS: usize = 7;

/// Places in a name that are told apart: of the server's name, of the tool's.
const PLACES: [usize; 2] = [120, 121];
/// Terms at the beginning of a description that have places there.
const LEAD_PLACES: usize = 7;
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

/// The words of a text that are no stop words.
fn spoken(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| !is_stop_word(word))
}

/// A line of words that stand for each other.
pub(crate) struct Group {
    pub(crate) terms: Vec<String>,
    /// One is short for the other.
    pub(crate) is_abbreviation: bool,
}

/// Words that stand for each other, and short forms of phrases; all as stems.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) groups: Vec<Group>,
    phrases: Vec<Phrase>,
}

/// A short form, and the words it is short for but for stop words.
struct Phrase {
    short: String,
    long: Vec<String>,
    has_stop_words: bool,
}

impl Table {
    pub(crate) fn parse(text: &str) -> Self {
        let mut table = Self::default();
        for line in text.lines() {
            match line.split_once('=') {
                Some((short, long)) if spoken(long).count() > 1 => {
                    let has_stop_words = long.split_whitespace().any(is_stop_word);
                    let long = spoken(long).map(stem).collect();
                    table.phrases.push(Phrase { short: stem(short.trim()), long, has_stop_words });
                }
                Some((short, long)) => {
                    let terms = spoken(short).chain(spoken(long)).map(stem).collect();
                    table.groups.push(Group { terms, is_abbreviation: true });
                }
                None => {
                    let words = words(line, Mode::Query);
                    let terms = words.iter().map(|(word, _)| stem(word)).collect();
                    table.groups.push(Group { terms, is_abbreviation: false });
                }
            }
        }
        table
    }

    pub(crate) fn terms(&self) -> BTreeSet<String> {
        let phrases = self
            .phrases
            .iter()
            .flat_map(|Phrase { short, long, .. }| long.iter().chain(std::iter::once(short)));
        self.groups.iter().flat_map(|group| &group.terms).chain(phrases).cloned().collect()
    }
}

/// Where a term stands in the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) of_tool: bool,
    pub(crate) at: usize,
}

/// The first sentence of a description, the rest, and what parts them.
fn sentence(text: &str) -> (&str, &str, Rule) {
    let text = text.trim();
    for (at, c) in text.char_indices() {
        let mut after = text[at..].chars().skip(1);
        let end = match c {
            '\n' if at > 0 => Rule::EndOfLine,
            '.' | '!' | '?' if after.next().is_none_or(char::is_whitespace) => Rule::EndOfSentence,
            '\u{3002}' => Rule::EndWide,
            _ => continue,
        };
        return (&text[..at], &text[at..], end);
    }
    (text, "", Rule::NoEnd)
}

/// The terms of a document.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) counts: [BTreeMap<String, u64>; FIELDS],
    /// Terms that are written there, but for joined forms of names.
    pub(crate) lengths: [u64; FIELDS],
    pub(crate) places: BTreeMap<String, Place>,
    /// Terms of the tool's name that stand there as more than a joined form.
    pub(crate) named: BTreeSet<String>,
    /// Terms among the first of the description, and their places from 1 on.
    pub(crate) lead: BTreeMap<String, usize>,
    /// Terms of the description so far, each time it says them.
    described: Vec<String>,
    /// How many of those are in its first sentence, and how that ends.
    pub(crate) sentence: (usize, Option<Rule>),
    /// Short forms of phrases that go on after it.
    pub(crate) cut: BTreeSet<String>,
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
        text.read(&[SERVER], document.server.unwrap_or(""), table);
        text.read(&[NAME], document.tool, table);
        text.read(&[HINT], document.hint, table);
        text.describe(document.description, table);
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

    fn describe(&mut self, description: &str, table: &Table) {
        let (sentence, rest, end) = sentence(description);
        self.read(&[LEAD, DESCRIPTION], sentence, table);
        self.sentence = (self.described.len(), Some(end));
        self.read(&[DESCRIPTION], rest, table);
        for Phrase { short, long, .. } in &table.phrases {
            let places = self.described.windows(long.len()).enumerate();
            let ends = |at: usize| (at + 1..at + long.len()).contains(&self.sentence.0);
            if places.filter(|(_, terms)| terms == long).any(|(at, _)| ends(at)) {
                self.cut.insert(short.clone());
            }
        }
    }

    /// A text of some fields, all of one kind.
    fn read(&mut self, fields: &[usize], text: &str, table: &Table) {
        let field = fields[0];
        let is_name = matches!(field, NAME | SERVER);
        let mode = match field {
            NAME | SERVER | PARAMETER => Mode::Identifier,
            _ => Mode::Prose,
        };
        let (mut written, mut spoken) = (0, Vec::new());
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
            self.unwritten.remove(&term);
            if is_name {
                self.place(&term, field == NAME, written);
            }
            fields.iter().for_each(|&field| self.add(field, term.clone()));
            if kind == Kind::Joined {
                self.joined.insert(term);
                continue;
            }
            fields.iter().for_each(|&field| self.lengths[field] += 1);
            if field == NAME {
                self.named.insert(term.clone());
            }
            if fields.contains(&DESCRIPTION) {
                self.described.push(term.clone());
                let at = self.described.len();
                if at <= LEAD_PLACES {
                    self.lead.entry(term.clone()).or_insert(at);
                }
            }
            written += 1;
            if !is_stop_word(&word) {
                spoken.push(term);
                fields.iter().for_each(|&field| self.expand(field, &spoken, table));
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
    fn expand(&mut self, field: usize, spoken: &[String], table: &Table) {
        for Phrase { short, long, has_stop_words } in &table.phrases {
            if spoken.last() == Some(short) {
                long.iter().for_each(|term| self.add_unwritten(field, term, Rule::LongForm));
            } else if spoken.ends_with(long) {
                let rule =
                    if *has_stop_words { Rule::ShortFormOfStopWords } else { Rule::ShortForm };
                self.add_unwritten(field, short, rule);
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
                    self.read(&[PARAMETER_DESCRIPTION], text, table);
                }
                ("properties", Value::Object(parameters)) if level < LEVELS => {
                    for (name, schema) in parameters {
                        self.read(&[PARAMETER], name, table);
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
