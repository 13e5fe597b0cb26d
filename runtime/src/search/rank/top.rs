//! The best few documents so far.

use crate::search::hits::{Hit, MAX_HITS};

#[derive(Debug)]
pub(crate) struct Top {
    hits: [Hit; MAX_HITS],
    len: usize,
    max: usize,
}

impl Top {
    pub(crate) fn new(max: usize) -> Self {
        Self { hits: [Hit::default(); MAX_HITS], len: 0, max: max.clamp(1, MAX_HITS) }
    }

    /// A score that cannot enter any more. One more can, as long as there are
    /// documents with a smaller number than the last one's.
    pub(super) fn floor(&self) -> u32 {
        if self.len < self.max { 0 } else { self.hits[self.max - 1].score.saturating_sub(1) }
    }

    /// Puts a document at its place: by score, then by number.
    #[inline]
    pub(crate) fn push(&mut self, id: u32, score: u32) {
        let beats = |hit: &Hit| score > hit.score || (score == hit.score && id < hit.id);
        let is_full = self.len == self.max;
        if score == 0 || (is_full && !beats(&self.hits[self.max - 1])) {
            return;
        }
        let mut at = self.len.min(self.max - 1);
        while at > 0 && beats(&self.hits[at - 1]) {
            self.hits[at] = self.hits[at - 1];
            at -= 1;
        }
        self.hits[at] = Hit { id, score, loaded: false };
        self.len = (self.len + 1).min(self.max);
    }

    pub(crate) fn as_slice(&self) -> &[Hit] {
        self.hits.get(..self.len).unwrap_or(&[])
    }
}
