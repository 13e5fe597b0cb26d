//! What stands for each word of a query.

use super::group::Group;
use super::list::List;
use super::ranker::Ranker;
use crate::search::index::{Parts, Postings, Substitute, Term, Vocabulary, Weight, Words, fronts};
use crate::search::query::{MAX_WORDS, QueryWord};
use crate::search::token::Buffer;

/// Words that can stand for one word of a query; what is beyond is left out.
const MAX_MEMBERS: usize = 64;

/// Finds the lists of every word.
pub(super) fn gather(ranker: &mut Ranker<'_, '_>) {
    for_each_word(ranker, |gatherer, word, is_second| {
        gatherer.finish(word.required && !is_second);
    });
}

/// Calls `visit` when the members of a word are found; a second time for a word that
/// is known only as two, with the second of them.
#[inline]
pub(super) fn for_each_word<'r, 'q, 'i>(
    ranker: &'r mut Ranker<'q, 'i>,
    mut visit: impl FnMut(&mut Gatherer<'r, 'q, 'i>, &QueryWord, bool),
) {
    let words = ranker.words.as_slice();
    let mut extra = words.len();
    let mut gatherer = Gatherer::new(ranker);
    gatherer.look_up();
    for (number, word) in words.iter().enumerate() {
        let mut second = gatherer.word(number, word);
        let mut is_second = false;
        loop {
            visit(&mut gatherer, word, is_second);
            let Some(term) = second.take().filter(|_| extra < MAX_WORDS) else { break };
            gatherer.start(extra, gatherer.ranker.pairs.weights[number]);
            gatherer.add(term, gatherer.weight(Weight::Together), Relation::Part);
            (extra, is_second) = (extra + 1, true);
        }
    }
}

/// How a word of the vocabulary stands for a word of the query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Relation {
    /// It is that word.
    #[default]
    Same,
    /// A synonym of it.
    Synonym,
    /// Its short form, or what it is short for.
    Abbreviation,
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
    /// No larger than that of the word itself.
    pub(crate) idf: u16,
    /// In hundredths.
    pub(crate) weight: u16,
    /// That, times what the word counts in the query, in 1/256.
    share: u16,
    pub(crate) relation: Relation,
}

pub(crate) struct Gatherer<'r, 'q, 'i> {
    ranker: &'r mut Ranker<'q, 'i>,
    vocabulary: Vocabulary<'i>,
    members: [Option<Member<'i>>; MAX_MEMBERS],
    len: usize,
    /// Something stands for the word, even if it is left out.
    found: bool,
    group: usize,
    /// The largest idf that counts.
    most_idf: u16,
    /// Where each word of the query is in the vocabulary, or would be.
    at: [Option<Words<'i>>; MAX_WORDS],
    /// The entries of those that are in it.
    asked: [&'i [u8]; MAX_WORDS],
}

impl<'r, 'q, 'i> Gatherer<'r, 'q, 'i> {
    #[inline(always)]
    fn new(ranker: &'r mut Ranker<'q, 'i>) -> Self {
        Self {
            members: [const { None }; MAX_MEMBERS],
            len: 0,
            found: false,
            group: 0,
            most_idf: u16::MAX,
            at: [const { None }; MAX_WORDS],
            asked: [&[]; MAX_WORDS],
            vocabulary: ranker.index.vocabulary(),
            ranker,
        }
    }

    /// Finds all words of the query. Not in `new`, which would have to move all of this.
    fn look_up(&mut self) {
        let slots = self.at.iter_mut().zip(&mut self.asked);
        for (word, (at, asked)) in self.ranker.words.as_slice().iter().zip(slots) {
            let text = word.text().as_bytes();
            let words = self.vocabulary.words_from(text);
            if words.current() == Some(text) && !words.term().parts().is_empty() {
                *asked = words.term().list;
            }
            *at = Some(words);
        }
    }

    fn start(&mut self, group: usize, weight: u16) {
        (self.group, self.len, self.found, self.most_idf) = (group, 0, false, u16::MAX);
        self.ranker.pairs.weights[group] = weight;
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = &Member<'i>> {
        self.members.iter().take(self.len).flatten()
    }

    fn weight(&self, weight: Weight) -> u32 {
        self.ranker.index.weight(weight)
    }

    /// Finds what stands for a word. Where it is known only as two words written
    /// together, the second one is left to the caller, as a word of its own.
    fn word(&mut self, number: usize, word: &QueryWord) -> Option<Term<'i>> {
        self.start(number, word.weight(&self.ranker.index) as u16);
        let text = word.text();
        let mut words = self.at.get_mut(number)?.take()?;
        let mut second = None;
        if words.current() == Some(text.as_bytes()) {
            self.known(words.term());
            words.advance();
        }
        self.longer(text, words);
        self.joined();
        if !self.found {
            second = self.split(text);
        }
        if !self.found_itself() {
            self.unknown(text);
        }
        second
    }

    fn found_itself(&self) -> bool {
        self.members().any(|member| member.relation == Relation::Same)
    }

    /// The word and its neighbour, where a text has them as one.
    fn joined(&mut self) {
        let (words, group) = (self.ranker.words, self.group);
        for join in words.joins().iter().filter(|join| usize::from(join.first) == group) {
            if let Some(term) = self.vocabulary.term(join.text().as_bytes()) {
                self.add(term, self.weight(Weight::Together), Relation::Joined);
            }
        }
    }

    /// The rarest two words of names that make up this one.
    fn split(&mut self, word: &str) -> Option<Term<'i>> {
        let (first, second) = split(&self.vocabulary, word)?;
        self.add(first, self.weight(Weight::Together), Relation::Part);
        Some(second)
    }

    fn known(&mut self, term: Term<'i>) {
        let index = self.ranker.index;
        let parts = self.add(term, 100, Relation::Same);
        if !parts.is_empty() {
            self.ranker.pairs.idfs[self.group] = term.idf;
            self.most_idf = term.idf;
        }
        for (substitute, kind) in parts.substitutes(&index) {
            let (weight, relation) = match kind {
                Substitute::Synonym => (Weight::Synonym, Relation::Synonym),
                Substitute::Abbreviation => (Weight::Abbreviation, Relation::Abbreviation),
                Substitute::Front => (Weight::Prefix, Relation::Prefix),
            };
            self.add(substitute, self.weight(weight), relation);
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
        if !self.found {
            let (weight, least) = (self.weight(Weight::Near), self.weight(Weight::NearLeast));
            for near in index.near(word.as_bytes(), least).iter().flatten() {
                let weight = weight * near.similarity / 100;
                self.add(self.vocabulary.word_at(near.word).term(), weight, Relation::Near);
            }
        }
        let least = self.weight(Weight::PrefixLetters) as usize;
        let front = fronts(word.as_bytes(), least).find_map(|front| self.vocabulary.term(front));
        if let Some(front) = front {
            self.add(front, self.weight(Weight::Prefix), Relation::Prefix);
        }
    }

    /// Adds a word at a weight in hundredths, unless it is asked for itself.
    fn add(&mut self, term: Term<'i>, weight: u32, relation: Relation) -> Parts<'i> {
        let parts = term.parts();
        if parts.is_empty() {
            return parts;
        }
        self.found = true;
        let (group, asked) = (self.group, self.asked.iter().enumerate());
        let is_asked = relation != Relation::Same
            && asked.into_iter().any(|(number, list)| {
                number != group && core::ptr::eq(list.as_ptr(), term.list.as_ptr())
            });
        if let (false, Some(slot)) = (is_asked, self.members.get_mut(self.len)) {
            let weight = weight.min(100);
            let share = weight * u32::from(self.ranker.pairs.weights[group]) * 256 / 10_000;
            let idf = term.idf.min(self.most_idf);
            let (weight, share) = (weight as u16, share as u16);
            *slot = Some(Member { parts, idf, weight, share, relation });
            self.len += 1;
        }
        parts
    }

    /// Turns the words into lists.
    fn finish(&mut self, required: bool) {
        let (word, start) = (self.group as u8, self.ranker.lists.len());
        let Ranker { lists, few, .. } = &mut *self.ranker;
        let first = few.len();
        for member in self.members.iter().take(self.len).flatten() {
            for list in [member.named(word), member.others(word)].into_iter().flatten() {
                if list.exact || list.is_common() || !few.take(&list) {
                    lists.push(list);
                }
            }
        }
        lists.sort_from(start);
        let most = lists.range(start, lists.len()).map(|list| list.most).max();
        let most = few.end_word(first).max(most.unwrap_or_default());
        let (end, few) = (lists.len(), (first, few.len()));
        let group =
            Group { word, required, start, end, strong: end, few, most, ..Group::default() };
        self.ranker.add_group(group);
    }
}

/// Letters that a part of a word has at least.
const SHORTEST_PART: usize = 3;

fn split<'i>(vocabulary: &Vocabulary<'i>, word: &str) -> Option<(Term<'i>, Term<'i>)> {
    let mut best = None;
    let mut rarest = 0;
    let long = word.is_ascii() && word.len() >= 2 * SHORTEST_PART;
    for at in (SHORTEST_PART..=word.len().saturating_sub(SHORTEST_PART)).filter(|_| long) {
        let (first, second) = word.split_at_checked(at)?;
        let of_name = |part: &str| {
            let term = vocabulary.term(Buffer::new(part).stemmed().as_bytes());
            term.filter(|term| !term.parts().named.bytes.is_empty())
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
    /// The documents that have it in a name.
    pub(super) fn named(&self, group: u8) -> Option<List<'i>> {
        let covers = u32::from(self.idf) * u32::from(self.weight) / 1600;
        self.list(self.parts.named, group, Some(covers as u16))
    }

    /// The documents that have it elsewhere. There a common word is worth nothing as
    /// a substitute.
    pub(super) fn others(&self, group: u8) -> Option<List<'i>> {
        let is_loose = matches!(self.relation, Relation::Synonym | Relation::Prefix);
        let others = self.parts.others;
        if is_loose && others.are_common { None } else { self.list(others, group, None) }
    }

    fn list(&self, postings: Postings<'i>, group: u8, names: Option<u16>) -> Option<List<'i>> {
        let factor = u32::from(self.idf) * u32::from(self.share);
        let exact = self.relation == Relation::Same;
        let is_empty = postings.bytes.is_empty();
        (!is_empty).then(|| List::new(postings, (group, exact), factor, names))
    }
}
