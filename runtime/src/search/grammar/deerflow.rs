//! DeerFlow's `tool_search`.

use super::super::hits::{Form, Hits, MAX_HITS, MAX_SELECTED, SCORE_ONE, SearchOutcome};
use super::super::query::clip;
use super::super::text::find_folded;
use super::super::{Corpus, count};
use super::listed::Listed;
use matcher::Matcher;

pub(super) fn search(corpus: &(impl Corpus + ?Sized), query: &str, max: usize, hits: &mut Hits) {
    hits.clear();
    let max = max.clamp(1, MAX_HITS);
    let query = query.trim();
    if query.is_empty() {
        hits.outcome = SearchOutcome::NothingAsked;
        return;
    }
    let (clipped, cut) = clip(query);
    if let Some(names) = query.strip_prefix("select:") {
        select(corpus, names, hits);
    } else {
        words(corpus, clipped, max, hits);
        hits.truncated = cut;
    }
    if hits.as_slice().is_empty() {
        hits.outcome = SearchOutcome::NoMatch;
    }
}

fn words(corpus: &(impl Corpus + ?Sized), query: &str, max: usize, hits: &mut Hits) {
    if let Some(rest) = query.strip_prefix('+') {
        required(corpus, rest, max, hits);
    } else {
        pattern(corpus, query, max, hits);
    }
}

/// In the order of the listing, and as many as are named.
fn select(corpus: &(impl Corpus + ?Sized), names: &str, hits: &mut Hits) {
    hits.form = Form::Select;
    let mut listed = Listed::new(corpus, hits, MAX_SELECTED);
    for id in 0..count(corpus) {
        let name = corpus.document(id).name;
        if names.split(',').any(|asked| asked.trim() == name && !name.is_empty()) {
            listed.push(id, 0);
        }
    }
}

/// `+word` in the name; what follows orders them by its number of matches.
fn required(corpus: &(impl Corpus + ?Sized), rest: &str, max: usize, hits: &mut Hits) {
    let rest = rest.trim_start();
    let (word, order) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let order = order.trim_start();
    if word.is_empty() {
        return;
    }
    let matcher = (!order.is_empty()).then(|| Matcher::new(order));
    let mut listed = Listed::new(corpus, hits, max);
    for id in 0..count(corpus) {
        let document = corpus.document(id);
        if find_folded(document.name, word, |_, _| true) {
            let score = matcher.as_ref().map_or(0, |matcher| matcher.count(&document));
            listed.push(id, score.saturating_mul(SCORE_ONE));
        }
    }
}

fn pattern(corpus: &(impl Corpus + ?Sized), query: &str, max: usize, hits: &mut Hits) {
    hits.form = Form::Pattern;
    let matcher = Matcher::new(query);
    hits.literal = matcher.is_literal();
    let mut listed = Listed::new(corpus, hits, max);
    for id in 0..count(corpus) {
        let document = corpus.document(id);
        if matcher.is_match(&document) {
            let in_name = u32::from(matcher.is_in(document.name));
            listed.push(id, (1 + in_name) * SCORE_ONE);
        }
    }
}

#[cfg(feature = "session")]
mod matcher {
    use crate::search::Document;
    use alloc::string::String;
    use core::cell::RefCell;
    use core::fmt::Write;
    use regex::{Regex, RegexBuilder};

    /// One regular expression over `name description`.
    pub(super) struct Matcher {
        regex: Option<Regex>,
        literal: bool,
        text: RefCell<String>,
    }

    impl Matcher {
        pub(super) fn new(pattern: &str) -> Self {
            let valid = build(pattern);
            let literal = valid.is_none();
            let regex = valid.or_else(|| build(&regex::escape(pattern)));
            Self { regex, literal, text: RefCell::default() }
        }

        pub(super) fn is_literal(&self) -> bool {
            self.literal
        }

        pub(super) fn is_in(&self, text: &str) -> bool {
            self.regex.as_ref().is_some_and(|regex| regex.is_match(text))
        }

        pub(super) fn is_match(&self, document: &Document<'_>) -> bool {
            self.with_text(document, |text| self.is_in(text))
        }

        /// Matches one after another, as Python's `findall` counts them: an empty
        /// one may follow the end of another.
        pub(super) fn count(&self, document: &Document<'_>) -> u32 {
            let Some(regex) = &self.regex else { return 0 };
            self.with_text(document, |text| {
                let (mut at, mut count) = (0, 0);
                while let Some(found) = text.get(at..).and_then(|_| regex.find_at(text, at)) {
                    count += 1;
                    at = found.end();
                    if found.is_empty() {
                        at += text
                            .get(at..)
                            .and_then(|rest| rest.chars().next())
                            .map_or(1, char::len_utf8);
                    }
                }
                count
            })
        }

        fn with_text<R>(&self, document: &Document<'_>, read: impl FnOnce(&str) -> R) -> R {
            let mut text = self.text.borrow_mut();
            text.clear();
            // Writing to a string does not fail.
            let _ = write!(text, "{} {}", document.name, document.description);
            read(&text)
        }
    }

    fn build(pattern: &str) -> Option<Regex> {
        RegexBuilder::new(pattern).case_insensitive(true).size_limit(1 << 20).build().ok()
    }
}

#[cfg(not(feature = "session"))]
mod matcher {
    use super::super::super::text::find_folded;
    use crate::search::Document;

    /// Without regular expressions: the text itself.
    pub(super) struct Matcher<'q>(&'q str);

    impl<'q> Matcher<'q> {
        pub(super) fn new(pattern: &'q str) -> Self {
            Self(pattern)
        }

        pub(super) fn is_literal(&self) -> bool {
            true
        }

        pub(super) fn is_in(&self, text: &str) -> bool {
            find_folded(text, self.0, |_, _| true)
        }

        pub(super) fn is_match(&self, document: &Document<'_>) -> bool {
            self.count(document) > 0
        }

        /// Places in the name and the description; overlapping ones count too.
        pub(super) fn count(&self, document: &Document<'_>) -> u32 {
            let mut count = 0;
            for text in [document.name, document.description] {
                find_folded(text, self.0, |_, _| {
                    count += 1;
                    false
                });
            }
            count
        }
    }
}
