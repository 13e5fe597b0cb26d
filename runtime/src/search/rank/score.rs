//! From what a document has gathered to its score, and the bounds of scores.

use super::group::Group;
use super::list::List;
use super::pairs::Places;
use super::ranker::Ranker;
use crate::search::index::LEVEL;

/// What a document gives to the words of a query.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) sum: u32,
    /// The idf of the words of its name that were reached, in 1/64.
    pub(super) covered: u32,
    pub(super) places: Places,
}

/// What a document can give at most, and what it must give more than.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit {
    pub(super) most: u32,
    pub(super) least: u32,
}

impl Limit {
    /// Every document is looked up.
    pub(super) const NONE: Self = Self { most: u32::MAX, least: 0 };
}

/// Of one word.
#[derive(Default)]
struct Best {
    value: u32,
    covers: u32,
    /// What was thought possible: of all lists that are read in full together.
    bound: u32,
}

impl Ranker<'_, '_> {
    /// Looks a document up in every list that can still change its score, until
    /// it is out of the running. No list may stand beyond its span.
    pub(super) fn find(&mut self, id: u32, mut limit: Limit) -> Option<Found> {
        let mut found = Found::default();
        for at in 0..self.len {
            let group = self.groups[usize::from(self.order[at])];
            let best = self.best(&group, id, &mut found);
            found.sum += best.value;
            found.covered += best.covers;
            limit.most = limit.most.saturating_sub(best.bound.saturating_sub(best.value));
            if limit.most <= limit.least {
                return None;
            }
        }
        Some(found)
    }

    /// Of the values of one word the largest counts.
    #[inline]
    fn best(&mut self, group: &Group, id: u32, found: &mut Found) -> Best {
        let mut best = Best { bound: group.rest, ..Best::default() };
        for single in self.few.find(group, id) {
            best.bound += single.value;
            best.add(single.value, single.covers);
        }
        let strong = usize::from(group.strong - group.start);
        for (number, list) in self.lists.of(group).enumerate() {
            if number >= strong && !best.can_change(list) {
                continue;
            }
            if let Some(posting) = list.find(id) {
                let value = list.value(posting.impact);
                best.add(value, if posting.place >= 128 { list.covers } else { 0 });
                if number < strong {
                    best.bound += value.saturating_sub(group.rest);
                }
                if list.exact {
                    found.places.note(list.group, posting.place, posting.impact & !LEVEL);
                }
            }
        }
        best
    }

    /// The final score of a document.
    pub(super) fn score(&self, id: u32, found: &Found) -> u32 {
        let sum = found.sum.saturating_add(self.pairs.sum(&found.places));
        self.scaled(sum, self.covered(id, found.covered))
    }

    /// The share of a name's words that is reached, in 1/1024.
    pub(super) fn covered(&self, id: u32, covered: u32) -> u32 {
        (covered * 1024 / self.name_idf(id)).min(1024)
    }

    fn name_idf(&self, id: u32) -> u32 {
        let at = (id as usize).saturating_mul(2);
        match self.name_idfs.get(at..at.saturating_add(2)) {
            Some(&[low, high]) => u32::from(u16::from_le_bytes([low, high])).max(1),
            _ => 1,
        }
    }

    /// The largest sum that cannot beat `least` when so much is covered.
    pub(super) fn least_sum_of(&self, least: u32, covered: u32) -> u32 {
        let factor = u64::from((1 << 20) + self.coverage * covered);
        u32::try_from((u64::from(least) << 20) / factor).unwrap_or(u32::MAX)
    }

    pub(super) fn scaled(&self, sum: u32, covered: u32) -> u32 {
        let factor = u64::from((1 << 20) + self.coverage * covered);
        u32::try_from((u64::from(sum) * factor) >> 20).unwrap_or(u32::MAX)
    }

    /// Notes of each word what stands beside it, and what that can give.
    pub(super) fn note_neighbours(&mut self) {
        for group in self.groups.iter_mut().take(self.len) {
            let word = usize::from(group.word);
            group.beside = self.pairs.beside(word);
            group.pairs = self.pairs.most(word, group.beside);
        }
    }
}

impl Best {
    fn add(&mut self, value: u32, covers: u16) {
        self.value = self.value.max(value);
        self.covers = self.covers.max(u32::from(covers));
    }

    fn can_change(&self, list: &List<'_>) -> bool {
        list.most > self.value || list.exact || u32::from(list.covers) > self.covers
    }
}
