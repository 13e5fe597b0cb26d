//! Which terms stand for which.

use alloc::vec::Vec;

use super::build::stems;
use super::intern::Interner;
use crate::search::Synonyms;

/// Synonyms as terms.
pub(super) struct Substitutes {
    groups: Vec<Vec<u32>>,
    /// For each term: the groups it is in.
    of: Vec<Vec<u32>>,
}

impl Substitutes {
    /// Adds the words of groups that have a word in `terms` to `terms`.
    pub(super) fn new(synonyms: &Synonyms, terms: &mut Interner) -> Self {
        let mut groups = Vec::new();
        for group in &synonyms.groups {
            let mut numbers = Vec::new();
            for word in group {
                stems(word, |stem| numbers.push(terms.intern(stem).0));
            }
            groups.push(numbers);
        }
        let mut of = alloc::vec![Vec::new(); terms.len()];
        for (number, group) in groups.iter().enumerate() {
            for &term in group {
                of[term as usize].push(number as u32);
            }
        }
        Self { groups, of }
    }

    /// The terms that stand for `term` and for which `is_used`; each once.
    pub(super) fn of(&self, term: u32, is_used: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut out = Vec::new();
        for &group in &self.of[term as usize] {
            for &other in &self.groups[group as usize] {
                if other != term && is_used(other) && !out.contains(&other) {
                    out.push(other);
                }
            }
        }
        out
    }
}
