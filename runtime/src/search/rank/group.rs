//! One word of a query, and how documents are read.

/// Blocks of a span.
pub(super) const BLOCKS: usize = 4;
/// Documents of a span.
pub(super) const SPAN: usize = BLOCKS * 256;

/// One word of the query: its lists, and the most that it can give.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Group {
    pub(super) word: u8,
    pub(super) required: bool,
    /// Its lists: those of names first, then those of larger values.
    pub(super) start: u16,
    pub(super) end: u16,
    /// From here on they are put aside.
    pub(super) strong: u16,
    /// The postings of its short lists.
    pub(super) few: (u16, u16),
    /// Largest value of its lists.
    pub(super) most: u32,
    /// The words beside it in the query, as bits, and what it can give with them;
    /// whether that is put aside.
    pub(super) beside: u32,
    pub(super) pairs: u32,
    pub(super) pairs_aside: bool,
    /// Largest value of those that are put aside.
    pub(super) rest: u32,
}
