//! Claude Code's tool search.
//!
//! Names are cut at `_` (and, outside of `mcp__` names, between a lower-case and
//! an upper-case letter). A word gives 12 points as a part of an `mcp__` name and
//! 10 as a part of another; 6 or 5 inside of a part; 4 as a word of the hint; 2
//! as a word of the description, words ending where ASCII word characters do.

use super::super::hits::{Form, Hits, MAX_HITS, SCORE_ONE, SearchOutcome};
use super::super::query::clip;
use super::super::text::{find_folded, lower};
use super::super::{Corpus, Document, count};
use super::listed::Listed;

pub(super) fn search(corpus: &(impl Corpus + ?Sized), query: &str, max: usize, hits: &mut Hits) {
    hits.clear();
    let max = max.clamp(1, MAX_HITS);
    if let Some(names) = selected(query) {
        select(corpus, names, hits);
    } else {
        let (clipped, cut) = clip(query.trim_matches(is_space));
        hits.truncated = cut;
        let query = clipped;
        if !exact(corpus, query, hits) && !prefix(corpus, query, max, hits) {
            words(corpus, query, max, hits);
        }
    }
    if hits.as_slice().is_empty() && hits.outcome == SearchOutcome::Found {
        hits.outcome = SearchOutcome::NoMatch;
    }
}

/// White space as ECMAScript has it.
fn is_space(c: char) -> bool {
    c == '\u{feff}' || (c != '\u{85}' && c.is_whitespace())
}

/// What `select:` names, at least one character on the same line.
fn selected(query: &str) -> Option<&str> {
    let head = query.get(..7)?;
    let rest = query.get(7..)?;
    let one_line = !rest.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
    (head.eq_ignore_ascii_case("select:") && !rest.is_empty() && one_line).then_some(rest)
}

fn select(corpus: &(impl Corpus + ?Sized), names: &str, hits: &mut Hits) {
    hits.form = Form::Select;
    for name in names.split(',').map(|name| name.trim_matches(is_space)) {
        let found = (0..count(corpus)).find(|&id| corpus.document(id).name == name);
        if let Some(id) = found.filter(|_| !name.is_empty()) {
            hits.truncated |= !hits.push(id, 0);
        }
    }
}

fn same_lower(a: &str, b: &str) -> bool {
    lower(a).eq(lower(b))
}

fn exact(corpus: &(impl Corpus + ?Sized), query: &str, hits: &mut Hits) -> bool {
    let mut listed = Listed::new(corpus, hits, 1);
    for id in 0..count(corpus) {
        if same_lower(corpus.document(id).name, query) {
            listed.push(id, 0);
        }
    }
    let found = !hits.as_slice().is_empty();
    if found {
        hits.form = Form::Name;
    }
    found
}

fn prefix(corpus: &(impl Corpus + ?Sized), query: &str, max: usize, hits: &mut Hits) -> bool {
    let is_server = lower(query).take(5).eq("mcp__".chars());
    if !is_server || lower(query).nth(5).is_none() {
        return false;
    }
    let mut listed = Listed::new(corpus, hits, max);
    for id in 0..count(corpus) {
        let mut name = lower(corpus.document(id).name);
        if lower(query).all(|c| name.next() == Some(c)) {
            listed.push(id, 0);
        }
    }
    let found = !hits.as_slice().is_empty();
    if found {
        hits.form = Form::Server;
    }
    found
}

fn words(corpus: &(impl Corpus + ?Sized), query: &str, max: usize, hits: &mut Hits) {
    let mut listed = Listed::new(corpus, hits, max);
    for id in 0..count(corpus) {
        let document = corpus.document(id);
        let score = if has_required(&document, query) { score(&document, query) } else { 0 };
        if score > 0 {
            listed.push(id, score.saturating_mul(SCORE_ONE));
        }
    }
}

fn terms(query: &str) -> impl Iterator<Item = &str> {
    query.split(is_space).filter(|term| !term.is_empty())
}

/// The word behind a plus sign that does not stand alone.
fn required(term: &str) -> Option<&str> {
    term.strip_prefix('+').filter(|rest| !rest.is_empty())
}

fn has_required(document: &Document<'_>, query: &str) -> bool {
    terms(query).filter_map(required).all(|term| {
        parts(document.name).any(|part| find_folded(part, term, |_, _| true))
            || has_word(document.description, term)
            || has_word(document.hint, term)
    })
}

fn score(document: &Document<'_>, query: &str) -> u32 {
    terms(query).map(|term| points(document, required(term).unwrap_or(term))).sum()
}

fn points(document: &Document<'_>, term: &str) -> u32 {
    let of_server = is_of_server(document.name);
    let mut points = if parts(document.name).any(|part| same_lower(part, term)) {
        if of_server { 12 } else { 10 }
    } else if parts(document.name).any(|part| find_folded(part, term, |_, _| true)) {
        if of_server { 6 } else { 5 }
    } else {
        0
    };
    points += if has_word(document.hint, term) { 4 } else { 0 };
    points + if has_word(document.description, term) { 2 } else { 0 }
}

fn is_of_server(name: &str) -> bool {
    name.starts_with("mcp__")
}

/// The parts of a name that are not empty.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let of_server = is_of_server(name);
    let name = name.strip_prefix("mcp__").unwrap_or(name);
    let mut rest = Some(name);
    core::iter::from_fn(move || {
        let text = rest?;
        let (part, after) = cut(text, of_server);
        rest = after;
        Some(part)
    })
    .filter(|part| !part.is_empty())
}

/// The text before the first edge and, if there is one, the text after it.
fn cut(text: &str, of_server: bool) -> (&str, Option<&str>) {
    let mut last = '_';
    for (at, c) in text.char_indices() {
        let separates = c == '_' || (!of_server && is_space(c));
        if separates {
            return (text.get(..at).unwrap_or(""), text.get(at + c.len_utf8()..));
        }
        if !of_server && last.is_ascii_lowercase() && c.is_ascii_uppercase() {
            return (text.get(..at).unwrap_or(""), text.get(at..));
        }
        last = c;
    }
    (text, None)
}

/// `\bterm\b` with ASCII word characters.
fn has_word(text: &str, term: &str) -> bool {
    let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let at_edge = |outside: Option<char>, inside: Option<char>| {
        outside.is_some_and(is_word) != inside.is_some_and(is_word)
    };
    let (first, last) = (lower(term).next(), lower(term).last());
    find_folded(text, term, |before, after| at_edge(before, first) && at_edge(after, last))
}
