//! Writing the lists of every word.

use alloc::vec::Vec;

use super::format::{COMMON, LEVEL, put_varint};
use super::read::SUBSTITUTE;
use super::substitutes::Substitutes;
use super::weighed::{Impact, Weighed};

/// All lists in the order of the words, and where each term's begin and how
/// long they are.
pub(super) fn lists(weighed: &Weighed, substitutes: &Substitutes) -> (Vec<u8>, Vec<(u32, u32)>) {
    let mut writer = Lists {
        weighed,
        out: Vec::new(),
        spans: alloc::vec![(0, 0); weighed.order.len()],
        references: Vec::new(),
    };
    for &term in &weighed.order {
        writer.entry(term, substitutes);
    }
    writer.resolve();
    (writer.out, writer.spans)
}

struct Lists<'w> {
    weighed: &'w Weighed,
    out: Vec<u8>,
    spans: Vec<(u32, u32)>,
    /// Places that refer to the entry of a term, to be filled in at the end, and
    /// whether as an abbreviation.
    references: Vec<(usize, (u32, bool))>,
}

impl Lists<'_> {
    fn entry(&mut self, term: u32, substitutes: &Substitutes) {
        let start = self.out.len();
        let synonyms = substitutes.of(term, |other| self.is_used(other));
        let front = substitutes.front(self.weighed.terms(), term, |other| self.is_used(other));
        let has_substitutes = front.is_some() || !synonyms.is_empty();
        let (named, named_is_common) = self.list(term, true);
        let (others, others_are_common) = self.list(term, false);
        put_varint(
            &mut self.out,
            (named.len() as u32) << 3
                | u32::from(others_are_common) << 2
                | u32::from(named_is_common) << 1
                | u32::from(has_substitutes),
        );
        if has_substitutes {
            put_varint(&mut self.out, (synonyms.len() as u32) << 1 | u32::from(front.is_some()));
            let front = front.map(|front| (front, false));
            synonyms.into_iter().chain(front).for_each(|other| self.refer(other));
        }
        self.out.extend_from_slice(&named);
        self.out.extend_from_slice(&others);
        self.spans[term as usize] = (start as u32, (self.out.len() - start) as u32);
    }

    fn is_used(&self, term: u32) -> bool {
        !self.weighed.impacts(term).is_empty()
    }

    fn refer(&mut self, other: (u32, bool)) {
        self.references.push((self.out.len(), other));
        self.out.resize(self.out.len() + SUBSTITUTE, 0);
    }

    fn resolve(&mut self) {
        for &(at, (term, is_abbreviation)) in &self.references {
            let (start, len) = self.spans[term as usize];
            let idf = self.weighed.idfs[term as usize] | u16::from(is_abbreviation) << 15;
            self.out[at..at + 4].copy_from_slice(&start.to_le_bytes());
            self.out[at + 4..at + 8].copy_from_slice(&len.to_le_bytes());
            self.out[at + 8..at + SUBSTITUTE].copy_from_slice(&idf.to_le_bytes());
        }
    }

    /// The documents that have `term` in their name, or those that have not, and
    /// whether there are many; such a list begins with its largest impact.
    fn list(&self, term: u32, named: bool) -> (Vec<u8>, bool) {
        let impacts = self.weighed.impacts(term);
        let mut chosen = Vec::new();
        let mut largest = 0;
        let mut at = 0;
        while at < impacts.len() {
            if (impacts[at].place > 0) == named {
                chosen.push(impacts[at]);
                largest = largest.max(impacts[at].impact & LEVEL);
            }
            at += 1;
        }
        let is_common = chosen.len() > COMMON;
        let mut out = Vec::new();
        if is_common {
            out.push(largest);
        }
        postings(&chosen, named, &mut out);
        (out, is_common)
    }
}

/// Writes one list, block by block.
fn postings(impacts: &[Impact], places: bool, out: &mut Vec<u8>) {
    let (mut next, mut at) = (0, 0);
    while at < impacts.len() {
        let block = impacts[at].document >> 8;
        let mut end = at + 1;
        while end < impacts.len() && impacts[end].document >> 8 == block {
            end += 1;
        }
        let single = end - at == 1;
        put_varint(out, (block - next) << 1 | u32::from(single));
        if !single {
            out.push((end - at - 1) as u8);
        }
        for impact in &impacts[at..end] {
            out.extend_from_slice(&[impact.document as u8, impact.impact]);
            if places {
                out.push(impact.place);
            }
        }
        next = block + 1;
        at = end;
    }
}
