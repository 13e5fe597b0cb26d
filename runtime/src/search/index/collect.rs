//! From a corpus to words, postings and counts.
//!
//! Plain loops and flat arrays: this runs unoptimised, in build scripts, over
//! megabytes of text.

use alloc::vec::Vec;

use super::intern::Interner;
use super::texts::{for_each_text, is_left_out};
use crate::search::synonyms::LONGEST_PHRASE;
use crate::search::token::{Buffer, Kind, Mode, for_each_word, is_stop_word};
use crate::search::{Corpus, Field, Synonyms};

/// How often a term stands in the fields of a document, and where in its name.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Posting {
    pub(super) term: u32,
    pub(super) counts: [u8; 7],
    /// 0: not in a name. Else 1 + its place in the server's name, or 128 + its
    /// place in the tool's.
    pub(super) place: u8,
    /// Only joined forms of the tool's name are it.
    pub(super) joined: bool,
    /// Its first place in the description, from 1 on; 0 where it is not written there.
    pub(super) lead: u8,
}

/// Occurrences in a field that count: whoever repeats a word more often wants to be
/// found, and says nothing more.
const MOST_TIMES: u8 = 15;

pub(super) fn once_more(count: &mut u8) {
    *count = (*count + 1).min(MOST_TIMES);
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
    pub(super) lengths: Vec<[u32; 7]>,
}

pub(super) fn collect(corpus: &(impl Corpus + ?Sized), synonyms: &Synonyms) -> Collected {
    let mut collector = Collector::new();
    collector.phrases(synonyms);
    let documents = u32::try_from(corpus.len()).unwrap_or(u32::MAX);
    let mut id = 0;
    while id < documents {
        collector.document(corpus, id);
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
    /// Words of the description that were read.
    described: u8,
    /// Short forms and what they stand for.
    phrases: Vec<(u32, Vec<u32>)>,
    /// Terms from here on are in no phrase.
    phrase_terms: u32,
    /// The last terms of the field.
    recent: [u32; LONGEST_PHRASE],
}

impl Collector {
    fn new() -> Self {
        let done = Collected {
            terms: Interner::new(),
            postings: Vec::new(),
            ends: Vec::new(),
            lengths: Vec::new(),
        };
        Self {
            done,
            words: Interner::new(),
            cache: Vec::new(),
            seen: Vec::new(),
            place: 0,
            described: 0,
            phrases: Vec::new(),
            phrase_terms: 0,
            recent: [u32::MAX; LONGEST_PHRASE],
        }
    }

    fn phrases(&mut self, synonyms: &Synonyms) {
        for (short, long) in &synonyms.phrases {
            let short = self.term(short) & !STOP;
            let long = long.iter().map(|word| self.term(word) & !STOP).collect();
            self.phrases.push((short, long));
        }
        self.phrase_terms = self.done.terms.len() as u32;
    }

    fn document(&mut self, corpus: &(impl Corpus + ?Sized), id: u32) {
        self.done.lengths.push([0; 7]);
        self.described = 0;
        for_each_text(corpus, id, &mut |field, text, mode| {
            self.place = match field {
                Field::Server => 1,
                Field::Name => TOOL_PLACE,
                _ => 0,
            };
            self.field(field, text, mode);
        });
        self.done.ends.push(self.done.postings.len() as u32);
    }

    fn field(&mut self, field: Field, text: &str, mode: Mode) {
        self.recent = [u32::MAX; LONGEST_PHRASE];
        for_each_word(text, mode, &mut |word, kind| {
            let entry = self.term(word);
            if is_left_out(field, entry & STOP != 0, kind == Kind::Joined) {
                return;
            }
            self.described = match field {
                Field::Lead | Field::Description => self.described.saturating_add(1),
                _ => 0,
            };
            self.count(entry & !STOP, field, kind);
            if kind != Kind::Joined && entry & STOP == 0 {
                self.expand(entry & !STOP, field);
            }
        });
    }

    /// Counts the short form after its words, and the words after the short form.
    fn expand(&mut self, term: u32, field: Field) {
        self.recent.rotate_left(1);
        self.recent[LONGEST_PHRASE - 1] = term;
        if term >= self.phrase_terms {
            return;
        }
        let place = core::mem::take(&mut self.place);
        let described = core::mem::take(&mut self.described);
        let lengths = self.done.lengths.last().copied();
        let phrases = core::mem::take(&mut self.phrases);
        for (short, long) in &phrases {
            if *short == term {
                long.iter().for_each(|&word| self.count(word, field, Kind::Part));
            } else if self.recent.ends_with(long) {
                self.count(*short, field, Kind::Part);
            }
        }
        (self.place, self.described, self.phrases) = (place, described, phrases);
        // What was not written does not make the field longer.
        if let (Some(last), Some(lengths)) = (self.done.lengths.last_mut(), lengths) {
            *last = lengths;
        }
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
        let (last, at) = self.seen[term as usize];
        let mut at = at as usize;
        if last as usize != document {
            at = self.done.postings.len();
            self.seen[term as usize] = (document as u32, at as u32);
            self.done.postings.push(Posting { term, ..Posting::default() });
        }
        let posting = &mut self.done.postings[at];
        let lengths = &mut self.done.lengths[document - 1];
        let is_joined = kind == Kind::Joined;
        once_more(&mut posting.counts[field as usize]);
        lengths[field as usize] += u32::from(!is_joined);
        if field == Field::Lead {
            let description = Field::Description as usize;
            once_more(&mut posting.counts[description]);
            lengths[description] += 1;
        }
        if self.place > 0 {
            // A word in both names counts as one of the tool's.
            if posting.place < TOOL_PLACE && (posting.place == 0 || self.place >= TOOL_PLACE) {
                posting.place = self.place;
                posting.joined = is_joined;
            }
            posting.joined &= is_joined;
            self.place += u8::from(!is_joined && self.place & 127 < MAX_PLACE);
        }
        if self.described > 0 && posting.lead == 0 {
            posting.lead = self.described;
        }
    }
}
