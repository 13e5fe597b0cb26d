//! Ranking words.
//!
//! Windows of 256 documents are scored one after another. Only lists that could
//! bring a document into the best few by themselves are read in full; the others
//! are looked up for the documents that are still in the running: MaxScore
//! (H. Turtle, J. Flood, "Query evaluation: strategies and optimizations",
//! Information Processing & Management 31, 1995), with exact results.

mod bounds;
mod explain;
mod list;
mod members;
mod score;
mod top;
mod window;

use super::hits::{Hits, MAX_HITS, Outcome};
use super::index::{Index, Weight};
use super::query::{MAX_WORDS, QueryWords};
pub use explain::{Explanation, Matched, explain, score_of};
use list::{END, List, Lists};
pub use members::Relation;
pub(crate) use top::Top;
use window::{Set, Window};

/// With so few windows none is opened before the others.
const FEW_WINDOWS: u32 = 2;
/// The largest weights that are used, in hundredths; see [`Ranking`](super::Ranking).
const MAX_COVERAGE: u32 = 1_000;
const MAX_NEIGHBOURS: u32 = 200;

/// One word of the query: its lists, and the most that it can give.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Group {
    word: u8,
    required: bool,
    /// Its lists.
    start: u16,
    end: u16,
    /// Largest value of its lists.
    most: u32,
    /// What it can give as a neighbour of the groups before it.
    neighbours: u32,
    /// Largest `covers` of its lists.
    covers: u32,
}

/// What does not change between documents.
pub(crate) struct Ranker<'q, 'i> {
    index: Index<'i>,
    words: &'q QueryWords,
    lists: Lists<'i>,
    /// Those that could give most first; required ones before all others.
    groups: [Group; MAX_WORDS],
    len: usize,
    required: u32,
    idfs: [u16; MAX_WORDS],
    coverage: u32,
    neighbours: u32,
    /// The idf of all words of each name.
    name_idfs: &'i [u8],
    /// For each word: where it stands in names.
    places: [(u32, List<'i>); MAX_WORDS],
    /// For each group: what it and all after it can give.
    tails: [u32; MAX_WORDS + 1],
    tail_covers: [u32; MAX_WORDS + 1],
}

impl<'q, 'i> Ranker<'q, 'i> {
    #[inline(always)]
    pub(crate) fn new(index: &Index<'i>, words: &'q QueryWords) -> Self {
        Self {
            index: *index,
            words,
            lists: Lists::new(),
            groups: [Group::default(); MAX_WORDS],
            len: 0,
            required: 0,
            idfs: [0; MAX_WORDS],
            coverage: index.weight(Weight::Coverage).min(MAX_COVERAGE) * 1024 / 100,
            neighbours: index.weight(Weight::Neighbours).min(MAX_NEIGHBOURS) * 256 / 100,
            name_idfs: index.name_idfs(),
            places: [(END, List::default()); MAX_WORDS],
            tails: [0; MAX_WORDS + 1],
            tail_covers: [0; MAX_WORDS + 1],
        }
    }

    /// Finds the lists of all words; false when no word leads to any document.
    pub(crate) fn gather(&mut self) -> bool {
        members::gather(self);
        let groups = self.groups.get_mut(..self.len).unwrap_or(&mut []);
        groups.sort_unstable_by_key(|group| (!group.required, u32::MAX - group.most, group.word));
        for at in (0..self.len).rev() {
            self.groups[at].neighbours = self.neighbour_bound(at);
            let group = &self.groups[at];
            self.tails[at] = self.tails[at + 1] + group.most + group.neighbours;
            self.tail_covers[at] = self.tail_covers[at + 1] + self.groups[at].covers;
        }
        self.len > 0
    }

    fn add_group(&mut self, group: Group) {
        self.required |= u32::from(group.required) << group.word;
        if group.end > group.start && self.len < MAX_WORDS {
            self.groups[self.len] = group;
            self.len += 1;
        }
    }

    /// Windows of 256 documents.
    fn windows(&self) -> u32 {
        self.index.documents().div_ceil(256)
    }

    /// The best documents, by score and then by number.
    pub(crate) fn top(&mut self, max: usize) -> Top {
        let mut top = Top::new(max.min(MAX_HITS));
        let mut window = Window::new();
        let bounds = self.bounds();
        let (first, done) = (bounds.best(), self.windows() > FEW_WINDOWS);
        if done {
            let lists = self.lists.clone();
            let places = self.places;
            self.open(first, self.len, &mut window, &mut top);
            (self.lists, self.places) = (lists, places);
        }
        let mut essential = self.len;
        for number in 0..self.windows() {
            let is_new = number != first || !done;
            if is_new && bounds.of(number) > self.least_sum(top.floor()) {
                essential = self.essential(essential, top.floor());
                self.open(number, essential, &mut window, &mut top);
            }
        }
        top
    }

    fn open(&mut self, number: u32, essential: usize, window: &mut Window, top: &mut Top) {
        if self.fill(essential, number, window) {
            self.finish(essential, number, window, top);
        }
        window.clear();
    }

    /// How many groups must be read in full. A document that is only in the
    /// others cannot beat `floor`; one without a required word never does.
    fn essential(&self, mut essential: usize, floor: u32) -> usize {
        let least_sum = self.least_sum(floor);
        while essential > 0 && self.tails[essential - 1] <= least_sum {
            essential -= 1;
        }
        essential.max(self.required.count_ones() as usize).min(self.len)
    }

    /// Reads the groups before `essential`; false when no document of the window
    /// can be a hit.
    fn fill(&mut self, essential: usize, number: u32, window: &mut Window) -> bool {
        let mut any = false;
        for group in self.groups.iter().take(essential) {
            if !group.required && self.required != 0 && !any {
                return false;
            }
            for (at, list) in self.lists.of(group) {
                if *at < number {
                    *at = list.seek(*at, number);
                }
                if *at == number
                    && let Some(block) = list.block()
                {
                    window.add(list, block);
                    any = true;
                }
            }
        }
        any
    }

    /// Looks the other groups up for the documents that can still win.
    fn finish(&mut self, essential: usize, number: u32, window: &mut Window, top: &mut Top) {
        let mut wanted = window.above(self.floor(essential, top.floor()));
        if self.required != 0 {
            wanted.retain(|low| self.required & !window.slot(low).matched == 0);
        }
        for at in essential..self.len {
            self.drop_losers(at, number, window, top.floor(), &mut wanted);
            if wanted.is_empty() {
                return;
            }
            for (at, list) in self.lists.of(&self.groups[at]) {
                if *at < number {
                    *at = list.seek(*at, number);
                }
                if *at == number
                    && let Some(block) = list.block()
                {
                    window.add_wanted(list, block, &wanted);
                }
            }
        }
        self.drop_losers(self.len, number, window, top.floor(), &mut wanted);
        wanted.for_each(|low| {
            let id = number << 8 | u32::from(low);
            let slot = window.slot(low);
            if id < self.index.documents() {
                top.push(id, self.score(id, &slot));
            }
        });
    }

    /// A sum that is too small to beat `least`, whatever the groups from
    /// `essential` on and neighbours give.
    fn floor(&self, essential: usize, least: u32) -> u32 {
        let more = self.tails[essential] + self.pair_bound(u32::MAX);
        self.least_sum(least).saturating_sub(more)
    }

    /// Takes out of `wanted` what cannot beat `least` even with all that the
    /// groups from `at` on can give.
    fn drop_losers(&self, at: usize, number: u32, window: &Window, least: u32, wanted: &mut Set) {
        let least_sum = self.least_sum(least);
        let (tail, tail_covers) = (self.tails[at], self.tail_covers[at]);
        wanted.retain(|low| {
            let slot = window.slot(low);
            let sum = slot.sum + tail + self.pair_bound(slot.named);
            sum > least_sum && {
                let id = number << 8 | u32::from(low);
                self.scaled(sum, self.covered(id, slot.covered + tail_covers)) > least
            }
        });
    }
}

/// Ranks `words` into `hits`; the documents of `named` come before all others.
pub(crate) fn rank(
    index: &Index<'_>,
    words: &QueryWords,
    max: usize,
    named: &[u32],
    hits: &mut Hits,
) {
    let mut ranker = Ranker::new(index, words);
    let is_known = ranker.gather();
    let top = if is_known { ranker.top(max) } else { Top::new(max) };
    for hit in top.as_slice().iter().filter(|hit| named.contains(&hit.id)) {
        hits.push(hit.id, hit.score);
    }
    named.iter().for_each(|&id| {
        hits.push(id, 0);
    });
    hits.take(&top);
    hits.shorten(max);
    if hits.as_slice().is_empty() {
        hits.outcome = if is_known { Outcome::RequiredMissing } else { Outcome::UnknownWords };
    }
}
