//! Evaluates a search with judged queries.
//!
//! To test your search hints, list queries with the tools that should answer them;
//! [`evaluate`] runs the search and returns the usual measures.

use super::hits::Hits;
use super::index::Index;
use super::{Corpus, Document, search};

/// A query and the tools that answer it, by the name that the model sees or by their own.
/// A name counts once, however many tools have it. Names beyond the 128th count as not
/// found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged<'a, N> {
    /// The query.
    pub query: &'a str,
    /// The names of the tools that answer it.
    pub relevant: &'a [N],
}

/// Runs every query and judges its first ten hits.
///
/// ```
/// use toolcrib::search::eval::{Judged, evaluate};
/// use toolcrib::search::{Document, Ranking, Synonyms, index};
///
/// let corpus = [
///     Document { name: "page_oncall", tool: "page_oncall", hint: "alert engineer", ..Document::default() },
///     Document { name: "read_file", tool: "read_file", ..Document::default() },
/// ];
/// let bytes = index::build(&corpus[..], &Ranking::DEFAULT, &Synonyms::builtin());
/// let judged = [
///     Judged { query: "alert an engineer", relevant: &["page_oncall"] },
///     Judged { query: "open a file", relevant: &["read_file"] },
/// ];
/// let result = evaluate(&index::Index::new(&bytes)?, &corpus[..], judged);
/// assert_eq!(result.recall_at_1, 1.0);
/// # Ok::<(), index::FormatError>(())
/// ```
pub fn evaluate<'q, N: AsRef<str> + 'q>(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    judged: impl IntoIterator<Item = Judged<'q, N>>,
) -> Evaluation {
    let mut hits = Hits::new();
    let mut evaluator = Evaluator::default();
    for Judged { query, relevant } in judged {
        search(index, corpus, query, 10, &mut hits);
        let mut labels = Labels::new(relevant);
        let count = labels.count;
        let found = hits.as_slice().iter().map(|hit| labels.take(&corpus.document(hit.id)));
        evaluator.add(found, count);
    }
    evaluator.finish()
}

/// The names that answer a query, each of which one hit satisfies.
struct Labels<'r, N> {
    relevant: &'r [N],
    /// Distinct ones.
    count: usize,
    taken: u128,
}

impl<'r, N: AsRef<str>> Labels<'r, N> {
    fn new(relevant: &'r [N]) -> Self {
        let is_first = |&(at, name): &(usize, &N)| {
            !relevant.iter().take(at).any(|other| other.as_ref() == name.as_ref())
        };
        let count = relevant.iter().enumerate().filter(is_first).count();
        Self { relevant, count, taken: 0 }
    }

    /// True when the tool satisfies a name that no hit before it did: its own
    /// rather than one that other tools have too.
    fn take(&mut self, tool: &Document<'_>) -> bool {
        let open = |text: &str| {
            let at = self.relevant.iter().position(|name| name.as_ref() == text)?;
            (at < 128 && self.taken >> at & 1 == 0).then_some(at)
        };
        let Some(at) = open(tool.name).or_else(|| open(tool.tool)) else { return false };
        self.taken |= 1 << at;
        true
    }
}

/// Sums over judged queries; see [`Evaluation`].
///
/// ```
/// use toolcrib::search::eval::Evaluator;
///
/// let mut evaluator = Evaluator::default();
/// // Of one query: the hits in order, true where relevant; how many are relevant.
/// evaluator.add([false, true, false], 1);
/// let result = evaluator.finish();
/// assert_eq!((result.recall_at_1, result.recall_at_5, result.mrr), (0.0, 1.0, 0.5));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Evaluator {
    queries: usize,
    empty: usize,
    recall_at_1: f64,
    recall_at_5: f64,
    ndcg_at_5: f64,
    mrr: f64,
}

/// The means over all queries, each between 0 and 1, and two counts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Evaluation {
    /// The number of queries.
    pub queries: usize,
    /// The number of queries that found nothing.
    pub empty: usize,
    /// The share of queries whose first hit is relevant.
    pub recall_at_1: f64,
    /// Relevant hits among the first five ÷ min(5, number of relevant tools).
    pub recall_at_5: f64,
    /// Normalised discounted cumulative gain of the first five, binary gain
    /// (K. Järvelin, J. Kekäläinen 2002).
    pub ndcg_at_5: f64,
    /// Mean of 1 ÷ rank of the first relevant hit, among the first ten.
    pub mrr: f64,
}

/// `1 / log2(rank + 1)` of the first five ranks.
const DISCOUNT: [f64; 5] =
    [1.0, 0.630_929_753_571_457_4, 0.5, 0.430_676_558_073_393_3, 0.386_852_807_234_541_6];

impl Evaluator {
    /// Adds one query: whether each hit is relevant, in order, and the number of relevant
    /// tools. A query without relevant tools is ignored.
    pub fn add(&mut self, hits: impl IntoIterator<Item = bool>, relevant: usize) {
        if relevant == 0 {
            return;
        }
        let (mut found, mut gain, mut first, mut count) = (0_usize, 0.0, None, 0);
        for (rank, is_relevant) in hits.into_iter().take(10).enumerate() {
            count += 1;
            if is_relevant {
                first = first.or(Some(rank));
                if let Some(discount) = DISCOUNT.get(rank) {
                    found += 1;
                    gain += discount;
                }
            }
        }
        let ideal: f64 = DISCOUNT.iter().take(relevant).sum();
        self.queries += 1;
        self.empty += usize::from(count == 0);
        self.recall_at_1 += f64::from(u8::from(first == Some(0)));
        self.recall_at_5 += found as f64 / relevant.min(5) as f64;
        self.ndcg_at_5 += gain / ideal;
        self.mrr += first.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
    }

    /// The means.
    #[must_use]
    pub fn finish(&self) -> Evaluation {
        let mean = |sum: f64| if self.queries == 0 { 0.0 } else { sum / self.queries as f64 };
        Evaluation {
            queries: self.queries,
            empty: self.empty,
            recall_at_1: mean(self.recall_at_1),
            recall_at_5: mean(self.recall_at_5),
            ndcg_at_5: mean(self.ndcg_at_5),
            mrr: mean(self.mrr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_once() {
        use crate::search::{Ranking, Synonyms, index};
        let tool = |name| Document { name, tool: "search", ..Document::default() };
        let corpus = [tool("mcp__a__search"), tool("mcp__b__search"), tool("mcp__c__search")];
        let bytes = index::build(&corpus[..], &Ranking::DEFAULT, &Synonyms::none());
        let index = index::Index::new(&bytes).unwrap();
        let judge = |relevant: &[&str]| {
            evaluate(&index, &corpus[..], [Judged { query: "search", relevant }])
        };
        assert_eq!(judge(&["search"]).recall_at_5, 1.0);
        assert_eq!(judge(&["search"]).ndcg_at_5, 1.0);
        assert_eq!(judge(&["search", "search"]).recall_at_5, 1.0);
        assert_eq!(judge(&["search", "mcp__b__search"]).recall_at_5, 1.0);
        assert_eq!(judge(&["search", "absent"]).recall_at_5, 0.5);
    }

    #[test]
    fn figures_of_small_cases() {
        let mut evaluator = Evaluator::default();
        evaluator.add([true, true], 2);
        evaluator.add([], 1);
        evaluator.add([false; 3], 0);
        evaluator.add([false, false, false, false, false, true], 7);
        let result = evaluator.finish();
        assert_eq!((result.queries, result.empty), (3, 1));
        assert!((result.recall_at_1 - 1.0 / 3.0).abs() < 1e-9);
        assert!((result.recall_at_5 - 1.0 / 3.0).abs() < 1e-9);
        assert!((result.ndcg_at_5 - 1.0 / 3.0).abs() < 1e-9);
        assert!((result.mrr - (1.0 + 1.0 / 6.0) / 3.0).abs() < 1e-9);
        assert_eq!(Evaluator::default().finish(), Evaluation::default());
    }
}
