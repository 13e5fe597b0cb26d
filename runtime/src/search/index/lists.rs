//! Writing the lists of every word.

use alloc::vec::Vec;

use super::build::{Impact, Weighed};
use super::format::{LONG_LIST, put_varint};
use super::read::SUBSTITUTE;
use super::substitutes::Substitutes;

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
    /// Places that refer to the entry of a term, to be filled in at the end.
    references: Vec<(usize, u32)>,
}

impl Lists<'_> {
    fn entry(&mut self, term: u32, substitutes: &Substitutes) {
        let start = self.out.len();
        let synonyms = substitutes.of(term, |other| self.is_used(other));
        let front = substitutes.front(self.weighed.terms(), term, |other| self.is_used(other));
        let has_substitutes = front.is_some() || !synonyms.is_empty();
        let named = self.list(term, true);
        put_varint(&mut self.out, (named.len() as u32) << 1 | u32::from(has_substitutes));
        if has_substitutes {
            put_varint(&mut self.out, (synonyms.len() as u32) << 1 | u32::from(front.is_some()));
            synonyms.into_iter().chain(front).for_each(|other| self.refer(other));
        }
        self.out.extend_from_slice(&named);
        let others = self.list(term, false);
        self.out.extend_from_slice(&others);
        self.spans[term as usize] = (start as u32, (self.out.len() - start) as u32);
    }

    fn is_used(&self, term: u32) -> bool {
        !self.weighed.impacts(term).is_empty()
    }

    fn refer(&mut self, term: u32) {
        self.references.push((self.out.len(), term));
        self.out.resize(self.out.len() + SUBSTITUTE, 0);
    }

    fn resolve(&mut self) {
        for &(at, term) in &self.references {
            let (start, len) = self.spans[term as usize];
            let idf = self.weighed.idfs[term as usize];
            self.out[at..at + 4].copy_from_slice(&start.to_le_bytes());
            self.out[at + 4..at + 8].copy_from_slice(&len.to_le_bytes());
            self.out[at + 8..at + SUBSTITUTE].copy_from_slice(&idf.to_le_bytes());
        }
    }

    /// The documents that have `term` in their name, or those that have not; a
    /// long list begins with its largest impact.
    fn list(&self, term: u32, named: bool) -> Vec<u8> {
        let impacts = self.weighed.impacts(term);
        let mut chosen = Vec::new();
        let mut largest = 0;
        let mut at = 0;
        while at < impacts.len() {
            if (impacts[at].place > 0) == named {
                chosen.push(impacts[at]);
                largest = largest.max(impacts[at].impact);
            }
            at += 1;
        }
        let mut out = Vec::new();
        postings(&chosen, named, &mut out);
        if out.len() > LONG_LIST {
            out.insert(0, largest);
        }
        out
    }
}

/// Writes one list, window by window.
fn postings(impacts: &[Impact], places: bool, out: &mut Vec<u8>) {
    let (mut next, mut at) = (0, 0);
    while at < impacts.len() {
        let window = impacts[at].document >> 8;
        let mut end = at + 1;
        while end < impacts.len() && impacts[end].document >> 8 == window {
            end += 1;
        }
        let single = end - at == 1;
        put_varint(out, (window - next) << 1 | u32::from(single));
        if !single {
            let largest = impacts[at..end].iter().map(|impact| impact.impact).max();
            out.extend_from_slice(&[(end - at - 1) as u8, largest.unwrap_or_default()]);
        }
        block(&impacts[at..end], places, out);
        next = window + 1;
        at = end;
    }
}

fn block(impacts: &[Impact], places: bool, out: &mut Vec<u8>) {
    for impact in impacts {
        out.push(impact.document as u8);
    }
    for impact in impacts {
        out.push(impact.impact);
    }
    if places {
        for impact in impacts {
            out.push(impact.place);
        }
    }
}
