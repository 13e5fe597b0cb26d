//! The words of a query, in fixed arrays.

use super::token::{Buffer, Mode, for_each_word, is_stop_word};

/// Bytes of a query that are read.
pub const MAX_QUERY: usize = 1024;
/// Words of a query that are ranked.
pub const MAX_WORDS: usize = 32;

/// One distinct word of a query.
#[derive(Debug, Clone)]
pub(crate) struct QueryWord {
    stem: Buffer,
    /// Must be in every hit.
    pub(crate) required: bool,
    /// The words that follow it somewhere in the query, as bits.
    pub(crate) followers: u32,
}

impl QueryWord {
    pub(crate) fn text(&self) -> &str {
        self.stem.as_str()
    }
}

/// What a query asks for.
#[derive(Debug)]
pub(crate) struct QueryWords {
    words: [QueryWord; MAX_WORDS],
    len: usize,
    pub(crate) truncated: bool,
    last: Option<usize>,
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
        const NONE: QueryWord = QueryWord { stem: Buffer::empty(), required: false, followers: 0 };
        let mut words = Self { words: [NONE; MAX_WORDS], len: 0, truncated: false, last: None };
        for chunk in query.split_whitespace() {
            let required = chunk.starts_with('+');
            for_each_word(chunk, Mode::Query, &mut |word, _| {
                if !(without_stop_words && !required && is_stop_word(word)) {
                    words.add(word, required);
                }
            });
        }
        words
    }

    fn add(&mut self, word: &str, required: bool) {
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
        }
        self.words[number].required |= required;
        if let Some(last) = self.last.filter(|&last| last != number) {
            self.words[last].followers |= 1 << number;
        }
        self.last = Some(number);
    }

    pub(crate) fn as_slice(&self) -> &[QueryWord] {
        self.words.get(..self.len).unwrap_or(&[])
    }
}
