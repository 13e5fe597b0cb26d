//! Ranking words.
//!
//! Windows of 256 documents are scored one after another. Lists of names, and
//! those that could bring a document into the best few by themselves, are read
//! in full; a document that is then still in the running is looked up in all the
//! others (see [`plan`]). The results are those of reading everything.

mod explain;
mod list;
mod members;
mod plan;
mod score;
mod top;
mod window;

use super::hits::{Hits, MAX_HITS, Outcome};
use super::index::{Index, Weight};
use super::query::{MAX_WORDS, QueryWords};
pub use explain::{Explanation, Matched, explain, score_of};
use list::{END, List, Lists};
pub use members::Relation;
use score::Limit;
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
    /// Its lists, those of larger values first.
    start: u16,
    end: u16,
    /// From here on they are put aside.
    strong: u16,
    /// Largest value of its lists.
    most: u32,
    /// What it can give as a neighbour of others.
    pairs: u32,
    /// Largest value of those that are put aside, and what they cover.
    rest: u32,
    rest_covers: u32,
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
    /// The sum of what the lists that are put aside can give.
    rest: u32,
    rest_pairs: u32,
    rest_covers: u32,
    /// Groups in the order in which a document is looked up.
    order: [u8; MAX_WORDS],
    is_ordered: bool,
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
            rest: 0,
            rest_pairs: 0,
            rest_covers: 0,
            order: core::array::from_fn(|at| at as u8),
            is_ordered: true,
        }
    }

    /// Finds the lists of all words; false when no word leads to any document.
    pub(crate) fn gather(&mut self) -> bool {
        members::gather(self);
        let groups = self.groups.get_mut(..self.len).unwrap_or(&mut []);
        groups.sort_unstable_by_key(|group| (!group.required, u32::MAX - group.most, group.word));
        for at in 0..self.len {
            self.groups[at].pairs = self.pairs_with(usize::from(self.groups[at].word));
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
        let mut first = END;
        if self.windows() > FEW_WINDOWS {
            first = self.first_window();
            self.open(first, &mut window, &mut top);
            self.lists.rewind();
        }
        for number in (0..self.windows()).filter(|&number| number != first) {
            self.open(number, &mut window, &mut top);
        }
        top
    }

    /// Scores the documents of a window that can still become hits.
    fn open(&mut self, number: u32, window: &mut Window, top: &mut Top) {
        self.put_aside(top.floor());
        let Some(allowed) = self.allowed(number) else { return };
        if !self.fill(number, window) {
            return;
        }
        self.choose(number, allowed, window, top);
        window.clear();
    }

    /// The documents of a window that have every required word; nothing when
    /// there are none.
    fn allowed(&mut self, number: u32) -> Option<Set> {
        let mut allowed = Set::ALL;
        for at in 0..self.required.count_ones() as usize {
            let mut set = Set::default();
            let group = self.groups.get(at).copied().filter(|group| group.required)?;
            for (window, list) in self.lists.of(&group).filter(|(_, list)| list.exact) {
                *window = list.seek(*window, number);
                if let Some(block) = (*window == number).then(|| list.block()).flatten() {
                    block.documents.iter().for_each(|&low| set.insert(low));
                }
            }
            allowed.intersect(&set);
        }
        (!allowed.is_empty()).then_some(allowed)
    }

    /// Looks up, best first, the documents that can beat what was found.
    fn choose(&mut self, number: u32, allowed: Set, window: &Window, top: &mut Top) {
        let mut wanted = window.touched;
        wanted.intersect(&allowed);
        let least = self.least_sum(top.floor());
        let mut bounds = [0; 256];
        wanted.retain(|low| {
            let most = self.most(low, window);
            most > least && {
                let covered = self.most_covered(number << 8 | u32::from(low), window);
                bounds[usize::from(low)] = self.scaled(most, covered);
                bounds[usize::from(low)] > top.floor()
            }
        });
        while let Some(low) = wanted.largest(&bounds) {
            if bounds[usize::from(low)] <= top.floor() {
                return;
            }
            wanted.remove(low);
            self.look_up(number << 8 | u32::from(low), window, top);
        }
    }

    /// The largest sum that a document can have.
    fn most(&self, low: u8, window: &Window) -> u32 {
        self.rest + self.rest_pairs + window.sum(low) + self.pair_bound(window.words(low))
    }

    /// The largest share of its name that can be reached.
    fn most_covered(&self, id: u32, window: &Window) -> u32 {
        self.covered(id, window.covered(id as u8) + self.rest_covers)
    }

    fn look_up(&mut self, id: u32, window: &Window, top: &mut Top) {
        let covered = self.most_covered(id, window);
        let least = self.least_sum_of(top.floor(), covered);
        let limit = Limit { most: self.most(id as u8, window), least };
        if id < self.index.documents()
            && let Some(found) = self.find(id, limit)
        {
            top.push(id, self.score(id, &found));
        }
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
