//! Sums of 256 documents at a time.

use super::list::{Block, List};

/// What a document has gathered.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slot {
    pub(super) sum: u32,
    /// The idf of the words of its name that were reached, in 1/64.
    pub(super) covered: u32,
    /// Words that are in it themselves, as bits.
    pub(super) matched: u32,
    /// Words that are in its name themselves, as bits.
    pub(super) named: u32,
}

/// A set of the documents of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Set([u64; 4]);

impl Set {
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

    #[inline]
    pub(super) fn contains(&self, low: u8) -> bool {
        self.0[usize::from(low >> 6)] >> (low & 63) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
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

pub(super) struct Window {
    sums: [u32; 256],
    /// Within each sum, of the word that was added last: its value · 256, and
    /// the number of the word plus one.
    last: [u32; 256],
    matched: [u32; 256],
    names: [Name; 256],
    /// Some of `names` are in use.
    named: bool,
}

/// What was reached of a name.
#[derive(Debug, Clone, Copy, Default)]
struct Name {
    covered: u16,
    /// Within `covered`: of the word that was added last, and which that was,
    /// plus one.
    last: u16,
    last_group: u16,
    words: u32,
}

impl Window {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            sums: [0; 256],
            last: [0; 256],
            matched: [0; 256],
            names: [Name::default(); 256],
            named: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.sums = [0; 256];
        self.last = [0; 256];
        self.matched = [0; 256];
        if self.named {
            self.names = [Name::default(); 256];
            self.named = false;
        }
    }

    pub(super) fn slot(&self, low: u8) -> Slot {
        let at = usize::from(low);
        let name = &self.names[at];
        let (sum, matched) = (self.sums[at], self.matched[at]);
        Slot { sum, covered: u32::from(name.covered), matched, named: name.words }
    }

    /// The documents whose sums are larger.
    pub(super) fn above(&self, floor: u32) -> Set {
        // Signed, because that comparison is in every vector unit; no sum comes
        // near the sign.
        let floor = floor.min(i32::MAX as u32) as i32;
        let mut set = Set::default();
        for (part, sums) in self.sums.chunks_exact(16).enumerate() {
            let any = sums.iter().fold(false, |any, &sum| any | (sum as i32 > floor));
            if any {
                for (bit, &sum) in sums.iter().enumerate() {
                    let bit = part % 4 * 16 + bit;
                    set.0[part / 4] |= u64::from(sum as i32 > floor) << bit;
                }
            }
        }
        set
    }

    /// Adds every document of a block.
    #[inline]
    pub(super) fn add(&mut self, list: &List<'_>, block: Block<'_>) {
        let (factor, group) = (list.factor, u32::from(list.group) + 1);
        for (&low, &impact) in block.documents.iter().zip(block.impacts) {
            self.add_value(low, (factor * u32::from(impact)) >> 8, group);
        }
        if list.exact {
            let bit = 1 << list.group;
            block.documents.iter().for_each(|&low| self.matched[usize::from(low)] |= bit);
        }
        for (&low, &place) in block.documents.iter().zip(block.places) {
            self.add_name(low, list, place);
        }
    }

    /// Adds those documents of a block that are in `wanted`.
    pub(super) fn add_wanted(&mut self, list: &List<'_>, block: Block<'_>, wanted: &Set) {
        if block.documents.len() > 8 * wanted.len() {
            wanted.for_each(|low| {
                if let Ok(at) = block.documents.binary_search(&low) {
                    self.add_one(list, block, at);
                }
            });
            return;
        }
        for (at, &low) in block.documents.iter().enumerate() {
            if wanted.contains(low) {
                self.add_one(list, block, at);
            }
        }
    }

    #[inline]
    fn add_one(&mut self, list: &List<'_>, block: Block<'_>, at: usize) {
        let (Some(&low), Some(&impact)) = (block.documents.get(at), block.impacts.get(at)) else {
            return;
        };
        self.add_value(low, list.value(impact), u32::from(list.group) + 1);
        self.matched[usize::from(low)] |= u32::from(list.exact) << list.group;
        if let Some(&place) = block.places.get(at) {
            self.add_name(low, list, place);
        }
    }

    /// Of the values of one word the largest counts.
    #[inline]
    fn add_value(&mut self, low: u8, value: u32, group: u32) {
        let last = &mut self.last[usize::from(low)];
        let before = if *last & 0xff == group { *last >> 8 } else { 0 };
        let more = value.max(before);
        self.sums[usize::from(low)] += more - before;
        *last = more << 8 | group;
    }

    #[inline]
    fn add_name(&mut self, low: u8, list: &List<'_>, place: u8) {
        self.named = true;
        let name = &mut self.names[usize::from(low)];
        let group = u16::from(list.group) + 1;
        if place >= 128 {
            let before = if name.last_group == group { name.last } else { 0 };
            let more = list.covers.max(before);
            name.covered += more - before;
            (name.last, name.last_group) = (more, group);
        }
        name.words |= u32::from(list.exact) << list.group;
    }
}
