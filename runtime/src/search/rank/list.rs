//! Lists of postings, read window by window.

use super::Group;
use crate::search::index::{LONG_LIST, varint};

/// Lists that one query can have; what is beyond is left out.
const MAX_LISTS: usize = 512;

/// No window.
pub(super) const END: u32 = u32::MAX;

/// One list and where it is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct List<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: u32,
    pub(super) count: u16,
    /// Largest impact of the window.
    pub(super) largest: u8,
    /// Largest value of the list.
    pub(super) most: u32,
    /// The idf of its word in 1/64, for the coverage of names; 0 outside of names.
    pub(super) covers: u16,
    /// Score of an impact of one, shifted by eight.
    pub(super) factor: u32,
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
    /// The same list over its bytes, and its first window.
    pub(super) fn over(mut self, bytes: &'a [u8]) -> (Self, u32) {
        self.bytes = bytes;
        let window = self.rewind();
        let largest = match bytes.first() {
            Some(&largest) if bytes.len() > LONG_LIST => largest,
            _ => self.largest(window),
        };
        self.most = self.value(largest);
        (self, window)
    }

    fn largest(mut self, mut window: u32) -> u8 {
        let mut largest = 0;
        while window != END {
            largest = largest.max(self.largest);
            window = self.advance(window);
        }
        largest
    }

    /// Goes to its beginning; the first window.
    pub(super) fn rewind(&mut self) -> u32 {
        self.at = u32::from(self.bytes.len() > LONG_LIST);
        self.read(0)
    }

    /// What an impact adds to a score.
    #[inline]
    pub(super) fn value(&self, impact: u8) -> u32 {
        (self.factor * u32::from(impact)) >> 8
    }

    /// The window that is read next, [`END`] when there is none.
    #[inline]
    fn read(&mut self, next: u32) -> u32 {
        self.try_read(next).unwrap_or(END)
    }

    #[inline]
    fn try_read(&mut self, next: u32) -> Option<u32> {
        let mut at = self.at as usize;
        let head = varint(self.bytes, &mut at)?;
        if head & 1 == 0 {
            let &[count, largest] = self.bytes.get(at..at + 2)? else { return None };
            (self.count, self.largest) = (u16::from(count) + 1, largest);
            at += 2;
        } else {
            (self.count, self.largest) = (1, *self.bytes.get(at + 1)?);
        }
        self.at = at as u32;
        next.checked_add(head >> 1).filter(|&window| window < 1 << 24)
    }

    /// The postings of the window at which it stands; none where the list is
    /// damaged.
    #[inline]
    pub(super) fn block(&self) -> Option<Block<'a>> {
        let count = usize::from(self.count);
        let rest = self.bytes.get(self.at as usize..)?;
        let (documents, rest) = rest.split_at_checked(count)?;
        let (impacts, rest) = rest.split_at_checked(count)?;
        let places = if self.named { rest.get(..count)? } else { &[] };
        Some(Block { documents, impacts, places })
    }

    /// Steps over `window`, at which it stands; the next one.
    #[inline]
    pub(super) fn advance(&mut self, window: u32) -> u32 {
        let width = if self.named { 3 } else { 2 };
        self.at = self.at.saturating_add(u32::from(self.count) * width);
        self.read(window + 1)
    }

    /// Steps from `at` to `window`, or to the first one after it.
    pub(super) fn seek(&mut self, mut at: u32, window: u32) -> u32 {
        while at < window {
            at = self.advance(at);
        }
        at
    }

    /// The block of the window at which it stands, and where a document is in it.
    #[inline]
    pub(super) fn find(&self, low: u8) -> Option<(Block<'a>, usize)> {
        let block = self.block()?;
        let found = block.documents.binary_search(&low).ok()?;
        Some((block, found))
    }
}

/// All lists of a query, those of one word together.
#[derive(Debug, Clone)]
pub(super) struct Lists<'a> {
    /// The window at which each list stands; [`END`] after its last.
    windows: [u32; MAX_LISTS],
    lists: [List<'a>; MAX_LISTS],
    len: usize,
}

impl<'a> Lists<'a> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { windows: [END; MAX_LISTS], lists: [List::default(); MAX_LISTS], len: 0 }
    }

    /// Adds a list that stands at `window`, unless it is empty or there is no room.
    pub(super) fn push(&mut self, list: List<'a>, window: u32) -> bool {
        if window == END || self.len == MAX_LISTS {
            return false;
        }
        self.lists[self.len] = list;
        self.windows[self.len] = window;
        self.len += 1;
        true
    }

    pub(super) fn len(&self) -> u16 {
        self.len as u16
    }

    /// Those of one word, and where they stand.
    #[inline]
    pub(super) fn of(&mut self, group: &Group) -> impl Iterator<Item = (&mut u32, &mut List<'a>)> {
        self.range(group.start, group.end)
    }

    /// Those of one word that are read in full.
    #[inline]
    pub(super) fn strong(
        &mut self,
        group: &Group,
    ) -> impl Iterator<Item = (&mut u32, &mut List<'a>)> {
        self.range(group.start, group.strong)
    }

    #[inline]
    fn range(&mut self, start: u16, end: u16) -> impl Iterator<Item = (&mut u32, &mut List<'a>)> {
        let range = usize::from(start)..usize::from(end);
        let windows = self.windows.get_mut(range.clone()).unwrap_or(&mut []);
        windows.iter_mut().zip(self.lists.get_mut(range).unwrap_or(&mut []))
    }

    pub(super) fn get(&self, number: u16) -> Option<&List<'a>> {
        self.lists.get(..self.len)?.get(usize::from(number))
    }

    pub(super) fn rewind(&mut self) {
        for (window, list) in self.windows.iter_mut().zip(&mut self.lists).take(self.len) {
            *window = list.rewind();
        }
    }

    /// Puts those from `start` on in order: those of larger values first.
    pub(super) fn sort_from(&mut self, start: u16) {
        let lists = self.lists.get_mut(usize::from(start)..self.len).unwrap_or(&mut []);
        lists.sort_unstable_by_key(|list| u32::MAX - list.most);
        for (window, list) in
            self.windows.iter_mut().zip(&mut self.lists).take(self.len).skip(usize::from(start))
        {
            *window = list.rewind();
        }
    }
}
