//! Sets of the documents of a span.

use super::group::BLOCKS;
use super::list::{Block, Posting};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Set([[u64; 4]; BLOCKS]);

impl Set {
    pub(super) const ALL: Self = Self([[u64::MAX; 4]; BLOCKS]);
    pub(super) const EMPTY: Self = Self([[0; 4]; BLOCKS]);

    pub(super) fn contains(&self, place: u16) -> bool {
        let [low, block] = place.to_le_bytes();
        self.0[usize::from(block) % BLOCKS][usize::from(low >> 6)] >> (low & 63) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    pub(super) fn add(&mut self, number: usize, block: Block<'_>) {
        block.for_each(|Posting { low, .. }| {
            self.0[number][usize::from(low >> 6)] |= 1 << (low & 63);
        });
    }

    pub(super) fn intersect(&mut self, other: &Self) {
        let (mine, others) = (self.0.as_flattened_mut(), other.0.as_flattened());
        mine.iter_mut().zip(others).for_each(|(mine, other)| *mine &= other);
    }
}
