//! What stands for each word of a query.

use super::Ranker;
use super::list::List;
use crate::search::index::{Term, Weight};

/// A shorter word says too little of a longer one.
const SHORTEST_FRONT: usize = 3;

/// Finds the lists of every word.
pub(super) fn gather(ranker: &mut Ranker<'_, '_>) {
    for (group, word) in ranker.words.as_slice().iter().enumerate() {
        let mut gatherer = Gatherer { ranker, group: group as u8, found: false };
        gatherer.word(word.text());
        if word.required {
            ranker.required |= 1 << group;
        }
    }
}

struct Gatherer<'r, 'q, 'i> {
    ranker: &'r mut Ranker<'q, 'i>,
    group: u8,
    found: bool,
}

impl<'i> Gatherer<'_, '_, 'i> {
    fn weight(&self, weight: Weight) -> u32 {
        self.ranker.index.weight(weight)
    }

    fn word(&mut self, word: &str) {
        let index = self.ranker.index;
        let mut words = index.words_from(word.as_bytes());
        if words.current() == Some(word.as_bytes()) {
            self.known(words.term());
            words.advance();
        }
        if word.chars().count() >= self.weight(Weight::PrefixLetters) as usize {
            self.longer(word, words);
            if !self.found {
                self.near(word);
            }
            self.shorter(word);
        }
        if !self.found {
            self.near(word);
        }
    }

    fn known(&mut self, term: Term<'i>) {
        self.ranker.idfs[usize::from(self.group)] = term.idf;
        let weight = self.weight(Weight::Synonym);
        self.add(term, 100, true);
        for substitute in term.parts(&self.ranker.index).substitutes() {
            self.add(substitute, weight, false);
        }
    }

    /// Words that begin with this one.
    fn longer(&mut self, word: &str, mut words: crate::search::index::Words<'i>) {
        let weight = self.weight(Weight::Prefix);
        for _ in 0..self.weight(Weight::PrefixWords) {
            if !words.current().is_some_and(|other| other.starts_with(word.as_bytes())) {
                return;
            }
            self.add(words.term(), weight, false);
            words.advance();
        }
    }

    /// The longest word that this one begins with.
    fn shorter(&mut self, word: &str) {
        let weight = self.weight(Weight::Prefix);
        for cut in 1..=4 {
            let Some(front) = word.len().checked_sub(cut).and_then(|end| word.get(..end)) else {
                continue;
            };
            if front.len() < SHORTEST_FRONT {
                return;
            }
            if let Some(term) = self.ranker.index.term(front.as_bytes()) {
                return self.add(term, weight, false);
            }
        }
    }

    fn near(&mut self, word: &str) {
        let (weight, least) = (self.weight(Weight::Near), self.weight(Weight::NearLeast));
        let index = self.ranker.index;
        for near in index.near(word.as_bytes(), least).iter().flatten() {
            self.add(index.word_at(near.word).term(), weight * near.similarity / 100, false);
        }
    }

    /// Adds both lists of a term at a weight in hundredths.
    fn add(&mut self, term: Term<'i>, weight: u32, exact: bool) {
        let parts = term.parts(&self.ranker.index);
        if parts.is_empty() {
            return;
        }
        self.found = true;
        let list = List {
            factor: u32::from(term.idf) * (weight * 256 / 100).min(256),
            group: self.group,
            exact,
            ..List::default()
        };
        let covers = u32::from(term.idf) * weight.min(100) / 1600;
        self.ranker.lists.push(List { named: true, covers, ..list }.over(parts.named));
        self.ranker.lists.push(list.over(parts.others));
        self.ranker.known |= u32::from(exact) << self.group;
    }
}
