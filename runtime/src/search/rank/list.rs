//! Lists of postings, read window by window.

use crate::search::index::varint;

/// Lists that one query can have.
const MAX_LISTS: usize = 512;

/// No window.
pub(super) const END: u32 = u32::MAX;

/// One list and where it is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct List<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) count: usize,
    /// The window that is read next; [`END`] after the last.
    pub(super) window: u32,
    /// Score of an impact of one, shifted by eight.
    pub(super) factor: u32,
    /// The idf of its word in 1/64, for the coverage of names; 0 outside of names.
    pub(super) covers: u32,
    /// Which word of the query it serves.
    pub(super) group: u8,
    /// Holds the word itself and not a substitute.
    pub(super) exact: bool,
    /// Has places in names.
    pub(super) named: bool,
}

/// The postings of one window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) documents: &'a [u8],
    pub(super) impacts: &'a [u8],
    pub(super) places: &'a [u8],
}

impl<'a> List<'a> {
    /// The same list over its bytes, at its first window.
    pub(super) fn over(mut self, bytes: &'a [u8]) -> Self {
        self.bytes = bytes;
        self.read(0);
        self
    }

    fn read(&mut self, next: u32) {
        self.window = self.try_read(next).unwrap_or(END);
    }

    #[inline]
    fn try_read(&mut self, next: u32) -> Option<u32> {
        let head = varint(self.bytes, &mut self.at)?;
        self.count = 1;
        if head & 1 == 0 {
            self.count += usize::from(*self.bytes.get(self.at)?);
            self.at += 2;
        }
        next.checked_add(head >> 1).filter(|&window| window < 1 << 24)
    }

    pub(super) fn block(&self) -> Option<Block<'a>> {
        let rest = self.bytes.get(self.at..)?;
        let (documents, rest) = rest.split_at_checked(self.count)?;
        let (impacts, rest) = rest.split_at_checked(self.count)?;
        let places = if self.named { rest.get(..self.count)? } else { &[] };
        Some(Block { documents, impacts, places })
    }

    /// Steps over the window.
    pub(super) fn advance(&mut self) {
        self.at += self.count * if self.named { 3 } else { 2 };
        self.read(self.window + 1);
    }
}

/// All lists of a query, those of one word together.
#[derive(Debug)]
pub(super) struct Lists<'a> {
    lists: [List<'a>; MAX_LISTS],
    len: usize,
}

impl<'a> Lists<'a> {
    pub(super) fn new() -> Self {
        Self { lists: [List::default(); MAX_LISTS], len: 0 }
    }

    /// Adds a list that is not empty, while there is room.
    pub(super) fn push(&mut self, list: List<'a>) {
        if list.window == END {
            return;
        }
        if let Some(slot) = self.lists.get_mut(self.len) {
            *slot = list;
            self.len += 1;
        }
    }

    pub(super) fn next_window(&self) -> Option<u32> {
        self.as_slice().iter().map(|list| list.window).min().filter(|&window| window != END)
    }

    pub(super) fn as_slice(&self) -> &[List<'a>] {
        self.lists.get(..self.len).unwrap_or(&[])
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [List<'a>] {
        self.lists.get_mut(..self.len).unwrap_or(&mut [])
    }
}
