//! What a query asks for, read naively.

use std::collections::BTreeSet;

use toolcrib::search::Ranking;
use toolcrib::search::token::{Kind, Mode, is_asking_word, is_stop_word};

use crate::rules::{Rule, Seen};
use crate::texts::{stem, words};

/// Bytes of a query that are read, and distinct words.
const MOST_BYTES: usize = 1024;
pub(crate) const MOST_WORDS: usize = 32;
/// Neighbours that are looked up as one word.
const MOST_JOINS: usize = 32;

/// A distinct term.
#[derive(Default)]
pub(crate) struct Word {
    pub(crate) term: String,
    /// It must be in every hit.
    pub(crate) required: bool,
    times: u64,
    /// Somewhere it is not the piece of another word.
    is_whole: bool,
}

#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) words: Vec<Word>,
    /// Which word follows which.
    pub(crate) follows: BTreeSet<(usize, usize)>,
    /// Neighbours written together, and the number of the first.
    pub(crate) joins: Vec<(String, usize)>,
    pub(crate) truncated: bool,
}

struct Written {
    word: String,
    kind: Kind,
    required: bool,
}

/// The bytes of a query that are read.
pub(crate) fn clipped(query: &str) -> &str {
    let mut end = query.len().min(MOST_BYTES);
    while !query.is_char_boundary(end) {
        end -= 1;
    }
    &query[..end]
}

impl Asked {
    pub(crate) fn new(query: &str, seen: &mut Seen) -> Self {
        let mut all = Vec::new();
        for chunk in clipped(query).split_whitespace() {
            for (word, kind) in words(chunk, Mode::Query) {
                all.push(Written { word, kind, required: chunk.starts_with('+') });
            }
        }
        let says_something = |word: &Written| word.required || !is_stop_word(&word.word);
        if all.iter().any(says_something) {
            let before = all.len();
            all.retain(says_something);
            if all.len() < before {
                seen.note(Rule::StopWord);
            }
        } else if !all.is_empty() {
            seen.note(Rule::OnlyStopWords);
        }
        let mut asked = Self { truncated: clipped(query).len() < query.len(), ..Self::default() };
        if asked.truncated {
            seen.note(Rule::ManyBytes);
        }
        asked.read(&all, seen);
        asked
    }

    fn read(&mut self, all: &[Written], seen: &mut Seen) {
        let mut before: Option<(usize, &Written)> = None;
        for written in all {
            let term = stem(&written.word);
            let known = self.words.iter().position(|other| other.term == term);
            let number = known.unwrap_or(self.words.len());
            if number == MOST_WORDS {
                // As if it were not there.
                self.truncated = true;
                seen.note(Rule::ManyWords);
                continue;
            }
            if known.is_none() {
                self.words.push(Word { term, ..Word::default() });
            }
            let word = &mut self.words[number];
            word.required |= written.required;
            word.times += 1;
            word.is_whole |= written.kind != Kind::Part;
            if let Some((last, other)) = before {
                if last != number {
                    self.follows.insert((last, number));
                }
                let both = [other, written];
                if both.iter().all(|one| one.kind == Kind::Whole && one.word.is_ascii()) {
                    let joined = stem(&format!("{}{}", other.word, written.word));
                    self.joins.push((joined, last));
                }
            }
            before = Some((number, written));
        }
        self.joins.truncate(MOST_JOINS);
    }
}

impl Word {
    /// What it counts, in hundredths, and why.
    pub(crate) fn weight(&self, ranking: &Ranking) -> (u64, Vec<Rule>) {
        let at_most_100 = |weight: u16| u64::from(weight).min(100);
        let (mut weight, mut why) = (100, Vec::new());
        if self.times > 1 {
            weight += at_most_100(ranking.repeated) * (self.times - 1).min(2);
            why.push(if self.times > 2 { Rule::RepeatedOften } else { Rule::Repeated });
        }
        if is_asking_word(&self.term) {
            weight = weight * at_most_100(ranking.asking) / 100;
            why.push(Rule::Asking);
        }
        if self.term.is_ascii() && !self.is_whole {
            weight = weight * at_most_100(ranking.piece) / 100;
            why.push(Rule::Piece);
        }
        (weight.min(400), why)
    }
}
