//! From a name to its number in constant time.

use alloc::vec::Vec;

use crate::engine::Entry;

/// A hash table with linear probing, at most half full, over the names of a
/// list of tools. A slot holds a part of the hash, so that a name is compared
/// hardly ever in vain.
pub(super) struct Lookup {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    number: u32,
}

const EMPTY: Slot = Slot { tag: 0, number: u32::MAX };

impl Lookup {
    pub(super) fn new(entries: &[Entry]) -> Self {
        let size = (entries.len() * 2).next_power_of_two().max(2);
        let mut lookup = Self { slots: alloc::vec![EMPTY; size] };
        for (number, entry) in (0..).zip(entries) {
            let (tag, mut at) = lookup.start(entry.name());
            while lookup.slots[at].number != EMPTY.number {
                at = lookup.after(at);
            }
            lookup.slots[at] = Slot { tag, number };
        }
        lookup
    }

    #[inline]
    pub(super) fn find(&self, entries: &[Entry], name: &str) -> Option<u32> {
        let (tag, mut at) = self.start(name);
        loop {
            let slot = self.slots[at];
            // An empty slot has no entry: then there is no such name.
            let entry = entries.get(usize::try_from(slot.number).ok()?)?;
            if slot.tag == tag && entry.name() == name {
                return Some(slot.number);
            }
            at = self.after(at);
        }
    }

    /// The tag and the first slot: the two halves of the hash.
    fn start(&self, name: &str) -> (u32, usize) {
        let hash = hash(name);
        let (tag, low) = ((hash >> 32) as u32, hash as u32);
        (tag, usize::try_from(low).unwrap_or(0) & (self.slots.len() - 1))
    }

    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }
}

/// Eight bytes at a time; each step multiplies to 128 bits and folds the halves
/// (Yi, wyhash, 2020). Not meant to withstand names chosen to collide: these
/// would cost time and nothing else.
fn hash(name: &str) -> u64 {
    let start = 0x9e37_79b9_7f4a_7c15 ^ name.len() as u64;
    let (words, rest) = name.as_bytes().as_chunks::<8>();
    let last = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]);
    words.fold(start, |hash, word| fold(hash ^ word, 0xd6e8_feb8_6659_fd93))
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}
