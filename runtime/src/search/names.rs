//! Finding tools by their names.

use super::hits::{Form, Hits, SearchOutcome, Span};
use super::index::{Hash, Index};
use super::token::{hash_letter, same_letters, squeezed_hash};
use super::{Corpus, MAX_QUERY};

/// The names that a `select:` query asks for, in order.
///
/// Spaces and quotes around names are removed. [`search`](super::search) resolves up to
/// [`MAX_SELECTED`](super::MAX_SELECTED) names; this iterator has no limit and does not
/// allocate.
#[derive(Debug, Clone)]
pub struct Select<'q> {
    query: &'q str,
    at: usize,
}

impl<'q> Select<'q> {
    /// The names, if `query` has this form.
    #[must_use]
    pub fn new(query: &'q str) -> Option<Self> {
        let start = query.len() - query.trim_start().len();
        let head = query.get(start..start + 7)?;
        head.eq_ignore_ascii_case("select:").then_some(Self { query, at: start + 7 })
    }

    fn next_span(&mut self) -> Option<Span> {
        loop {
            let rest = self.query.get(self.at..).filter(|rest| !rest.is_empty())?;
            let len = rest.find(',').unwrap_or(rest.len());
            let start = self.at;
            self.at = (start + len + 1).min(self.query.len());
            let item = rest.get(..len)?;
            let front = item.len() - item.trim_start_matches(is_around).len();
            let inner = item.trim_matches(is_around);
            if !inner.is_empty() {
                let start = start + front;
                return Some(Span { start: start as u32, end: (start + inner.len()) as u32 });
            }
        }
    }
}

impl<'q> Iterator for Select<'q> {
    type Item = &'q str;

    fn next(&mut self) -> Option<&'q str> {
        let span = self.next_span()?;
        self.query.get(span.start as usize..span.end as usize)
    }
}

fn is_around(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '[' | ']' | '“' | '”' | '‘' | '’')
}

/// Answers `select:`.
pub(super) fn select(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    mut names: Select<'_>,
    hits: &mut Hits,
) {
    hits.form = Form::Select;
    let query = names.query;
    while let Some(span) = names.next_span() {
        let name = query.get(span.start as usize..span.end as usize).unwrap_or("");
        let mut found = false;
        let mut room = true;
        for_each_match(index, corpus, name, |id| {
            found = true;
            room = hits.push(id, 0);
            room
        });
        let asked = hits.not_found(query).any(|other| other == name);
        room = room && (found || asked || hits.push_missing(span));
        if !room {
            hits.truncated = true;
            break;
        }
    }
    if hits.as_slice().is_empty() {
        let asked = hits.not_found(query).next().is_some();
        hits.outcome =
            if asked { SearchOutcome::UnknownNames } else { SearchOutcome::NothingAsked };
    }
}

/// Calls `emit` with each tool that `name` stands for: by the name that the
/// model sees, else by the tool's own name, in any spelling. Stops at false.
pub(super) fn for_each_match(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    name: &str,
    mut emit: impl FnMut(u32) -> bool,
) {
    let hash = squeezed_hash(name);
    for table in [index.names(), index.tools()] {
        let mut found = false;
        // The name as it stands says which one is meant.
        let exact = table.find(corpus, hash, name).find(|&id| {
            found = true;
            corpus.document(id).name == name
        });
        if let Some(id) = exact {
            emit(id);
            return;
        }
        if found {
            let _ = table.find(corpus, hash, name).all(&mut emit);
            return;
        }
    }
    for_each_qualified(index, corpus, name, emit);
}

/// Longer texts are nobody's server and tool.
const LONGEST_QUALIFIED: usize = 256;

/// The same for a server and a tool with a separator between: `github.create_issue`,
/// or `mcp__server__tool` where the name that the model sees was cut short.
fn for_each_qualified(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    name: &str,
    mut emit: impl FnMut(u32) -> bool,
) {
    let name = name
        .get(..5)
        .filter(|head| head.eq_ignore_ascii_case("mcp__"))
        .map_or(name, |_| &name[5..]);
    if name.len() > LONGEST_QUALIFIED {
        return;
    }
    let mut server_hash = Hash::new();
    for (at, separator) in name.char_indices() {
        let hash = server_hash.finish();
        hash_letter(&mut server_hash, separator);
        let (server, tool) = (&name[..at], &name[at + separator.len_utf8()..]);
        if separator.is_alphanumeric()
            || !tool.starts_with(char::is_alphanumeric)
            || index.servers().find(corpus, hash, server).next().is_none()
        {
            continue;
        }
        for id in index.tools().find(corpus, squeezed_hash(tool), tool) {
            let is_of = |name: &str| same_letters(name, server);
            if corpus.visible_server(id).is_some_and(is_of) && !emit(id) {
                return;
            }
        }
    }
}

/// The tools that a text of several words names: by each of its compound words,
/// or by all of them together.
pub(super) fn for_each_named(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    query: &str,
    mut emit: impl FnMut(u32) -> bool,
) {
    let whole = core::iter::once(query.trim());
    let words = query.split_whitespace().take(super::MAX_WORDS).map(|word| {
        word.trim_matches(|c: char| is_around(c) || matches!(c, ',' | ';' | '.' | '(' | ')' | '+'))
    });
    for name in words.filter(|word| is_compound(word)).chain(whole) {
        for_each_match(index, corpus, name, &mut emit);
    }
}

/// Answers a query that is a tool's name or `mcp__server`; false when it is
/// neither.
pub(super) fn whole(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    query: &str,
    max: usize,
    hits: &mut Hits,
) -> bool {
    if query.len() > MAX_QUERY || query.is_empty() || !is_compound(query) {
        return false;
    }
    for_each_match(index, corpus, query, |id| hits.push(id, 0) && hits.as_slice().len() < max);
    if !hits.as_slice().is_empty() {
        hits.form = Form::Name;
        return true;
    }
    server(index, corpus, query, max, hits)
}

/// More than one word, and no space: nobody writes that but as a name.
fn is_compound(query: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if query.contains(char::is_whitespace) || query.bytes().all(is_plain) {
        return false;
    }
    let mut words = 0;
    super::token::for_each_word(query, super::token::Mode::Identifier, &mut |_, kind| {
        words += usize::from(kind != super::token::Kind::Joined);
    });
    words > 1
}

/// The tools of a server.
fn server(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    query: &str,
    max: usize,
    hits: &mut Hits,
) -> bool {
    let Some(name) = query.get(..5).filter(|head| head.eq_ignore_ascii_case("mcp__")) else {
        return false;
    };
    let name = query.get(name.len()..).unwrap_or("");
    let Some(first) = index.servers().find(corpus, squeezed_hash(name), name).next() else {
        return false;
    };
    hits.form = Form::Server;
    let total = index.servers().count_of(first);
    let mut left = total.min(max as u32);
    for id in first..index.documents() {
        if left == 0 {
            break;
        }
        if corpus.visible_server(id).is_some_and(|server| same_letters(server, name)) {
            hits.push(id, 0);
            left -= 1;
        }
    }
    hits.total = Some(total);
    true
}
