//! The ranking against a naive one that shares nothing with it but the tokeniser.
//!
//! The naive one is written from `docs/ranking.md`. It
//! computes in the same integers, so scores and order are compared for equality.

mod material;
mod members;
mod query;
mod rules;
mod score;
#[path = "../search_support/mod.rs"]
mod search_support;
mod texts;
mod twin;

use material::{SYNONYMS, common, crowd, crowded, ranking};
use rules::Seen;
use search_support::Random;
use toolcrib::search::{Document, Form, Hits, Ranking, Synonyms, index, score_of, search};
use twin::Twin;

/// A corpus, its index and its twin.
struct Pair<'d> {
    bytes: Vec<u8>,
    twin: Twin<'d>,
}

impl<'d> Pair<'d> {
    fn new(documents: &'d [Document<'d>], ranking: Ranking) -> Self {
        let synonyms = Synonyms::parse(SYNONYMS).unwrap();
        let bytes = index::build(documents, &ranking, &synonyms);
        Self { bytes, twin: Twin::new(documents, ranking, SYNONYMS) }
    }

    fn check(&self, query: &str, seen: &mut Seen) {
        let index = index::Index::new(&self.bytes).unwrap();
        let documents = self.twin.documents;
        let answer = self.twin.answer(query, seen);
        // Every document of a small corpus, some of a large one.
        for id in (0..documents.len()).step_by(1 + documents.len() / 50) {
            let score = u64::from(score_of(&index, query, id as u32));
            let told = (&documents[id], &self.twin.ranking);
            assert_eq!(score, answer.scores[id], "{query:?} in {told:#?}");
        }
        let mut hits = Hits::new();
        for max in [1, 5, 20] {
            search(&index, documents, query, max, &mut hits);
            if hits.form != Form::Words {
                return;
            }
            let found = hits.as_slice().iter().map(|hit| (hit.id as usize, u64::from(hit.score)));
            let expected = self.twin.hits(query, &answer, max, seen);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{query:?}");
            assert_eq!(hits.truncated, answer.asked.truncated, "{query:?}");
        }
    }
}

#[test]
fn scores_and_order_are_those_of_a_naive_ranking() {
    let (mut random, mut seen) = (Random(11), Seen::default());
    for size in [1, 5, 12, 20, 30, 30, 40, 40, 50, 60, 60, 90, 120, 200, 300] {
        let documents = common(&mut random, size);
        let pair = Pair::new(&documents, ranking(&mut random));
        for _ in 0..64 {
            let query = material::query(&mut random, &documents);
            pair.check(&query, &mut seen);
            seen.end_query();
        }
    }
    let crowd = crowd();
    for prefix_words in [20, 100] {
        let pair = Pair::new(&crowd, Ranking { prefix_words, ..Ranking::DEFAULT });
        for _ in 0..12 {
            pair.check(&crowded(&mut random), &mut seen);
            seen.end_query();
        }
    }
    seen.assert_all();
}
