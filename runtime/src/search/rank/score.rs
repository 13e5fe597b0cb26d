//! From what a document has gathered to its score, and the bounds of scores.

use super::list::List;
use super::{Group, MAX_WORDS, Ranker};

/// What a document gives to the words of a query.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) sum: u32,
    /// The idf of the words of its name that were reached, in 1/64.
    pub(super) covered: u32,
    /// Words that are in its name themselves, as bits, and where.
    named: u32,
    places: [u8; MAX_WORDS],
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
    /// Of the lists that are read in full.
    strong: u32,
}

impl Ranker<'_, '_> {
    /// Looks a document up in every list that can still change its score, until
    /// it is out of the running. No list may stand beyond its window.
    pub(super) fn find(&mut self, id: u32, mut limit: Limit) -> Option<Found> {
        let mut found = Found::default();
        for at in 0..self.len {
            let group = self.groups[usize::from(self.order[at])];
            let best = self.best(&group, id, &mut found);
            found.sum += best.value;
            found.covered += best.covers;
            // So much was thought possible, and so much it is.
            limit.most = limit.most.saturating_sub(best.strong.max(group.rest) - best.value);
            if limit.most <= limit.least {
                return None;
            }
        }
        Some(found)
    }

    /// Of the values of one word the largest counts.
    #[inline]
    fn best(&mut self, group: &Group, id: u32, found: &mut Found) -> Best {
        let mut best = Best::default();
        let strong = usize::from(group.strong - group.start);
        for (place, (window, list)) in self.lists.of(group).enumerate() {
            if place >= strong && !best.can_change(list) {
                continue;
            }
            if *window < id >> 8 {
                *window = list.seek(*window, id >> 8);
            }
            if *window == id >> 8
                && let Some((block, at)) = list.find(id as u8)
            {
                best.value =
                    best.value.max(block.impacts.get(at).map_or(0, |&impact| list.value(impact)));
                if let Some(&place) = block.places.get(at) {
                    found.name(list, place, &mut best);
                }
            }
            if place < strong {
                best.strong = best.value;
            }
        }
        best
    }

    /// The final score of a document.
    pub(super) fn score(&self, id: u32, found: &Found) -> u32 {
        let sum = found.sum.saturating_add(self.neighbours(found));
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

    /// The largest sum that cannot beat `least`, whatever it covers.
    pub(super) fn least_sum(&self, least: u32) -> u32 {
        self.least_sum_of(least, 1024)
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

    /// What all neighbours of a word can give.
    pub(super) fn pairs_with(&self, word: usize) -> u32 {
        let words = self.words.as_slice();
        let follows = |first: usize, second: usize| {
            words.get(first).is_some_and(|first| first.followers >> second & 1 == 1)
        };
        let count = |other| u32::from(follows(word, other)) + u32::from(follows(other, word));
        (0..words.len()).map(|other| count(other) * self.pair_value(word, other)).sum()
    }

    fn pair_value(&self, first: usize, second: usize) -> u32 {
        let idf = u32::from(self.idfs[first].max(self.idfs[second]));
        (idf * self.neighbours * 255) >> 8
    }

    /// The most that neighbours among the words of `named` can give.
    #[inline]
    pub(super) fn pair_bound(&self, named: u32) -> u32 {
        if named & named.wrapping_sub(1) == 0 { 0 } else { self.pairs(named, |_, _| true) }
    }

    /// What neighbours of the query give that are neighbours in a name.
    pub(super) fn neighbours(&self, found: &Found) -> u32 {
        let place = |word: usize| found.places.get(word).copied();
        self.pairs(found.named, |first, second| {
            place(first).and_then(|place| place.checked_add(1)) == place(second)
        })
    }

    fn pairs(&self, named: u32, mut are_neighbours: impl FnMut(usize, usize) -> bool) -> u32 {
        let mut sum = 0;
        let mut left = named;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            left &= left - 1;
            let followers = self.words.as_slice().get(first).map_or(0, |word| word.followers);
            let mut seconds = followers & named;
            while seconds != 0 {
                let second = seconds.trailing_zeros() as usize;
                seconds &= seconds - 1;
                if are_neighbours(first, second) {
                    sum += self.pair_value(first, second);
                }
            }
        }
        sum
    }
}

impl Best {
    fn can_change(&self, list: &List<'_>) -> bool {
        list.most > self.value
            || (list.named && (list.exact || u32::from(list.covers) > self.covers))
    }
}

impl Found {
    fn name(&mut self, list: &List<'_>, place: u8, best: &mut Best) {
        if place >= 128 {
            best.covers = best.covers.max(u32::from(list.covers));
        }
        if let (true, Some(slot)) = (list.exact, self.places.get_mut(usize::from(list.group))) {
            *slot = place;
            self.named |= 1 << list.group;
        }
    }
}
