//! Hits in the order of the listing.

use crate::search::Corpus;
use crate::search::hits::{Hit, Hits, MAX_SELECTED};

/// The best `max` hits, by score and then in the order of the listing.
pub(super) struct Listed<'h, 'c, C: ?Sized> {
    corpus: &'c C,
    hits: &'h mut Hits,
    max: usize,
}

impl<'h, 'c, C: Corpus + ?Sized> Listed<'h, 'c, C> {
    pub(super) fn new(corpus: &'c C, hits: &'h mut Hits, max: usize) -> Self {
        Self { corpus, hits, max: max.clamp(1, MAX_SELECTED) }
    }

    pub(super) fn push(&mut self, id: u32, score: u32) {
        let Self { corpus, hits, max } = self;
        let is_before = |other: &Hit| {
            let by_score = other.score.cmp(&score);
            by_score.then_with(|| corpus.listing_order(id, other.id)).is_lt()
        };
        let at = hits.as_slice().partition_point(|other| !is_before(other));
        hits.insert(at, Hit { id, score, loaded: false }, *max);
    }
}
