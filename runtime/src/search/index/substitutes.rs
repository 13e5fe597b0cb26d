//! Which terms stand for which.

use alloc::string::String;
use alloc::vec::Vec;

use super::intern::Interner;
use crate::search::Synonyms;
use crate::search::token::{Buffer, Mode, for_each_word};

/// Synonyms as terms.
pub(super) struct Substitutes {
    /// Groups, and whether each is a short form with its long one.
    groups: Vec<(Vec<u32>, bool)>,
    /// For each term: the groups it is in.
    of: Vec<Vec<u32>>,
    /// Letters of words that have fronts.
    letters: usize,
}

impl Substitutes {
    /// Adds the words of groups that have a word in `terms` to `terms`.
    pub(super) fn new(synonyms: &Synonyms, terms: &mut Interner, letters: u16) -> Self {
        let mut groups = Vec::new();
        let mut add = |words: &[&String], is_abbreviation| {
            let mut numbers = Vec::new();
            for word in words {
                stems(word, |stem| numbers.push(terms.intern(stem).0));
            }
            groups.push((numbers, is_abbreviation));
        };
        for (short, long) in &synonyms.abbreviations {
            add(&[short, long], true);
        }
        for group in &synonyms.groups {
            add(&group.iter().collect::<Vec<_>>(), false);
        }
        let mut of = alloc::vec![Vec::new(); terms.len()];
        for (number, (group, _)) in groups.iter().enumerate() {
            for &term in group {
                of[term as usize].push(number as u32);
            }
        }
        Self { groups, of, letters: usize::from(letters) }
    }

    /// The terms that stand for `term` and for which `is_used`, and whether as
    /// abbreviations; each once, those first.
    pub(super) fn of(&self, term: u32, is_used: impl Fn(u32) -> bool) -> Vec<(u32, bool)> {
        let mut out: Vec<(u32, bool)> = Vec::new();
        for &group in &self.of[term as usize] {
            let (group, is_abbreviation) = &self.groups[group as usize];
            for &other in group {
                if other != term && is_used(other) && out.iter().all(|known| known.0 != other) {
                    out.push((other, *is_abbreviation));
                }
            }
        }
        out
    }

    /// The longest word that `term` begins with, at most four letters shorter.
    pub(super) fn front(
        &self,
        terms: &Interner,
        term: u32,
        is_used: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let word = terms.get(term);
        fronts(word, self.letters).filter_map(|front| terms.find(front)).find(|&term| is_used(term))
    }
}

/// The fronts of `word` that may stand for it, longest first: of ASCII words of
/// `least` letters and more.
pub(crate) fn fronts(word: &[u8], least: usize) -> impl Iterator<Item = &[u8]> {
    let long = word.is_ascii() && word.len() >= least;
    let shortest = word.len().saturating_sub(CUT).max(SHORTEST_FRONT);
    (shortest..word.len()).rev().filter(move |_| long).filter_map(|end| word.get(..end))
}

/// Letters that may be missing from a word's front.
const CUT: usize = 4;
/// A shorter front says too little of a longer word.
const SHORTEST_FRONT: usize = 3;

/// The stems of a text, for tables that are made by hand.
pub(super) fn stems(text: &str, mut emit: impl FnMut(&[u8])) {
    for_each_word(text, Mode::Query, &mut |word, _| emit(Buffer::new(word).stemmed().as_bytes()));
}
