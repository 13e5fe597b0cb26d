//! Words that stand for each other.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Groups of words that stand for each other, applied when an index is built.
///
/// The built-in table is one text file, `data/synonyms.txt` of this crate; it
/// can be extended, cut, replaced or left out:
///
/// ```
/// use toolcrib::search::Synonyms;
///
/// let mut synonyms = Synonyms::builtin();
/// synonyms.add("invoice bill receipt")?;
/// synonyms.remove("film");
/// synonyms.add("sop = standard operating procedure")?;
/// # Ok::<(), toolcrib::search::SynonymError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms {
    pub(crate) groups: Vec<Vec<String>>,
    pub(crate) phrases: Vec<(String, Vec<String>)>,
}

/// A line of a synonym table that says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SynonymError {
    line: String,
}

impl core::fmt::Display for SynonymError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "`{}` is neither two or more words nor `short = words`", self.line.escape_debug())
    }
}

impl core::error::Error for SynonymError {}

impl Synonyms {
    /// The table that comes with the crate.
    #[must_use]
    pub fn builtin() -> Self {
        Self::parse(include_str!("../../data/synonyms.txt")).unwrap_or_default()
    }

    /// No synonyms.
    #[must_use]
    pub const fn none() -> Self {
        Self { groups: Vec::new(), phrases: Vec::new() }
    }

    /// Reads a table: one group a line, words separated by spaces; or a short
    /// form and what it stands for, `pr = pull request`. `#` begins a comment.
    ///
    /// # Errors
    /// The first line that is neither.
    pub fn parse(text: &str) -> Result<Self, SynonymError> {
        let mut synonyms = Self::none();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("").trim();
            if !line.is_empty() {
                synonyms.add(line)?;
            }
        }
        Ok(synonyms)
    }

    /// Adds one line of the form that [`Synonyms::parse`] reads.
    ///
    /// # Errors
    /// The line when it holds fewer than two words.
    pub fn add(&mut self, line: &str) -> Result<(), SynonymError> {
        let error = || SynonymError { line: line.to_string() };
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        if let Some((short, long)) = line.split_once('=') {
            let (short, mut long) = (words(short), words(long));
            match (short.as_slice(), long.len()) {
                ([short], 1) => self.groups.push(alloc::vec![short.clone(), long.remove(0)]),
                ([short], 2..) => self.phrases.push((short.clone(), long)),
                _ => return Err(error()),
            }
            return Ok(());
        }
        let group = words(line);
        if group.len() < 2 {
            return Err(error());
        }
        self.groups.push(group);
        Ok(())
    }

    /// Takes a word out of every group and drops what it is short for.
    pub fn remove(&mut self, word: &str) {
        for group in &mut self.groups {
            group.retain(|other| other != word);
        }
        self.groups.retain(|group| group.len() > 1);
        self.phrases.retain(|(short, _)| short != word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtin_table_is_read_whole() {
        let text = include_str!("../../data/synonyms.txt");
        let synonyms = Synonyms::parse(text).unwrap();
        assert_eq!(synonyms, Synonyms::builtin());
        assert!(synonyms.groups.len() > 50 && !synonyms.phrases.is_empty());
    }

    #[test]
    fn a_lonely_word_is_an_error() {
        for line in ["pull", "a b = c", "= c", "a ="] {
            assert!(Synonyms::none().add(line).is_err(), "{line}");
        }
    }
}
