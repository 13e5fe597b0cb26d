//! What a query asks for, read naively.

use std::collections::BTreeSet;

use toolcrib::search::token::{Kind, Mode, is_stop_word};

use crate::rules::{Rule, Seen};
use crate::texts::{stem, words};

/// Bytes of a query that are read, and distinct words.
const MOST_BYTES: usize = 1024;
pub(crate) const MOST_WORDS: usize = 32;
/// Neighbours that are looked up as one word.
const MOST_JOINS: usize = 32;

#[derive(Default)]
pub(crate) struct Asked {
    /// Distinct terms, and whether each must be in every hit.
    pub(crate) words: Vec<(String, bool)>,
    /// Which word follows which.
    pub(crate) follows: BTreeSet<(usize, usize)>,
    /// Neighbours written together, and the number of the first.
    pub(crate) joins: Vec<(String, usize)>,
    pub(crate) truncated: bool,
}

struct Written {
    word: String,
    is_whole: bool,
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
                let (is_whole, required) = (kind == Kind::Whole, chunk.starts_with('+'));
                all.push(Written { word, is_whole, required });
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
            let known = self.words.iter().position(|(other, _)| *other == term);
            let number = known.unwrap_or(self.words.len());
            if number == MOST_WORDS {
                // As if it were not there.
                self.truncated = true;
                seen.note(Rule::ManyWords);
                continue;
            }
            if known.is_none() {
                self.words.push((term, false));
            }
            self.words[number].1 |= written.required;
            if let Some((last, other)) = before {
                if last != number {
                    self.follows.insert((last, number));
                }
                let both = [other, written];
                if both.iter().all(|one| one.is_whole && one.word.is_ascii()) {
                    let joined = stem(&format!("{}{}", other.word, written.word));
                    self.joins.push((joined, last));
                }
            }
            before = Some((number, written));
        }
        self.joins.truncate(MOST_JOINS);
    }
}
