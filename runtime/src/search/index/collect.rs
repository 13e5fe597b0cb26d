//! From a corpus to words, postings and counts.
//!
//! Plain loops and flat arrays: this runs unoptimised, in build scripts, over
//! megabytes of text.

use alloc::vec::Vec;

use super::intern::Interner;
use super::schema::{Found, for_each_parameter};
use crate::search::token::{Buffer, Kind, Mode, for_each_word, is_stop_word};
use crate::search::{Corpus, Document, Field};

/// How often a term stands in the fields of a document, and where in its name.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Posting {
    pub(super) term: u32,
    pub(super) counts: [u8; 6],
    /// 0: not in a name. Else 1 + its place in the server's name, or 128 + its
    /// place in the tool's.
    pub(super) place: u8,
}

/// First place in the tool's own name.
pub(super) const TOOL_PLACE: u8 = 128;
/// Places that are told apart in either name.
const MAX_PLACE: u8 = 120;

/// Everything that was read, documents in order.
#[derive(Debug)]
pub(super) struct Collected {
    pub(super) terms: Interner,
    pub(super) postings: Vec<Posting>,
    /// Where each document's postings end.
    pub(super) ends: Vec<u32>,
    /// Tokens in each field of each document.
    pub(super) lengths: Vec<[u32; 6]>,
}

pub(super) fn collect(corpus: &(impl Corpus + ?Sized)) -> Collected {
    let mut collector = Collector::new();
    let documents = u32::try_from(corpus.len()).unwrap_or(u32::MAX);
    let mut id = 0;
    while id < documents {
        collector.document(corpus.document(id));
        id += 1;
    }
    collector.done
}

/// Marks a stop word in the cache.
const STOP: u32 = 1 << 31;

struct Collector {
    done: Collected,
    words: Interner,
    /// For each word: its term, with [`STOP`].
    cache: Vec<u32>,
    /// For each term: the document it was last seen in plus one, and where.
    seen: Vec<(u32, u32)>,
    place: u8,
}

impl Collector {
    fn new() -> Self {
        let done = Collected {
            terms: Interner::new(),
            postings: Vec::new(),
            ends: Vec::new(),
            lengths: Vec::new(),
        };
        Self { done, words: Interner::new(), cache: Vec::new(), seen: Vec::new(), place: 0 }
    }

    fn document(&mut self, document: Document<'_>) {
        self.done.lengths.push([0; 6]);
        self.place = 1;
        self.field(Field::Server, document.server.unwrap_or(""), Mode::Identifier);
        self.place = TOOL_PLACE;
        self.field(Field::Name, document.tool, Mode::Identifier);
        self.place = 0;
        self.field(Field::Hint, document.hint, Mode::Prose);
        self.field(Field::Description, document.description, Mode::Prose);
        for_each_parameter(document.schema, &mut |found| match found {
            Found::Parameter(text) => self.field(Field::Parameter, text, Mode::Identifier),
            Found::Description(text) => {
                self.field(Field::ParameterDescription, text, Mode::Prose);
            }
        });
        self.done.ends.push(self.done.postings.len() as u32);
    }

    fn field(&mut self, field: Field, text: &str, mode: Mode) {
        for_each_word(text, mode, &mut |word, kind| {
            let entry = self.term(word);
            let stop = mode == Mode::Prose && entry & STOP != 0;
            // Of parameters the parts are enough, and the joined forms are many.
            if stop || (field == Field::Parameter && kind == Kind::Joined) {
                return;
            }
            self.count(entry & !STOP, field, kind);
        });
    }

    /// The term of a word: stemmed once for each distinct word.
    fn term(&mut self, word: &str) -> u32 {
        let (number, new) = self.words.intern(word.as_bytes());
        if !new {
            return self.cache[number as usize];
        }
        let mut buffer = Buffer::new(word);
        let (term, new) = self.done.terms.intern(buffer.stemmed().as_bytes());
        if new {
            self.seen.push((0, 0));
        }
        let entry = if is_stop_word(word) { term | STOP } else { term };
        self.cache.push(entry);
        entry
    }

    fn count(&mut self, term: u32, field: Field, kind: Kind) {
        let document = self.done.lengths.len();
        self.done.lengths[document - 1][field as usize] += 1;
        let (last, at) = self.seen[term as usize];
        let mut at = at as usize;
        if last as usize != document {
            at = self.done.postings.len();
            self.seen[term as usize] = (document as u32, at as u32);
            self.done.postings.push(Posting { term, ..Posting::default() });
        }
        let posting = &mut self.done.postings[at];
        let count = &mut posting.counts[field as usize];
        *count = count.saturating_add(1);
        if self.place > 0 {
            // A word in both names counts as one of the tool's.
            if posting.place < TOOL_PLACE && (posting.place == 0 || self.place >= TOOL_PLACE) {
                posting.place = self.place;
            }
            self.place += u8::from(kind != Kind::Joined && self.place & 127 < MAX_PLACE);
        }
    }
}
