//! What stands for each word of a query.

use super::list::List;
use super::{Group, Ranker};
use crate::search::index::{Index, Parts, Term, Weight, Words, fronts};
use crate::search::query::{MAX_WORDS, QueryWord};
use crate::search::token::Buffer;

/// Words that can stand for one word of a query; what is beyond is left out.
const MAX_MEMBERS: usize = 64;

/// Finds the lists of every word.
pub(super) fn gather(ranker: &mut Ranker<'_, '_>) {
    let words = ranker.words.as_slice();
    let mut extra = words.len();
    let mut gatherer = Gatherer::new(ranker);
    for (number, word) in words.iter().enumerate() {
        let second = gatherer.word(number as u8, word);
        gatherer.finish(word.required);
        if let Some(second) = second.filter(|_| extra < MAX_WORDS) {
            gatherer.start(extra as u8);
            gatherer.add(second, RUN_TOGETHER, Relation::Part);
            gatherer.finish(false);
            extra += 1;
        }
    }
}

/// What the parts of a word count that is known only in parts, in hundredths.
const RUN_TOGETHER: u32 = 80;
/// What two words count that are one word in a text, in hundredths.
const WRITTEN_TOGETHER: u32 = 50;

/// How a word of the vocabulary stands for a word of the query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Relation {
    /// It is that word.
    #[default]
    Same,
    /// A synonym of it.
    Synonym,
    /// It begins with that word, or that word with it.
    Prefix,
    /// It is nearly that word.
    Near,
    /// That word and the next one, written together.
    Joined,
    /// That word is this one and another, written together.
    Part,
}

/// One word that stands for a word of the query.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Member<'i> {
    pub(crate) parts: Parts<'i>,
    pub(crate) idf: u16,
    /// In hundredths.
    pub(crate) weight: u16,
    pub(crate) relation: Relation,
}

pub(crate) struct Gatherer<'r, 'q, 'i> {
    ranker: &'r mut Ranker<'q, 'i>,
    members: [Member<'i>; MAX_MEMBERS],
    len: usize,
    group: u8,
}

impl<'r, 'q, 'i> Gatherer<'r, 'q, 'i> {
    #[inline(always)]
    pub(crate) fn new(ranker: &'r mut Ranker<'q, 'i>) -> Self {
        Self { ranker, members: [Member::default(); MAX_MEMBERS], len: 0, group: 0 }
    }

    fn start(&mut self, group: u8) {
        (self.group, self.len) = (group, 0);
    }

    pub(crate) fn members(&self) -> &[Member<'i>] {
        self.members.get(..self.len).unwrap_or(&[])
    }

    fn weight(&self, weight: Weight) -> u32 {
        self.ranker.index.weight(weight)
    }

    /// Finds what stands for a word. Where it is known only as two words written
    /// together, the second one is left to the caller, as a word of its own.
    pub(crate) fn word(&mut self, number: u8, word: &QueryWord) -> Option<Term<'i>> {
        self.start(number);
        let text = word.text();
        let mut words = self.ranker.index.words_from(text.as_bytes());
        let mut second = None;
        if words.current() == Some(text.as_bytes()) {
            self.known(words.term());
            words.advance();
            self.longer(text, words);
        } else {
            self.longer(text, words);
        }
        self.joined();
        if self.len == 0 {
            second = self.split(text);
        }
        if !self.found_itself() {
            self.unknown(text);
        }
        second
    }

    fn found_itself(&self) -> bool {
        self.members().iter().any(|member| member.relation == Relation::Same)
    }

    /// The word and its neighbour, where a text has them as one.
    fn joined(&mut self) {
        let (index, words, group) = (self.ranker.index, self.ranker.words, self.group);
        for join in words.joins().iter().filter(|join| join.first == group) {
            if let Some(term) = index.term(join.text().as_bytes()) {
                self.add(term, WRITTEN_TOGETHER, Relation::Joined);
            }
        }
    }

    /// The rarest two words of names that make up this one.
    fn split(&mut self, word: &str) -> Option<Term<'i>> {
        let (first, second) = split(&self.ranker.index, word)?;
        self.add(first, RUN_TOGETHER, Relation::Part);
        Some(second)
    }

    fn known(&mut self, term: Term<'i>) {
        let (synonym, prefix) = (self.weight(Weight::Synonym), self.weight(Weight::Prefix));
        self.ranker.idfs[usize::from(self.group)] = term.idf;
        let index = self.ranker.index;
        let parts = self.add(term, 100, Relation::Same);
        for (substitute, is_front) in parts.substitutes(&index) {
            if is_front {
                self.add(substitute, prefix, Relation::Prefix);
            } else {
                self.add(substitute, synonym, Relation::Synonym);
            }
        }
    }

    /// Words that begin with this one.
    fn longer(&mut self, word: &str, mut words: Words<'i>) {
        if word.chars().count() < self.weight(Weight::PrefixLetters) as usize {
            return;
        }
        let weight = self.weight(Weight::Prefix);
        for _ in 0..self.weight(Weight::PrefixWords) {
            if !words.current().is_some_and(|other| other.starts_with(word.as_bytes())) {
                return;
            }
            self.add(words.term(), weight, Relation::Prefix);
            words.advance();
        }
    }

    /// What is nearly this word, and what it begins with.
    fn unknown(&mut self, word: &str) {
        let index = self.ranker.index;
        if self.len == 0 {
            let (weight, least) = (self.weight(Weight::Near), self.weight(Weight::NearLeast));
            for near in index.near(word.as_bytes(), least).iter().flatten() {
                let weight = weight * near.similarity / 100;
                self.add(index.word_at(near.word).term(), weight, Relation::Near);
            }
        }
        let least = self.weight(Weight::PrefixLetters) as usize;
        let front = fronts(word.as_bytes(), least).find_map(|front| index.term(front));
        if let Some(front) = front {
            self.add(front, self.weight(Weight::Prefix), Relation::Prefix);
        }
    }

    /// Adds a word at a weight in hundredths, once.
    fn add(&mut self, term: Term<'i>, weight: u32, relation: Relation) -> Parts<'i> {
        let parts = term.parts();
        if let (false, Some(slot)) = (parts.is_empty(), self.members.get_mut(self.len)) {
            *slot = Member { parts, idf: term.idf, weight: weight.min(100) as u16, relation };
            self.len += 1;
        }
        parts
    }

    /// Turns the words into lists.
    fn finish(&mut self, required: bool) {
        let (word, start) = (self.group, self.ranker.lists.len());
        let mut group = Group { word, required, start, ..Group::default() };
        for member in self.members.iter().take(self.len) {
            let covers = (u32::from(member.idf) * u32::from(member.weight) / 1600) as u16;
            let named = List { named: true, covers, ..member.list(word) };
            for (list, bytes) in
                [(named, member.parts.named), (member.list(word), member.parts.others)]
            {
                let (list, window) = list.over(bytes);
                if self.ranker.lists.push(list, window) {
                    group.most = group.most.max(list.most);
                }
            }
        }
        group.end = self.ranker.lists.len();
        group.strong = group.end;
        self.ranker.lists.sort_from(start);
        self.ranker.add_group(group);
    }
}

/// Letters that a part of a word has at least.
const SHORTEST_PART: usize = 3;

fn split<'i>(index: &Index<'i>, word: &str) -> Option<(Term<'i>, Term<'i>)> {
    let mut best = None;
    let mut rarest = 0;
    let long = word.is_ascii() && word.len() >= 2 * SHORTEST_PART;
    for at in (SHORTEST_PART..=word.len().saturating_sub(SHORTEST_PART)).filter(|_| long) {
        let (first, second) = word.split_at_checked(at)?;
        let of_name = |part: &str| {
            let term = index.term(Buffer::new(part).stemmed().as_bytes());
            term.filter(|term| !term.parts().named.is_empty())
        };
        if let (Some(first), Some(second)) = (of_name(first), of_name(second))
            && first.idf.min(second.idf) > rarest
        {
            rarest = first.idf.min(second.idf);
            best = Some((first, second));
        }
    }
    best
}

impl<'i> Member<'i> {
    pub(super) fn list(&self, group: u8) -> List<'i> {
        let factor = u32::from(self.idf) * (u32::from(self.weight) * 256 / 100);
        List { factor, group, exact: self.relation == Relation::Same, ..List::default() }
    }
}
