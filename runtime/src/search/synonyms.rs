//! Synonyms.

use crate::text::debug_as_display;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::token::{Mode, for_each_word, is_stop_word};

/// Words of a phrase; longer ones are not looked for in texts.
pub(super) const LONGEST_PHRASE: usize = 4;

/// Groups of synonyms, applied when an index is built.
///
/// The built-in table is the file `data/synonyms.txt` of this crate. It can be extended,
/// reduced, replaced or left out:
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
    /// A short form and the word that it is short for.
    pub(crate) abbreviations: Vec<(String, String)>,
    pub(crate) phrases: Vec<(String, Vec<String>)>,
}

/// A line of a synonym table is invalid.
#[derive(Clone, PartialEq, Eq)]
pub struct SynonymError {
    line: String,
    fault: Fault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    TooFew,
    TooLong,
    StopWords,
}

impl core::fmt::Display for SynonymError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let line = self.line.escape_debug();
        match self.fault {
            Fault::TooFew => {
                write!(f, "`{line}` is neither two or more words nor `short = words`")
            }
            Fault::TooLong => {
                write!(f, "`{line}` has more than {LONGEST_PHRASE} words after its `=`")
            }
            Fault::StopWords => write!(
                f,
                "`{line}` has nothing after its `=` but words that the search leaves out, as \"the\""
            ),
        }
    }
}

debug_as_display!(SynonymError);

impl core::error::Error for SynonymError {}

impl Synonyms {
    /// The built-in table.
    #[must_use]
    pub fn builtin() -> Self {
        Self::parse(include_str!("../../data/synonyms.txt")).unwrap_or_default()
    }

    /// No synonyms.
    #[must_use]
    pub const fn none() -> Self {
        Self { groups: Vec::new(), abbreviations: Vec::new(), phrases: Vec::new() }
    }

    /// Parses a table. A line is a group of words, separated by spaces, or a short form
    /// with what it stands for: `pr = pull request` (at most four words) or
    /// `repo = repository`. Short forms weigh more than synonyms. Stop words after a `=`
    /// do not count: `poc = proof of concept`. `#` starts a comment.
    ///
    /// # Errors
    /// The first invalid line.
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

    /// Adds one line in the format of [`Synonyms::parse`].
    ///
    /// # Errors
    /// The line has fewer than two words, a short form of several words, a phrase of more
    /// than four, or only stop words after its `=`.
    pub fn add(&mut self, line: &str) -> Result<(), SynonymError> {
        let error = |fault| Err(SynonymError { line: line.to_string(), fault });
        let Some((short, long)) = line.split_once('=') else {
            let group: Vec<String> = line.split_whitespace().map(str::to_string).collect();
            if group.len() < 2 {
                return error(Fault::TooFew);
            }
            self.groups.push(group);
            return Ok(());
        };
        let (short, all) = (folded(short), folded(long));
        // Texts are read without them, and so is what is looked for there.
        let mut long = all.clone();
        long.retain(|word| !is_stop_word(word));
        match (short.as_slice(), long.len()) {
            ([_], 0) if !all.is_empty() => return error(Fault::StopWords),
            ([short], 1) => self.abbreviations.push((short.clone(), long.remove(0))),
            ([short], 2..=LONGEST_PHRASE) => self.phrases.push((short.clone(), long)),
            ([_], 3..) => return error(Fault::TooLong),
            _ => return error(Fault::TooFew),
        }
        Ok(())
    }

    /// Removes a word from every group, and every short form that involves it.
    pub fn remove(&mut self, word: &str) {
        for group in &mut self.groups {
            group.retain(|other| other != word);
        }
        self.groups.retain(|group| group.len() > 1);
        let word = folded(word);
        self.abbreviations
            .retain(|(short, long)| [short.as_str()] != *word && [long.as_str()] != *word);
        self.phrases.retain(|(short, _)| [short.as_str()] != *word);
    }
}

/// The words of a text as the index has them, before they are stemmed.
fn folded(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    // In lower case nothing is cut within a word.
    for_each_word(&text.to_lowercase(), Mode::Query, &mut |word, _| out.push(word.to_string()));
    out
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
        let error = Synonyms::none().add("tl = many long words that nobody reads").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`tl = many long words that nobody reads` has more than 4 words after its `=`"
        );
    }

    #[test]
    fn stop_words_do_not_count_after_the_sign() {
        let mut synonyms = Synonyms::none();
        synonyms.add("poc = proof of concept").unwrap();
        synonyms.add("tos = the terms").unwrap();
        synonyms.add("tz = time-zone").unwrap();
        let pair =
            |short: &str, long: [&str; 2]| (short.to_string(), long.map(String::from).into());
        let phrases = [pair("poc", ["proof", "concept"]), pair("tz", ["time", "zone"])];
        assert_eq!(synonyms.phrases, phrases);
        assert_eq!(synonyms.abbreviations, [("tos".to_string(), "terms".to_string())]);
        let error = synonyms.add("x = of the").unwrap_err();
        assert!(error.to_string().contains("words that the search leaves out"));
    }

    #[test]
    fn phrases_are_folded() {
        let mut synonyms = Synonyms::none();
        synonyms.add("SOP = Standard-Operating Procedure").unwrap();
        let long = ["standard", "operating", "procedure"].map(String::from);
        assert_eq!(synonyms.phrases, [("sop".to_string(), long.to_vec())]);
        synonyms.remove("Sop");
        assert_eq!(synonyms, Synonyms::none());
    }
}
