//! `/regex/`: names and descriptions by pattern.

use super::hits::{Form, Hits, MAX_HITS, SCORE_ONE, SearchOutcome};
use super::rank::Top;
use super::text::find_folded;
use super::{Corpus, Document};

/// Characters of a pattern that are read.
pub const MAX_PATTERN: usize = 200;

/// A compiled pattern, for any number of searches.
///
/// A case-insensitive, linear-time regular expression of the `regex` crate. An invalid
/// pattern, or any pattern without the feature `session`, is matched as text. Compiling
/// allocates; searching does not after the first searches.
#[derive(Debug, Clone)]
pub struct Pattern<'q> {
    text: &'q str,
    truncated: bool,
    #[cfg(feature = "session")]
    regex: Option<regex::Regex>,
}

impl<'q> Pattern<'q> {
    /// Compiles the pattern between the slashes of `/pattern/`.
    ///
    /// Beyond [`MAX_PATTERN`] characters it is cut off and matched literally.
    #[must_use]
    pub fn new(text: &'q str) -> Self {
        let cut = text.char_indices().nth(MAX_PATTERN).map(|(at, _)| at);
        let text = cut.and_then(|at| text.get(..at)).unwrap_or(text);
        Self {
            text,
            truncated: cut.is_some(),
            #[cfg(feature = "session")]
            regex: if cut.is_some() { None } else { compile(text) },
        }
    }

    /// The text between the slashes, if a query has this form.
    #[must_use]
    pub fn of_query(query: &'q str) -> Option<Self> {
        let inner = query.trim().strip_prefix('/')?.strip_suffix('/')?;
        (!inner.is_empty()).then(|| Self::new(inner))
    }

    /// Whether the pattern is matched as text.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        #[cfg(feature = "session")]
        return self.regex.is_none();
        #[cfg(not(feature = "session"))]
        true
    }

    /// Whether `text` contains a match.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        #[cfg(feature = "session")]
        if let Some(regex) = &self.regex {
            return regex.is_match(text);
        }
        find_folded(text, self.text, |_, _| true)
    }

    /// Grows the pattern's caches for the texts of `corpus`, so that searches do not
    /// allocate.
    pub fn warm_up(&self, corpus: &(impl Corpus + ?Sized)) {
        for id in 0..super::count(corpus) {
            let _ = self.score(&corpus.document(id));
        }
    }

    /// Finds the tools whose name matches, then those whose description does, each sorted
    /// by name.
    pub fn search(&self, corpus: &(impl Corpus + ?Sized), max: usize, hits: &mut Hits) {
        hits.clear();
        (hits.form, hits.literal, hits.truncated) =
            (Form::Pattern, self.is_literal(), self.truncated);
        let mut top = Top::new(max.clamp(1, MAX_HITS));
        let mut total = 0;
        for id in 0..super::count(corpus) {
            if let Some(score) = self.score(&corpus.document(id)) {
                total += 1;
                top.push(id, score * SCORE_ONE);
            }
        }
        hits.take(top.as_slice());
        hits.total = Some(total);
        if total == 0 {
            hits.outcome = SearchOutcome::NoMatch;
        }
    }

    fn score(&self, document: &Document<'_>) -> Option<u32> {
        if self.is_match(document.name) || self.is_match(document.tool) {
            Some(2)
        } else {
            self.is_match(document.description).then_some(1)
        }
    }
}

/// Bounded in size, so that `a{99999}` is refused and not built.
#[cfg(feature = "session")]
fn compile(text: &str) -> Option<regex::Regex> {
    regex::RegexBuilder::new(text)
        .case_insensitive(true)
        .size_limit(1 << 20)
        .dfa_size_limit(1 << 20)
        .build()
        .ok()
}
