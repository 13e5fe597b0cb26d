//! From what a document has gathered to its score, and the bounds of scores.

use super::Ranker;
use super::window::Slot;

impl Ranker<'_, '_> {
    /// The final score of a document.
    pub(super) fn score(&mut self, id: u32, slot: &Slot) -> u32 {
        let sum = slot.sum.saturating_add(self.neighbours(id, slot));
        self.scaled(sum, self.covered(id, slot.covered))
    }

    /// The share of a name's words that is reached, in 1/1024.
    pub(super) fn covered(&self, id: u32, covered: u32) -> u32 {
        (covered * 1024 / self.name_idf(id)).min(1024)
    }

    fn name_idf(&self, id: u32) -> u32 {
        let at = id as usize * 2;
        match self.name_idfs.get(at..at + 2) {
            Some(&[low, high]) => u32::from(u16::from_le_bytes([low, high])).max(1),
            _ => 1,
        }
    }

    /// The largest sum that cannot beat `least`, whatever it covers.
    pub(super) fn least_sum(&self, least: u32) -> u32 {
        let factor = u64::from((1 << 20) + self.coverage * 1024);
        u32::try_from((u64::from(least) << 20) / factor).unwrap_or(u32::MAX)
    }

    pub(super) fn scaled(&self, sum: u32, covered: u32) -> u32 {
        let factor = u64::from((1 << 20) + self.coverage * covered);
        u32::try_from((u64::from(sum) * factor) >> 20).unwrap_or(u32::MAX)
    }

    /// What the neighbours of the group at `at` can give that come before it.
    pub(super) fn neighbour_bound(&self, at: usize) -> u32 {
        let word = usize::from(self.groups[at].word);
        let before = self.groups.iter().take(at).map(|group| usize::from(group.word));
        let words = self.words.as_slice();
        before
            .map(|other| {
                let follows = |first: usize, second: usize| {
                    words.get(first).is_some_and(|first| first.followers >> second & 1 == 1)
                };
                let count = u32::from(follows(word, other)) + u32::from(follows(other, word));
                count * self.pair_value(word, other)
            })
            .sum()
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
    pub(super) fn neighbours(&mut self, id: u32, slot: &Slot) -> u32 {
        if self.pair_bound(slot.named) == 0 {
            return 0;
        }
        let mut places = self.places;
        let mut place = |word: usize| {
            let (window, list) = &mut places[word];
            list.place_of(window, id)
        };
        let sum = self.pairs(slot.named, |first, second| {
            let first = place(first).and_then(|place| place.checked_add(1));
            first.is_some() && first == place(second)
        });
        self.places = places;
        sum
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
