//! Search over tools without allocation.
//!
//! An [`index`] of a [`Corpus`] is built once, in a build script or when a toolbox is
//! built; [`search`] answers queries from its bytes.

mod corpus;
pub mod eval;
mod grammar;
mod hits;
#[doc(hidden)]
pub mod index;
mod names;
mod pattern;
mod query;
mod rank;
mod ranking;
mod synonyms;
mod text;
#[doc(hidden)]
pub mod token;

pub use corpus::{Corpus, Document};
use corpus::{count, server_words};
pub use grammar::{Grammar, UnknownGrammar};
pub use hits::{DEFAULT_HITS, Form, Hit, Hits, MAX_HITS, MAX_SELECTED, SCORE_ONE, SearchOutcome};
pub use names::Select;
pub use pattern::{MAX_PATTERN, Pattern};
pub use query::{MAX_QUERY, MAX_WORDS};
pub use rank::{Explanation, Matched, Relation, explain, score_of};
pub use ranking::{Field, FieldWeight, Ranking};
pub use synonyms::{SynonymError, Synonyms};

use index::Index;
use query::QueryWords;

/// Answers a query in toolcrib's grammar.
///
/// | form | finds |
/// |---|---|
/// | `select:a,b` | these tools by name, in the order asked, however many |
/// | a tool's name | that tool, first; in any spelling, qualified or not |
/// | `mcp__server` | the tools of that server, by the name that the model sees |
/// | `+word` | ranked tools that have this word |
/// | `/regex/` | tools whose name or description matches |
/// | words | ranked tools |
///
/// `max` is clamped to 1..=[`MAX_HITS`]. Allocates only to compile a `/regex/`. The time
/// of any query is bounded, because at most [`MAX_QUERY`] bytes and [`MAX_WORDS`] words
/// of it are read.
pub fn search(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    query: &str,
    max: usize,
    hits: &mut Hits,
) {
    hits.clear();
    let max = max.clamp(1, MAX_HITS);
    let trimmed = query.trim();
    if index.documents() == 0 {
        hits.outcome = SearchOutcome::NoTools;
    } else if let Some(select) = Select::new(query) {
        names::select(index, corpus, select, hits);
    } else if let Some(pattern) = Pattern::of_query(query) {
        pattern.search(corpus, max, hits);
    } else if names::whole(index, corpus, trimmed, max, hits) {
    } else {
        words(index, corpus, query, max, hits);
    }
}

fn words(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    query: &str,
    max: usize,
    hits: &mut Hits,
) {
    let (clipped, cut) = query::clip(query);
    let words = QueryWords::new(clipped);
    hits.truncated = cut || words.truncated;
    if words.as_slice().is_empty() {
        hits.outcome = SearchOutcome::NothingAsked;
        return;
    }
    let mut named = [0; MAX_HITS];
    let mut count = 0;
    // Also those beyond `max`: the scores say which of them are shown.
    names::for_each_named(index, corpus, clipped, |id| {
        let is_known = named.iter().take(count).any(|&other| other == id);
        if let (false, Some(slot)) = (is_known, named.get_mut(count)) {
            *slot = id;
            count += 1;
        }
        count < MAX_HITS
    });
    rank::rank(index, &words, max, named.get(..count).unwrap_or(&[]), hits);
}
