//! Lists of postings, read a span of documents at a time.

use super::group::{BLOCKS, Group, SPAN};
use crate::search::index::{LEVEL, Postings, varint};
use crate::search::query::MAX_WORDS;

/// Lists of substitutes that one query can have; what is beyond is left out.
const MAX_SUBSTITUTES: usize = 192;
/// With those of the words themselves.
const MAX_LISTS: usize = MAX_SUBSTITUTES + 2 * MAX_WORDS;

/// No block.
const END: u32 = u32::MAX;

/// One list and where it is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct List<'a> {
    bytes: &'a [u8],
    /// It is one of many documents, and begins with its largest impact.
    is_common: bool,
    /// The next block, [`END`] after the last; where its postings begin, and how
    /// many they are.
    next: u32,
    at: u32,
    count: u16,
    /// Which word of the query it serves.
    pub(super) group: u8,
    /// Holds the word itself and not a substitute.
    pub(super) exact: bool,
    /// Has places in names.
    pub(super) named: bool,
    /// The idf of its word in 1/64, for the coverage of names; 0 outside of names.
    pub(super) covers: u16,
    /// Largest value of the list.
    pub(super) most: u32,
    /// Score of an impact of one, shifted by eight.
    pub(super) factor: u32,
    /// One more than the span whose blocks are known, and those.
    loaded: u32,
    blocks: [Place; BLOCKS],
}

/// Where the postings of a block begin, and how many they are.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    at: u32,
    count: u16,
}

/// One document of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posting {
    /// The last byte of its number.
    pub(super) low: u8,
    pub(super) impact: u8,
    /// Where the word is in a name; 0 outside of names.
    pub(super) place: u8,
}

/// The postings of one block: of 256 documents.
#[derive(Debug, Clone, Copy)]
pub(super) enum Block<'a> {
    Named(&'a [[u8; 3]]),
    Others(&'a [[u8; 2]]),
}

impl Block<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Named(postings) => postings.len(),
            Self::Others(postings) => postings.len(),
        }
    }

    pub(super) fn for_each(&self, mut visit: impl FnMut(Posting)) {
        match self {
            Self::Named(postings) => postings.iter().for_each(|&[low, impact, place]| {
                visit(Posting { low, impact, place });
            }),
            Self::Others(postings) => postings.iter().for_each(|&[low, impact]| {
                visit(Posting { low, impact, place: 0 });
            }),
        }
    }

    fn find(&self, low: u8) -> Option<Posting> {
        match self {
            Self::Named(postings) => {
                let at = postings.binary_search_by_key(&low, |posting| posting[0]).ok()?;
                let &[low, impact, place] = postings.get(at)?;
                Some(Posting { low, impact, place })
            }
            Self::Others(postings) => {
                let at = postings.binary_search_by_key(&low, |posting| posting[0]).ok()?;
                let &[low, impact] = postings.get(at)?;
                Some(Posting { low, impact, place: 0 })
            }
        }
    }
}

impl<'a> List<'a> {
    /// A list that stands at its first block, and does not know its largest value.
    pub(super) fn new(
        postings: Postings<'a>,
        (group, exact): (u8, bool),
        factor: u32,
        names: Option<u16>,
    ) -> Self {
        let covers = names.unwrap_or_default();
        let named = names.is_some();
        let Postings { bytes, are_common: is_common } = postings;
        let mut list =
            Self { bytes, is_common, group, exact, named, covers, factor, ..Self::default() };
        list.at = u32::from(is_common);
        list.read(0);
        list
    }

    /// Finds out its largest value.
    pub(super) fn measure(&mut self) {
        if let (Some(&largest), true) = (self.bytes.first(), self.is_common) {
            self.most = self.value(largest);
            return;
        }
        let mut list = *self;
        while let Some((_, block)) = list.next_block() {
            block.for_each(|posting| self.most = self.most.max(self.value(posting.impact)));
        }
    }

    pub(super) fn is_common(&self) -> bool {
        self.is_common
    }

    /// Bytes that have to be read for all of it.
    pub(super) fn len(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// What an impact adds to a score.
    #[inline]
    pub(super) fn value(&self, impact: u8) -> u32 {
        (self.factor * u32::from(impact & LEVEL)) >> 8
    }

    #[inline]
    fn read(&mut self, from: u32) {
        self.next = self.try_read(from).unwrap_or(END);
    }

    #[inline]
    fn try_read(&mut self, from: u32) -> Option<u32> {
        let mut at = self.at as usize;
        let head = varint(self.bytes, &mut at)?;
        self.count = 1;
        if head & 1 == 0 {
            self.count += u16::from(*self.bytes.get(at)?);
            at += 1;
        }
        self.at = at as u32;
        from.checked_add(head >> 1).filter(|&block| block < 1 << 24)
    }

    /// Steps over the next block.
    #[inline]
    fn advance(&mut self) {
        let width = if self.named { 3 } else { 2 };
        self.at = self.at.saturating_add(u32::from(self.count) * width);
        self.read(self.next + 1);
    }

    /// Finds the blocks of a span; false when it has none there. Spans that were
    /// passed have none any more.
    #[inline]
    pub(super) fn load(&mut self, span: u32) -> bool {
        if self.loaded == span + 1 {
            return true;
        }
        let (start, end) = (span * BLOCKS as u32, (span + 1) * BLOCKS as u32);
        while self.next < start {
            self.advance();
        }
        if self.next >= end {
            return false;
        }
        self.loaded = span + 1;
        self.blocks = [Place::default(); BLOCKS];
        while self.next < end {
            self.blocks[self.next as usize % BLOCKS] = Place { at: self.at, count: self.count };
            self.advance();
        }
        true
    }

    /// Itself, where it has blocks in a span.
    #[inline]
    pub(super) fn loaded(&mut self, span: u32) -> Option<&Self> {
        self.load(span).then_some(&*self)
    }

    /// The postings of a block of the span that was loaded; none where the list
    /// is damaged.
    #[inline]
    pub(super) fn block(&self, number: usize) -> Option<Block<'a>> {
        self.postings(*self.blocks.get(number).filter(|place| place.count > 0)?)
    }

    #[inline]
    fn postings(&self, place: Place) -> Option<Block<'a>> {
        let bytes = self.bytes.get(place.at as usize..)?;
        let count = usize::from(place.count);
        Some(if self.named {
            Block::Named(bytes.as_chunks().0.get(..count)?)
        } else {
            Block::Others(bytes.as_chunks().0.get(..count)?)
        })
    }

    /// The next block, which is stepped over.
    pub(super) fn next_block(&mut self) -> Option<(u32, Block<'a>)> {
        let (number, place) = (self.next, Place { at: self.at, count: self.count });
        if number == END {
            return None;
        }
        self.advance();
        Some((number, self.postings(place)?))
    }

    /// The posting of a document.
    #[inline]
    pub(super) fn find(&mut self, id: u32) -> Option<Posting> {
        if !self.load(id / SPAN as u32) {
            return None;
        }
        self.block((id >> 8) as usize % BLOCKS)?.find(id as u8)
    }
}

/// All lists of a query, those of one word together.
#[derive(Debug)]
pub(crate) struct Lists<'a> {
    /// Each is there up to `len`; the others cost nothing to make.
    lists: [Option<List<'a>>; MAX_LISTS],
    len: usize,
    substitutes: usize,
}

impl<'a> Lists<'a> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { lists: [const { None }; MAX_LISTS], len: 0, substitutes: 0 }
    }

    /// Adds a list, unless it is empty or there is no room.
    #[inline]
    pub(super) fn push(&mut self, mut list: List<'a>) {
        list.measure();
        let is_full = !list.exact && self.substitutes == MAX_SUBSTITUTES;
        if let Some(slot) = self.lists.get_mut(self.len).filter(|_| list.next != END && !is_full) {
            *slot = Some(list);
            self.len += 1;
            self.substitutes += usize::from(!list.exact);
        }
    }

    pub(super) fn len(&self) -> u16 {
        self.len as u16
    }

    #[inline]
    pub(super) fn range(&mut self, start: u16, end: u16) -> impl Iterator<Item = &mut List<'a>> {
        let range = usize::from(start)..usize::from(end);
        self.lists.get_mut(range).unwrap_or(&mut []).iter_mut().flatten()
    }

    /// Those of one word.
    #[inline]
    pub(super) fn of(&mut self, group: &Group) -> impl Iterator<Item = &mut List<'a>> {
        self.range(group.start, group.end)
    }

    /// Those of one word that are read in full.
    #[inline]
    pub(super) fn strong(&mut self, group: &Group) -> impl Iterator<Item = &mut List<'a>> {
        self.range(group.start, group.strong)
    }

    pub(super) fn get(&self, number: u16) -> Option<&List<'a>> {
        self.lists.get(usize::from(number))?.as_ref()
    }

    /// Puts those from `start` on in order: those of names first, then those of larger
    /// values.
    pub(super) fn sort_from(&mut self, start: u16) {
        let lists = self.lists.get_mut(usize::from(start)..self.len).unwrap_or(&mut []);
        lists.sort_unstable_by_key(|list| {
            list.as_ref().map_or((false, 0), |list| (!list.named, u32::MAX - list.most))
        });
    }
}
