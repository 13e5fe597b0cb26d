//! The words of a query, in fixed arrays.

use super::index::{Index, Weight};
use super::token::{Buffer, Kind, Mode, for_each_word, is_asking_word, is_stop_word};

/// The limit for the bytes of a query; more are ignored.
pub const MAX_QUERY: usize = 1024;
/// The limit for the ranked words of a query; more are ignored.
pub const MAX_WORDS: usize = 32;

/// One distinct word of a query.
#[derive(Debug, Clone)]
pub(crate) struct QueryWord {
    stem: Buffer,
    /// Must be in every hit.
    pub(crate) required: bool,
    /// The words that follow it somewhere in the query, as bits.
    pub(crate) followers: u32,
    /// How often it is asked for; two stands for more.
    again: u8,
    /// It is only a piece of words that were split at their case.
    is_piece: bool,
}

impl QueryWord {
    pub(crate) fn text(&self) -> &str {
        self.stem.as_str()
    }

    /// How much it counts, in hundredths.
    pub(crate) fn weight(&self, index: &Index<'_>) -> u32 {
        let share = |weight| index.weight(weight).min(100);
        let mut weight = 100 + share(Weight::Repeated) * u32::from(self.again);
        if is_asking_word(self.text()) {
            weight = weight * share(Weight::Asking) / 100;
        }
        if self.is_piece {
            weight = weight * share(Weight::Piece) / 100;
        }
        weight
    }
}

/// What a query asks for.
#[derive(Debug)]
pub(crate) struct QueryWords {
    words: [QueryWord; MAX_WORDS],
    len: usize,
    pub(crate) truncated: bool,
    last: Option<usize>,
    /// The word before, as it was written.
    before: Buffer,
    joins: [Join; MAX_WORDS],
    join_count: usize,
}

/// Two neighbours written as one word: `screen shot`, `screenshot`.
#[derive(Debug, Clone)]
pub(crate) struct Join {
    stem: Buffer,
    /// The first of the two.
    pub(crate) first: u8,
}

impl Join {
    pub(crate) fn text(&self) -> &str {
        self.stem.as_str()
    }
}

/// The front of `query` that is read, and whether that is not all.
pub(crate) fn clip(query: &str) -> (&str, bool) {
    let mut end = query.len().min(MAX_QUERY);
    while !query.is_char_boundary(end) {
        end -= 1;
    }
    (query.get(..end).unwrap_or(""), end < query.len())
}

impl QueryWords {
    /// Reads a query that was clipped. Stop words are left out unless there is
    /// nothing else.
    pub(crate) fn new(query: &str) -> Self {
        let mut words = Self::read(query, true);
        if words.len == 0 {
            words = Self::read(query, false);
        }
        words
    }

    fn read(query: &str, without_stop_words: bool) -> Self {
        const NONE: QueryWord = QueryWord {
            stem: Buffer::empty(),
            required: false,
            followers: 0,
            again: 0,
            is_piece: true,
        };
        const NO_JOIN: Join = Join { stem: Buffer::empty(), first: 0 };
        let mut words = Self {
            words: [NONE; MAX_WORDS],
            len: 0,
            truncated: false,
            last: None,
            before: Buffer::empty(),
            joins: [NO_JOIN; MAX_WORDS],
            join_count: 0,
        };
        for chunk in query.split_whitespace() {
            let required = chunk.starts_with('+');
            for_each_word(chunk, Mode::Query, &mut |word, kind| {
                if !(without_stop_words && !required && is_stop_word(word)) {
                    words.add(word, kind, required);
                }
            });
        }
        words
    }

    fn add(&mut self, word: &str, kind: Kind, required: bool) {
        let mut stem = Buffer::new(word);
        let text = stem.stemmed();
        let known = self.as_slice().iter().position(|word| word.text() == text);
        let number = known.unwrap_or(self.len);
        if number == MAX_WORDS {
            self.truncated = true;
            return;
        }
        if known.is_none() {
            self.len += 1;
            self.words[number].stem = stem;
        } else {
            self.words[number].again = (self.words[number].again + 1).min(2);
        }
        self.words[number].is_piece &= kind == Kind::Part && word.is_ascii();
        self.words[number].required |= required;
        if let Some(last) = self.last.filter(|&last| last != number) {
            self.words[last].followers |= 1 << number;
        }
        let is_whole = kind == Kind::Whole;
        if is_whole {
            self.join(word);
        }
        self.last = Some(number);
        self.before = if is_whole { Buffer::new(word) } else { Buffer::empty() };
    }

    /// Notes the word before and this one, written together.
    fn join(&mut self, word: &str) {
        let (Some(last), Some(slot)) = (self.last, self.joins.get_mut(self.join_count)) else {
            return;
        };
        let before = self.before.as_str();
        if !before.is_empty() && before.is_ascii() && word.is_ascii() {
            let mut joined = self.before.clone();
            joined.append(word);
            joined.stemmed();
            *slot = Join { stem: joined, first: last as u8 };
            self.join_count += 1;
        }
    }

    pub(crate) fn joins(&self) -> &[Join] {
        self.joins.get(..self.join_count).unwrap_or(&[])
    }

    pub(crate) fn as_slice(&self) -> &[QueryWord] {
        self.words.get(..self.len).unwrap_or(&[])
    }
}
