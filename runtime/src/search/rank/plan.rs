//! Which lists need not be read in full.
//!
//! MaxScore (H. Turtle, J. Flood, "Query evaluation: strategies and
//! optimizations", Information Processing & Management 31, 1995), list by list:
//! of each word of the query the lists of the smallest values are put aside, as
//! long as a document that is only in those cannot become a hit.

use super::list::List;
use super::{Group, Ranker, Window};

/// Hundredths of what a hit needs that the lists put aside may give together.
/// With more of them fewer postings are read and more documents looked up.
const ASIDE: u32 = 40;
/// Windows among which the first to be opened is chosen: 131,072 documents.
const MAX_WINDOWS: usize = 512;
/// Words of the query that choose it.
const CHOOSERS: usize = 6;

impl<'i> Ranker<'_, 'i> {
    /// The window in which the rarest words come together.
    pub(super) fn first_window(&mut self) -> u32 {
        let mut sums = [0_u32; MAX_WINDOWS];
        for at in 0..self.len.min(CHOOSERS) {
            let group = self.groups[at];
            for (window, list) in self.lists.of(&group).filter(|(_, list)| list.exact) {
                while let Some(sum) = sums.get_mut(*window as usize) {
                    *sum += list.value(list.largest);
                    *window = list.advance(*window);
                }
            }
        }
        self.lists.rewind();
        let sums = sums.iter().zip(0..self.windows());
        sums.fold((0, 0), |best, (&sum, at)| if sum > best.0 { (sum, at) } else { best }).1
    }

    /// Puts lists aside that cannot bring a document above `floor` by themselves,
    /// those first that spare most for what they could have given.
    pub(super) fn put_aside(&mut self, floor: u32) {
        let budget = self.least_sum(floor) / 100 * ASIDE;
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
            let price = list.most.saturating_sub(group.rest) + group.pairs_of(list);
            let bytes = list.bytes.len() as u32;
            let is_better = best.is_none_or(|(_, other, spared)| {
                u64::from(bytes) * u64::from(other) > u64::from(spared) * u64::from(price)
            });
            if price <= left && is_better {
                best = Some((at, price, bytes));
            }
        }
        best.map(|(at, ..)| at)
    }

    fn set_aside(&mut self, at: usize) {
        let group = self.groups[at];
        let Some(&list) = self.weakest(&group) else { return };
        let rest = list.most.max(group.rest);
        let covers = u32::from(list.covers).max(group.rest_covers);
        self.rest += rest - group.rest;
        self.rest_covers += covers - group.rest_covers;
        self.rest_pairs += group.pairs_of(&list);
        let group = &mut self.groups[at];
        (group.rest, group.rest_covers) = (rest, covers);
        group.strong -= 1;
    }

    /// The list of the smallest value that is not put aside.
    fn weakest(&self, group: &Group) -> Option<&List<'i>> {
        self.lists.get(group.strong.checked_sub(1).filter(|&last| last >= group.start)?)
    }

    /// Reads the lists that are not put aside in a window; false when it is
    /// not in any of them.
    pub(super) fn fill(&mut self, number: u32, window: &mut Window) -> bool {
        let mut any = false;
        for group in self.groups.iter().take(self.len) {
            for (at, list) in self.lists.strong(group) {
                if *at < number {
                    *at = list.seek(*at, number);
                }
                if *at == number
                    && let Some(block) = list.block()
                {
                    window.add(list, block, group.rest);
                    any = true;
                }
            }
        }
        any
    }
}

impl Group {
    /// What is unknown of neighbours when a list is put aside.
    fn pairs_of(&self, list: &List<'_>) -> u32 {
        if list.named && list.exact { self.pairs } else { 0 }
    }
}
