//! Splits text into the terms that index and query share.
//!
//! The index, the query and the macro use the same tokenizer, whatever the cargo
//! features. Text is folded (lower case, full-width forms to plain ones, Latin letters
//! without marks) and split into words at everything that is neither letter nor digit.
//! Each ASCII word is stemmed with the English Snowball stemmer (Porter2). Runs of
//! Chinese, Japanese and Korean letters become overlapping pairs; a single letter stays
//! alone.
//!
//! Nothing here allocates.
//!
//! ```
//! use toolcrib::search::token::{Mode, for_each_token};
//!
//! let mut terms = Vec::new();
//! for_each_token("listIssues in GitHub", Mode::Prose, |token| terms.push(token.text.to_owned()));
//! assert_eq!(terms, ["listissu", "list", "issu", "github"]);
//! ```

mod fold;
mod squeeze;
mod stem;
mod stop;
mod words;

pub use squeeze::{for_each_letter, same_letters};
pub(crate) use squeeze::{hash_letter, squeezed_hash};
pub use stem::stem;
pub use stop::{is_asking_word, is_stop_word};
pub use words::{Kind, MAX_WORD, Mode, for_each_word};

/// One term of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'b> {
    /// Folded and stemmed; never empty.
    pub text: &'b str,
    /// What part of its word it is.
    pub kind: Kind,
}

/// Calls `emit` with each term of `text`, in order.
///
/// Stop words are removed from prose. For a query the caller removes them, because
/// something must be left.
///
/// O(bytes of `text`), no allocation.
pub fn for_each_token(text: &str, mode: Mode, mut emit: impl FnMut(Token<'_>)) {
    for_each_word(text, mode, &mut |word, kind| {
        if mode == Mode::Prose && is_stop_word(word) {
            return;
        }
        let mut buffer = Buffer::new(word);
        emit(Token { text: buffer.stemmed(), kind });
    });
}

/// A word in a fixed buffer, to be stemmed in place.
#[derive(Debug, Clone)]
pub struct Buffer {
    bytes: [u8; MAX_WORD],
    len: usize,
}

impl Buffer {
    /// Takes a word as [`for_each_word`] gives it; at most [`MAX_WORD`] bytes count.
    #[must_use]
    pub fn new(word: &str) -> Self {
        let mut bytes = [0; MAX_WORD];
        let mut len = word.len().min(MAX_WORD);
        while !word.is_char_boundary(len) {
            len -= 1;
        }
        bytes[..len].copy_from_slice(&word.as_bytes()[..len]);
        Self { bytes, len }
    }

    pub(crate) const fn empty() -> Self {
        Self { bytes: [0; MAX_WORD], len: 0 }
    }

    /// What it holds.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or("")
    }

    /// Adds a word at the end; what is too long is cut off.
    pub(crate) fn append(&mut self, word: &str) {
        let room = MAX_WORD - self.len;
        let more = Self::new(word.get(..room).unwrap_or(word)).len.min(room);
        self.bytes[self.len..self.len + more].copy_from_slice(&word.as_bytes()[..more]);
        self.len += more;
    }

    /// Its stem.
    pub fn stemmed(&mut self) -> &str {
        self.len = stem(&mut self.bytes[..self.len]);
        if is_plural_abbreviation(&self.bytes[..self.len]) {
            self.len -= 1;
        }
        self.as_str()
    }
}

/// `prs`, `vms`, `dbs`: without a vowel Porter2 keeps the `s`.
fn is_plural_abbreviation(word: &[u8]) -> bool {
    let vowels = b"aeiouy";
    matches!(word, [.., before, b's'] if *before != b's')
        && word.len() > 2
        && word.iter().all(|byte| byte.is_ascii_lowercase() && !vowels.contains(byte))
}
