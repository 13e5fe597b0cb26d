//! What does not change between documents.

use super::few::Few;
use super::group::{Group, SPAN};
use super::list::Lists;
use super::pairs::Pairs;
use crate::search::index::{Index, Weight};
use crate::search::query::{MAX_WORDS, QueryWords};

/// The largest weights that are used, in hundredths; see [`Ranking`](crate::search::Ranking).
const MAX_COVERAGE: u32 = 1_000;
const MAX_NEIGHBOURS: u32 = 200;

/// What does not change between documents.
pub(crate) struct Ranker<'q, 'i> {
    pub(super) index: Index<'i>,
    pub(super) words: &'q QueryWords,
    pub(super) lists: &'q mut Lists<'i>,
    pub(super) few: &'q mut Few,
    /// Those that could give most first; required ones before all others.
    pub(super) groups: [Group; MAX_WORDS],
    pub(super) len: usize,
    pub(super) required: u32,
    pub(super) pairs: Pairs,
    pub(super) coverage: u32,
    /// The idf of all words of each name.
    pub(super) name_idfs: &'i [u8],
    /// The sum of what the lists that are put aside can give.
    pub(super) rest: u32,
    pub(super) rest_pairs: u32,
    /// Groups in the order in which a document is looked up.
    pub(super) order: [u8; MAX_WORDS],
    pub(super) is_ordered: bool,
}

impl<'q, 'i> Ranker<'q, 'i> {
    #[inline(always)]
    pub(crate) fn new(
        index: &Index<'i>,
        words: &'q QueryWords,
        (lists, few): &'q mut (Lists<'i>, Few),
    ) -> Self {
        Self {
            index: *index,
            words,
            lists,
            few,
            groups: [Group::default(); MAX_WORDS],
            len: 0,
            required: 0,
            coverage: index.weight(Weight::Coverage).min(MAX_COVERAGE) * 1024 / 100,
            pairs: Pairs::new(words, index.weight(Weight::Neighbours).min(MAX_NEIGHBOURS)),
            name_idfs: index.name_idfs(),
            rest: 0,
            rest_pairs: 0,
            order: core::array::from_fn(|at| at as u8),
            is_ordered: true,
        }
    }

    pub(super) fn add_group(&mut self, group: Group) {
        self.required |= u32::from(group.required) << group.word;
        let is_empty = group.start == group.end && group.few.0 == group.few.1;
        if !is_empty && self.len < MAX_WORDS {
            self.groups[self.len] = group;
            self.len += 1;
        }
    }

    pub(super) fn spans(&self) -> u32 {
        self.index.documents().div_ceil(SPAN as u32)
    }
}
