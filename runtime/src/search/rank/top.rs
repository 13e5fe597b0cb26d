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

    /// What a document must beat; documents come in order of their numbers, so
    /// that the first of equals stays.
    pub(crate) fn least(&self) -> u32 {
        if self.len < self.max { 0 } else { self.hits[self.max - 1].score }
    }

    #[inline]
    pub(crate) fn push(&mut self, id: u32, score: u32) {
        if score <= self.least() {
            return;
        }
        let mut at = self.len.min(self.max - 1);
        while at > 0 && self.hits[at - 1].score < score {
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
