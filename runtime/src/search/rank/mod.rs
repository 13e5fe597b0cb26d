//! Ranking words.
//!
//! Spans of documents are scored one after another. Lists that could bring a
//! document into the best few are read in full (see [`plan`]), which gives a bound
//! of each document's score; those that are then still in the running are looked up
//! in all lists, best first. The results are those of reading everything.

mod explain;
mod few;
mod group;
mod list;
mod members;
mod pairs;
mod plan;
mod ranker;
mod score;
mod set;
mod span;
mod top;

use super::hits::{Hits, MAX_HITS, SearchOutcome};
use super::index::Index;
use super::query::QueryWords;
pub use explain::{Explanation, Matched, explain, score_of};
pub(crate) use few::Few;
use group::{BLOCKS, SPAN};
pub(crate) use list::Lists;
pub use members::Relation;
pub(crate) use ranker::Ranker;
use score::Limit;
use set::Set;
use span::Span;
pub(crate) use top::Top;

/// Documents that are looked up before the bounds are compared again.
const AT_ONCE: usize = 8;

impl Ranker<'_, '_> {
    /// Finds the lists of all words; false when no word leads to any document.
    pub(crate) fn gather(&mut self) -> bool {
        members::gather(self);
        let groups = self.groups.get_mut(..self.len).unwrap_or(&mut []);
        groups.sort_unstable_by_key(|group| (!group.required, u32::MAX - group.most, group.word));
        self.note_neighbours();
        self.len > 0
    }

    /// The best documents, by score and then by number.
    pub(crate) fn top(&mut self, max: usize) -> Top {
        let mut top = Top::new(max.min(MAX_HITS));
        let mut span = Span::new();
        let most = self.groups.iter().map(|group| group.most.saturating_add(group.pairs));
        span.scale(most.fold(0, u32::saturating_add));
        for number in 0..self.spans() {
            self.open(number, &mut span, &mut top);
        }
        top
    }

    /// Scores the documents of a span that can still become hits.
    fn open(&mut self, number: u32, span: &mut Span, top: &mut Top) {
        self.put_aside(top.floor());
        let Some(allowed) = self.allowed(number) else { return };
        if self.fill(number, span) {
            self.choose(number, &allowed, span, top);
            span.clear();
        }
    }

    /// The documents of a span that have every required word; nothing when there
    /// are none.
    fn allowed(&mut self, number: u32) -> Option<Set> {
        let mut allowed = Set::ALL;
        for at in 0..self.required.count_ones() as usize {
            let mut set = Set::EMPTY;
            let group = self.groups.get(at).copied().filter(|group| group.required)?;
            for list in self.lists.of(&group).filter(|list| list.exact) {
                if list.load(number) {
                    let blocks = (0..BLOCKS).filter_map(|at| Some((at, list.block(at)?)));
                    blocks.for_each(|(at, block)| set.add(at, block));
                }
            }
            allowed.intersect(&set);
        }
        (!allowed.is_empty()).then_some(allowed)
    }

    /// Looks up, best first, the documents that can beat what was found.
    fn choose(&mut self, number: u32, allowed: &Set, span: &mut Span, top: &mut Top) {
        let start = number * SPAN as u32;
        loop {
            let floor = top.floor();
            let rest = self.rest + self.rest_pairs;
            let least =
                |covered| span.units(self.least_sum_of(floor, covered).saturating_sub(rest));
            let mut best = [(0, 0); AT_ONCE];
            span.for_each_above(least(0), least(1024), |place| {
                let covered = self.most_covered(start + u32::from(place), place, span);
                let bound = self.scaled(self.most(place, span), covered);
                if bound > floor.max(best[AT_ONCE - 1].0) && allowed.contains(place) {
                    insert(&mut best, (bound, place));
                }
            });
            for (bound, place) in best {
                if bound <= top.floor() {
                    return;
                }
                self.look_up(start + u32::from(place), place, span, top);
                span.remove(place);
            }
        }
    }

    /// The largest sum that a document can have.
    fn most(&self, place: u16, span: &Span) -> u32 {
        span.sum(place).saturating_add(self.rest + self.rest_pairs)
    }

    /// The largest share of its name that can be reached.
    fn most_covered(&self, id: u32, place: u16, span: &Span) -> u32 {
        self.covered(id, span.covered(place))
    }

    fn look_up(&mut self, id: u32, place: u16, span: &Span, top: &mut Top) {
        let covered = self.most_covered(id, place, span);
        let least = self.least_sum_of(top.floor(), covered);
        let limit = Limit { most: self.most(place, span), least };
        if id < self.index.documents()
            && let Some(found) = self.find(id, limit)
        {
            top.push(id, self.score(id, &found));
        }
    }
}

/// Puts an entry at its place in a list that is sorted, largest first.
fn insert(best: &mut [(u32, u16); AT_ONCE], entry: (u32, u16)) {
    let at = best.iter().take_while(|other| other.0 >= entry.0).count();
    if let Some(after) = best.get_mut(at..) {
        after.rotate_right(1);
        after[0] = entry;
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
    let mut lists = (Lists::new(), Few::new());
    let mut ranker = Ranker::new(index, words, &mut lists);
    let is_known = ranker.gather();
    let top = if is_known { ranker.top(max) } else { Top::new(max) };
    for hit in top.as_slice().iter().filter(|hit| named.contains(&hit.id)) {
        hits.push(hit.id, hit.score);
    }
    named.iter().for_each(|&id| {
        hits.push(id, 0);
    });
    hits.take(top.as_slice());
    hits.shorten(max);
    if hits.as_slice().is_empty() {
        hits.outcome =
            if is_known { SearchOutcome::RequiredMissing } else { SearchOutcome::UnknownWords };
    }
}
