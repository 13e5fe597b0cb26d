//! From a name to its number in constant time.

use alloc::vec::Vec;

use super::Entry;

const EMPTY: u32 = u32::MAX;

/// A hash table of numbers with linear probing, at most half full, over the
/// names of a sorted list of tools. Hash: FNV-1a, 64 bits.
pub(super) struct Lookup {
    slots: Vec<u32>,
}

impl Lookup {
    pub(super) fn new(entries: &[Entry]) -> Self {
        let size = (entries.len() * 2).next_power_of_two().max(2);
        let mut lookup = Self { slots: alloc::vec![EMPTY; size] };
        for (number, entry) in (0..).zip(entries) {
            let mut at = lookup.start(entry.name());
            while lookup.slots[at] != EMPTY {
                at = lookup.after(at);
            }
            lookup.slots[at] = number;
        }
        lookup
    }

    pub(super) fn find(&self, entries: &[Entry], name: &str) -> Option<u32> {
        let mut at = self.start(name);
        loop {
            let number = self.slots[at];
            let entry = entries.get(usize::try_from(number).ok()?)?;
            if entry.name() == name {
                return Some(number);
            }
            at = self.after(at);
        }
    }

    fn start(&self, name: &str) -> usize {
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        // The upper bits, folded down: the low ones of FNV are the weakest.
        usize::try_from((hash ^ (hash >> 32)) & 0xffff_ffff).unwrap_or(0) & (self.slots.len() - 1)
    }

    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }
}
