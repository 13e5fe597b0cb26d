//! Sums of 256 documents at a time.

use super::list::{Block, List};

/// A set of the documents of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Set([u64; 4]);

impl Set {
    pub(super) const ALL: Self = Self([u64::MAX; 4]);

    /// The one of the largest value; the first of equals.
    pub(super) fn largest(&self, values: &[u32; 256]) -> Option<u8> {
        let mut best = None;
        self.for_each(|low| {
            let value = values[usize::from(low)];
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((low, value));
            }
        });
        best.map(|(low, _)| low)
    }

    /// Keeps those for which `keep` is true.
    #[inline]
    pub(super) fn retain(&mut self, mut keep: impl FnMut(u8) -> bool) {
        for part in 0..4_u8 {
            let mut left = self.0[usize::from(part)];
            while left != 0 {
                let bit = left.trailing_zeros() as u8;
                left &= left - 1;
                if !keep(part << 6 | bit) {
                    self.0[usize::from(part)] &= !(1 << bit);
                }
            }
        }
    }

    pub(super) fn contains(&self, low: u8) -> bool {
        self.0[usize::from(low >> 6)] >> (low & 63) & 1 == 1
    }

    #[inline]
    pub(super) fn remove(&mut self, low: u8) {
        self.0[usize::from(low >> 6)] &= !(1 << (low & 63));
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    #[inline]
    pub(super) fn insert(&mut self, low: u8) {
        self.0[usize::from(low >> 6)] |= 1 << (low & 63);
    }

    pub(super) fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, other)| *mine &= other);
    }

    /// In order.
    #[inline]
    pub(super) fn for_each(self, mut visit: impl FnMut(u8)) {
        for part in 0..4_u8 {
            let mut left = self.0[usize::from(part)];
            while left != 0 {
                visit(part << 6 | left.trailing_zeros() as u8);
                left &= left - 1;
            }
        }
    }
}

/// What the lists that are read in full give to each document.
///
/// An array a figure and not one of records: clearing them is then a few stores.
pub(super) struct Window {
    /// Of each word what is more than its `rest`.
    sums: [u32; 256],
    /// Within each sum, of the word that was added last: its value · 256, and
    /// the number of the word plus one.
    last: [u32; 256],
    pub(super) touched: Set,
    /// The idf of the words of each name that were reached, in 1/64, and within
    /// it what the word that was added last covers, as in `last`.
    covered: [u32; 256],
    last_covers: [u32; 256],
    /// Words that are in a name themselves, as bits.
    words: [u32; 256],
    /// Some of the names are reached.
    named: bool,
}

impl Window {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            sums: [0; 256],
            last: [0; 256],
            touched: Set::default(),
            covered: [0; 256],
            last_covers: [0; 256],
            words: [0; 256],
            named: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.sums = [0; 256];
        self.last = [0; 256];
        self.touched = Set::default();
        if self.named {
            self.covered = [0; 256];
            self.last_covers = [0; 256];
            self.words = [0; 256];
            self.named = false;
        }
    }

    pub(super) fn sum(&self, low: u8) -> u32 {
        self.sums[usize::from(low)]
    }

    pub(super) fn covered(&self, low: u8) -> u32 {
        self.covered[usize::from(low)]
    }

    pub(super) fn words(&self, low: u8) -> u32 {
        self.words[usize::from(low)]
    }

    /// Adds every document of a block. A word gives every document `rest`
    /// already: only what is more is added.
    #[inline]
    pub(super) fn add(&mut self, list: &List<'_>, block: Block<'_>, rest: u32) {
        let (factor, group) = (list.factor, u32::from(list.group) + 1);
        for (&low, &impact) in block.documents.iter().zip(block.impacts) {
            self.add_value(low, (factor * u32::from(impact)) >> 8, rest, group);
        }
        self.named |= list.named;
        for (&low, &place) in block.documents.iter().zip(block.places) {
            self.add_name(low, list, place);
        }
    }

    /// Of the values of one word the largest counts.
    #[inline]
    fn add_value(&mut self, low: u8, value: u32, rest: u32, group: u32) {
        self.touched.insert(low);
        let last = &mut self.last[usize::from(low)];
        let before = if *last & 0xff == group { *last >> 8 } else { rest };
        let more = value.max(before);
        self.sums[usize::from(low)] += more - before;
        *last = more << 8 | group;
    }

    #[inline]
    fn add_name(&mut self, low: u8, list: &List<'_>, place: u8) {
        let at = usize::from(low);
        let group = u32::from(list.group) + 1;
        if place >= 128 {
            let last = &mut self.last_covers[at];
            let before = if *last & 0xff == group { *last >> 8 } else { 0 };
            let more = u32::from(list.covers).max(before);
            self.covered[at] += more - before;
            *last = more << 8 | group;
        }
        self.words[at] |= u32::from(list.exact) << list.group;
    }
}
