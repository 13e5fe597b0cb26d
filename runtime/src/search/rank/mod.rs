//! Ranking words.

mod list;
mod members;
mod top;
mod window;

use super::hits::{Hits, MAX_HITS, Outcome};
use super::index::{Index, Weight};
use super::query::QueryWords;
use list::Lists;
pub(crate) use top::Top;
use window::{Slot, Window};

/// What does not change between documents.
pub(crate) struct Ranker<'q, 'i> {
    index: Index<'i>,
    words: &'q QueryWords,
    lists: Lists<'i>,
    /// Words that are in the vocabulary themselves, as bits.
    known: u32,
    required: u32,
    idfs: [u16; super::query::MAX_WORDS],
    coverage: u32,
    neighbours: u32,
}

impl<'q, 'i> Ranker<'q, 'i> {
    pub(crate) fn new(index: &Index<'i>, words: &'q QueryWords) -> Self {
        let mut ranker = Self {
            index: *index,
            words,
            lists: Lists::new(),
            known: 0,
            required: 0,
            idfs: [0; super::query::MAX_WORDS],
            coverage: index.weight(Weight::Coverage) * 1024 / 100,
            neighbours: index.weight(Weight::Neighbours) * 256 / 100,
        };
        members::gather(&mut ranker);
        ranker
    }

    /// True when no word of the query leads to any document.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.lists.as_slice().is_empty()
    }

    /// The best documents, by score and then by number.
    pub(crate) fn top(&mut self, max: usize) -> Top {
        let mut top = Top::new(max.min(MAX_HITS));
        let mut window = Window::new();
        while let Some(number) = self.lists.next_window() {
            window.clear();
            for list in self.lists.as_mut_slice() {
                if list.window == number {
                    window.add(list);
                    list.advance();
                }
            }
            self.finish(number, &window, &mut top);
        }
        top
    }

    fn finish(&self, number: u32, window: &Window, top: &mut Top) {
        for (low, slot) in window.slots.iter().enumerate() {
            if slot.sum == 0 || self.required & !slot.matched != 0 {
                continue;
            }
            let id = number << 8 | low as u32;
            if id < self.index.documents() {
                top.push(id, self.score(id, slot));
            }
        }
    }

    fn score(&self, id: u32, slot: &Slot) -> u32 {
        let sum = slot.sum + self.neighbours(slot);
        let covered = (slot.covered * 1024 / self.index.name_idf(id)).min(1024);
        let factor = u64::from((1 << 20) + self.coverage * covered);
        u32::try_from((u64::from(sum) * factor) >> 20).unwrap_or(u32::MAX)
    }

    /// What neighbours of the query give that are neighbours in a name.
    fn neighbours(&self, slot: &Slot) -> u32 {
        let mut sum = 0;
        let mut left = slot.named;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut followers = self.words.as_slice()[first].followers & slot.named;
            while followers != 0 {
                let second = followers.trailing_zeros() as usize;
                followers &= followers - 1;
                if slot.places[first] + 1 == slot.places[second] {
                    let idf = u32::from(self.idfs[first].max(self.idfs[second]));
                    sum += (idf * self.neighbours * 255) >> 8;
                }
            }
        }
        sum
    }
}

/// Ranks `words` into `hits`.
pub(crate) fn rank(index: &Index<'_>, words: &QueryWords, max: usize, hits: &mut Hits) {
    let mut ranker = Ranker::new(index, words);
    if ranker.is_hopeless() {
        hits.outcome = Outcome::UnknownWords;
        return;
    }
    let top = ranker.top(max);
    hits.take(&top);
    if top.as_slice().is_empty() {
        hits.outcome = Outcome::RequiredMissing;
    }
}
