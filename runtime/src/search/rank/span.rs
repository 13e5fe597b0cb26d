//! Bounds of the scores of a span of documents.

use super::few::Single;
use super::group::{BLOCKS, Group};
use super::list::{Block, List};
use crate::search::index::LEVEL;

/// Sums that are compared at once.
const AT_ONCE: usize = 32;

/// In a form that compilers turn into operations on several numbers.
fn is_any_above(sums: &[u16; AT_ONCE], least: u16) -> bool {
    let mut more = 0;
    for &sum in sums {
        more |= sum.saturating_sub(least);
    }
    more > 0
}

/// The same, above `named` being enough where something is covered.
fn is_any_wanted(sums: &[u16; AT_ONCE], covered: &[u16; AT_ONCE], least: u16, named: u16) -> bool {
    let mut more = 0;
    for at in 0..AT_ONCE {
        let above_named = sums[at].saturating_sub(named);
        // The smaller one of both.
        let both = above_named - above_named.saturating_sub(covered[at]);
        more |= sums[at].saturating_sub(least) | both;
    }
    more > 0
}

/// A figure for each document of a span, by block.
type Each<T> = [[T; 256]; BLOCKS];

/// What the lists that are read in full give to each document at most.
///
/// Sums are kept in units that make them fit in 16 bits, rounded up, and all lists
/// of one word are added, of which only the largest counts: they only choose the
/// documents that are looked up.
pub(super) struct Span {
    /// Of each word what is more than its `rest`, and of neighbours.
    sums: Each<u16>,
    /// The idf of the words of each name that were reached, in 1/64.
    covered: Each<u16>,
    /// Words that have a place themselves, as bits.
    words: Each<u32>,
    /// Blocks in which a name is reached, and in which a word has a place.
    named: [bool; BLOCKS],
    placed: [bool; BLOCKS],
    shift: u32,
}

impl Span {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            sums: [[0; 256]; BLOCKS],
            covered: [[0; 256]; BLOCKS],
            words: [[0; 256]; BLOCKS],
            named: [false; BLOCKS],
            placed: [false; BLOCKS],
            shift: 0,
        }
    }

    /// Chooses the unit of the sums, of which `most` is the largest.
    pub(super) fn scale(&mut self, most: u32) {
        // Each of some hundred addends is rounded up.
        self.shift = (most / 60_000 + 1).next_power_of_two().trailing_zeros();
    }

    pub(super) fn clear(&mut self) {
        self.sums = [[0; 256]; BLOCKS];
        for block in 0..BLOCKS {
            if self.named[block] {
                self.covered[block] = [0; 256];
            }
            if self.placed[block] {
                self.words[block] = [0; 256];
            }
        }
        (self.named, self.placed) = ([false; BLOCKS], [false; BLOCKS]);
    }

    /// In units, rounded down; [`u16::MAX`] is never passed.
    pub(super) fn units(&self, value: u32) -> u16 {
        u16::try_from(value >> self.shift).unwrap_or(u16::MAX)
    }

    /// What a document was given; more than anything where that does not fit.
    pub(super) fn sum(&self, place: u16) -> u32 {
        let [low, block] = place.to_le_bytes();
        match self.sums[usize::from(block) % BLOCKS][usize::from(low)] {
            u16::MAX => u32::MAX,
            sum => u32::try_from(u64::from(sum) << self.shift).unwrap_or(u32::MAX),
        }
    }

    pub(super) fn covered(&self, place: u16) -> u32 {
        let [low, block] = place.to_le_bytes();
        u32::from(self.covered[usize::from(block) % BLOCKS][usize::from(low)])
    }

    pub(super) fn remove(&mut self, place: u16) {
        let [low, block] = place.to_le_bytes();
        self.sums[usize::from(block) % BLOCKS][usize::from(low)] = 0;
    }

    /// The documents of a sum above `least`, or above `named` when some of their name
    /// is covered; in order.
    #[inline]
    pub(super) fn for_each_above(&self, least: u16, named: u16, mut visit: impl FnMut(u16)) {
        for (block, (sums, covered)) in self.sums.iter().zip(&self.covered).enumerate() {
            let chunks = sums.as_chunks::<AT_ONCE>().0.iter().zip(covered.as_chunks::<AT_ONCE>().0);
            for (chunk, (sums, covered)) in chunks.enumerate() {
                if !is_any_above(sums, named) || !is_any_wanted(sums, covered, least, named) {
                    continue;
                }
                for (at, (&sum, &covered)) in sums.iter().zip(covered).enumerate() {
                    if sum > named && (sum > least || covered > 0) {
                        visit((block * 256 + chunk * AT_ONCE + at) as u16);
                    }
                }
            }
        }
    }

    /// Adds the documents of a block. `pair` tells what a word and some of those
    /// beside it give at most in a document that has them.
    #[inline]
    pub(super) fn add(
        &mut self,
        number: usize,
        list: &List<'_>,
        block: Block<'_>,
        group: &Group,
        pair: impl Fn(u32) -> u32,
    ) {
        let (factor, shift, rest) = (list.factor, self.shift, self.units(group.rest));
        let units = |impact: u8| {
            // Only what is damaged does not fit.
            let units = ((factor * u32::from(impact & LEVEL)) >> (shift + 8)) as u16;
            units.wrapping_add(1).saturating_sub(rest)
        };
        let sums = &mut self.sums[number];
        let mut add = |low: u8, units: u16| {
            let sum = &mut sums[usize::from(low)];
            *sum = sum.saturating_add(units);
        };
        let words = &mut self.words[number];
        let mut neighbours = |low: u8| {
            let words = &mut words[usize::from(low)];
            let beside = *words & group.beside;
            *words |= 1 << group.word;
            if beside == 0 { 0 } else { ((pair(beside) >> shift) as u16).wrapping_add(1) }
        };
        self.placed[number] |= list.exact;
        self.named[number] |= list.named;
        match (block, list.exact) {
            (Block::Named(postings), exact) => {
                let covered = &mut self.covered[number];
                for &[low, impact, place] in postings {
                    let covered = &mut covered[usize::from(low)];
                    // All ones where the place is in the tool's name.
                    let mask = i16::from(place.cast_signed() >> 7).cast_unsigned();
                    *covered = covered.saturating_add(list.covers & mask);
                    add(low, units(impact));
                    if exact {
                        add(low, neighbours(low));
                    }
                }
            }
            (Block::Others(postings), true) => {
                for &[low, impact] in postings {
                    add(low, units(impact));
                    if impact & !LEVEL != 0 {
                        add(low, neighbours(low));
                    }
                }
            }
            (Block::Others(postings), false) => {
                postings.iter().for_each(|&[low, impact]| add(low, units(impact)));
            }
        }
    }

    /// Adds a posting that is in no list.
    #[inline]
    pub(super) fn add_one(&mut self, single: &Single) {
        let [low, block, ..] = single.document.to_le_bytes();
        let (low, block) = (usize::from(low), usize::from(block) % BLOCKS);
        let sum = &mut self.sums[block][low];
        *sum = sum.saturating_add(((single.value >> self.shift) as u16).wrapping_add(1));
        if single.covers > 0 {
            self.named[block] = true;
            let covered = &mut self.covered[block][low];
            *covered = covered.saturating_add(single.covers);
        }
    }
}
