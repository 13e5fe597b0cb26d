//! Sums of 256 documents at a time.

use super::list::List;
use crate::search::query::MAX_WORDS;

/// What a document has gathered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) sum: u32,
    /// Within `sum`: of the word that was added last.
    last: u32,
    last_group: u8,
    pub(super) covered: u32,
    /// Words that are in it themselves, as bits.
    pub(super) matched: u32,
    /// Words that are in its name themselves, as bits.
    pub(super) named: u32,
    pub(super) places: [u8; MAX_WORDS],
}

const EMPTY: Slot = Slot {
    sum: 0,
    last: 0,
    last_group: u8::MAX,
    covered: 0,
    matched: 0,
    named: 0,
    places: [0; MAX_WORDS],
};

pub(super) struct Window {
    pub(super) slots: [Slot; 256],
}

impl Window {
    pub(super) fn new() -> Self {
        Self { slots: [EMPTY; 256] }
    }

    pub(super) fn clear(&mut self) {
        self.slots = [EMPTY; 256];
    }

    /// Adds the window at which `list` stands.
    pub(super) fn add(&mut self, list: &List<'_>) {
        let Some(block) = list.block() else { return };
        for (&low, &impact) in block.documents.iter().zip(block.impacts) {
            let slot = &mut self.slots[usize::from(low)];
            let value = (list.factor * u32::from(impact)) >> 8;
            if slot.last_group != list.group {
                (slot.last_group, slot.last) = (list.group, 0);
            }
            if value > slot.last {
                slot.sum += value - slot.last;
                slot.last = value;
            }
            if list.exact {
                slot.matched |= 1 << list.group;
            }
        }
        if list.named {
            self.add_names(list, block.documents, block.places);
        }
    }

    fn add_names(&mut self, list: &List<'_>, documents: &[u8], places: &[u8]) {
        for (&low, &place) in documents.iter().zip(places) {
            let slot = &mut self.slots[usize::from(low)];
            if place >= 128 {
                slot.covered += list.covers;
            }
            if list.exact {
                slot.named |= 1 << list.group;
                slot.places[usize::from(list.group) % MAX_WORDS] = place;
            }
        }
    }
}
