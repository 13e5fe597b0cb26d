//! Postings of the short lists of substitutes, put together.
//!
//! A word has many substitutes that are in a handful of documents each. As lists
//! of their own they would cost more to step through than they hold.

use super::group::{Group, SPAN};
use super::list::List;

/// Postings that are kept; what is beyond stays in lists.
const MAX_FEW: usize = 512;

/// What a substitute gives to a document.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Single {
    pub(super) document: u32,
    pub(super) value: u32,
    /// The idf of the substitute in 1/64 where it is in the tool's name.
    pub(super) covers: u16,
}

/// Those of all words of a query, in the order of the words, and of each in the
/// order of the documents.
#[derive(Debug)]
pub(crate) struct Few {
    singles: [Single; MAX_FEW],
    len: usize,
}

impl Few {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        const NONE: Single = Single { document: 0, value: 0, covers: 0 };
        Self { singles: [NONE; MAX_FEW], len: 0 }
    }

    pub(super) fn len(&self) -> u16 {
        self.len as u16
    }

    /// Takes all postings of a list that is at its beginning; false, and none of
    /// them, when there is no room.
    pub(super) fn take(&mut self, list: &List<'_>) -> bool {
        let (start, mut list) = (self.len, *list);
        while let Some((number, block)) = list.next_block() {
            let room = self.singles.get_mut(self.len..).unwrap_or(&mut []);
            if block.len() > room.len() {
                self.len = start;
                return false;
            }
            self.len += block.len();
            let mut slots = room.iter_mut();
            block.for_each(|posting| {
                if let Some(slot) = slots.next() {
                    slot.document = number << 8 | u32::from(posting.low);
                    slot.value = list.value(posting.impact);
                    slot.covers = if posting.place >= 128 { list.covers } else { 0 };
                }
            });
        }
        true
    }

    /// Puts those from `start` on in order; their largest value.
    pub(super) fn end_word(&mut self, start: u16) -> u32 {
        let singles = self.singles.get_mut(usize::from(start)..self.len).unwrap_or(&mut []);
        singles.sort_unstable_by_key(|single| single.document);
        singles.iter().map(|single| single.value).max().unwrap_or_default()
    }

    fn of(&self, group: &Group) -> &[Single] {
        self.singles.get(usize::from(group.few.0)..usize::from(group.few.1)).unwrap_or(&[])
    }

    /// Those of a word in a span.
    #[inline]
    pub(super) fn in_span(&self, group: &Group, span: u32) -> &[Single] {
        let singles = self.of(group);
        let first = span.saturating_mul(SPAN as u32);
        let end = first.saturating_add(SPAN as u32);
        let start = singles.partition_point(|single| single.document < first);
        let singles = singles.get(start..).unwrap_or(&[]);
        let end = singles.iter().position(|single| single.document >= end);
        singles.get(..end.unwrap_or(singles.len())).unwrap_or(&[])
    }

    /// Those of a word in a document.
    #[inline]
    pub(super) fn find(&self, group: &Group, id: u32) -> impl Iterator<Item = &Single> {
        let singles = self.of(group);
        let start = singles.partition_point(|single| single.document < id);
        singles.iter().skip(start).take_while(move |single| single.document == id)
    }
}
