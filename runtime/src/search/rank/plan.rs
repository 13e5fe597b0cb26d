//! Which lists need not be read in full.
//!
//! MaxScore (H. Turtle, J. Flood, "Query evaluation: strategies and
//! optimizations", Information Processing & Management 31, 1995), list by list:
//! of each word of the query the lists of the smallest values are put aside, as
//! long as a document that is only in those cannot become a hit.

use super::group::{BLOCKS, Group};
use super::list::List;
use super::ranker::Ranker;
use super::span::Span;

/// Hundredths of what a hit needs that the lists put aside may give together.
/// With more of them fewer postings are read and more documents looked up.
const ASIDE: u32 = 20;

impl<'i> Ranker<'_, 'i> {
    /// Puts lists aside that cannot bring a document above `floor` by themselves,
    /// those first that spare most for what they could have given.
    pub(super) fn put_aside(&mut self, floor: u32) {
        let budget = floor / 100 * ASIDE;
        let left = |ranker: &Self| budget.saturating_sub(ranker.rest + ranker.rest_pairs);
        while let Some(at) = self.next_aside(left(self)) {
            self.set_aside(at);
            self.is_ordered = false;
        }
        if !self.is_ordered {
            self.is_ordered = true;
            let groups = &self.groups;
            let order = self.order.get_mut(..self.len).unwrap_or(&mut []);
            order.sort_unstable_by_key(|&at| u32::MAX - groups[usize::from(at)].rest);
        }
    }

    /// The group whose weakest list is the next to be put aside.
    fn next_aside(&self, left: u32) -> Option<usize> {
        let mut best: Option<(usize, u32, u32)> = None;
        for (at, group) in self.groups.iter().enumerate().take(self.len) {
            let Some(list) = self.weakest(group) else { continue };
            let pairs = group.pairs_of(list);
            let price = list.most.saturating_sub(group.rest).saturating_add(pairs);
            let is_better = best.is_none_or(|(_, other, spared)| {
                u64::from(list.len()) * u64::from(other) > u64::from(spared) * u64::from(price)
            });
            if price <= left && is_better {
                best = Some((at, price, list.len()));
            }
        }
        best.map(|(at, ..)| at)
    }

    fn set_aside(&mut self, at: usize) {
        let group = self.groups[at];
        let Some(&list) = self.weakest(&group) else { return };
        let rest = list.most.max(group.rest);
        let pairs = group.pairs_of(&list);
        self.rest += rest - group.rest;
        self.rest_pairs += pairs;
        let group = &mut self.groups[at];
        group.rest = rest;
        group.pairs_aside |= pairs > 0;
        group.strong -= 1;
    }

    /// The list of the smallest value that is not put aside; those of names never
    /// are, because what they cover of a name multiplies all else.
    fn weakest(&self, group: &Group) -> Option<&List<'i>> {
        let last = group.strong.checked_sub(1).filter(|&last| last >= group.start)?;
        self.lists.get(last).filter(|list| !list.named)
    }

    /// Reads the lists that are not put aside in a span; false when none of them
    /// has a document there.
    pub(super) fn fill(&mut self, number: u32, span: &mut Span) -> bool {
        let mut any = false;
        for group in self.groups.iter().take(self.len) {
            let singles = self.few.in_span(group, number);
            singles.iter().for_each(|single| span.add_one(single));
            any |= !singles.is_empty();
            let word = usize::from(group.word);
            let pairs = &self.pairs;
            let pair = |others| pairs.most(word, others);
            for list in self.lists.strong(group).filter_map(|list| list.loaded(number)) {
                any = true;
                for (number, block) in (0..BLOCKS).filter_map(|at| Some((at, list.block(at)?))) {
                    span.add(number, list, block, group, pair);
                }
            }
        }
        any
    }
}

impl Group {
    /// What is unknown of neighbours when a list is put aside.
    fn pairs_of(&self, list: &List<'_>) -> u32 {
        if list.exact && !self.pairs_aside { self.pairs } else { 0 }
    }
}
