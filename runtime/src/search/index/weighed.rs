//! Words in order, with what each gives to a document.

use alloc::vec::Vec;

use super::collect::{Collected, Posting, TOOL_PLACE};
use super::intern::Interner;
use super::number::{idf, saturation};
use crate::search::Ranking;

/// Words of a description whose places are kept.
const LEADING: u8 = 7;

/// One posting of a list.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Impact {
    pub(super) document: u32,
    /// Its level · 8, and the place in the description.
    pub(super) impact: u8,
    pub(super) place: u8,
}

/// Words in order, with their impacts.
pub(super) struct Weighed {
    collected: Collected,
    /// Terms in the order of their bytes.
    pub(super) order: Vec<u32>,
    /// For each term: where its impacts end.
    ends: Vec<u32>,
    impacts: Vec<Impact>,
    pub(super) idfs: Vec<u16>,
}

impl Weighed {
    pub(super) fn new(collected: Collected, ranking: &Ranking) -> Self {
        let terms = collected.terms.len();
        let mut starts = alloc::vec![0_u32; terms + 1];
        for posting in &collected.postings {
            starts[posting.term as usize + 1] += 1;
        }
        let documents = collected.ends.len() as u32;
        let idfs = (0..terms).map(|term| idf(documents, starts[term + 1])).collect();
        for term in 0..terms {
            starts[term + 1] += starts[term];
        }
        let mut impacts = alloc::vec![Impact::default(); collected.postings.len()];
        place_impacts(&collected, ranking, &mut starts, &mut impacts);
        let mut order: Vec<u32> = (0..terms as u32).collect();
        order.sort_unstable_by(|&a, &b| collected.terms.get(a).cmp(collected.terms.get(b)));
        // Filling a list has moved its start to its end.
        starts.pop();
        Self { collected, order, ends: starts, impacts, idfs }
    }

    pub(super) fn word(&self, term: u32) -> &[u8] {
        self.collected.terms.get(term)
    }

    pub(super) fn terms(&self) -> &Interner {
        &self.collected.terms
    }

    pub(super) fn impacts(&self, term: u32) -> &[Impact] {
        let start = if term == 0 { 0 } else { self.ends[term as usize - 1] };
        &self.impacts[start as usize..self.ends[term as usize] as usize]
    }

    /// In how many documents a term is, and whether in a name.
    pub(super) fn spread(&self, term: u32) -> (usize, bool) {
        let impacts = self.impacts(term);
        (impacts.len(), impacts.iter().any(|impact| impact.place > 0))
    }

    /// The idf of all words written in each name: u16 in 1/64, saturating.
    pub(super) fn coverage(&self, out: &mut Vec<u8>) {
        let mut start = 0;
        for &end in &self.collected.ends {
            let mut sum = 0_u32;
            for posting in &self.collected.postings[start as usize..end as usize] {
                if posting.place >= TOOL_PLACE && !posting.joined {
                    sum += u32::from(self.idfs[posting.term as usize]);
                }
            }
            let sum = u16::try_from(sum / 16).unwrap_or(u16::MAX).max(1);
            out.extend_from_slice(&sum.to_le_bytes());
            start = end;
        }
    }
}

fn place_impacts(
    collected: &Collected,
    ranking: &Ranking,
    starts: &mut [u32],
    impacts: &mut [Impact],
) {
    let averages = averages(collected);
    let k1 = (u64::from(ranking.k1) << 16) / 100;
    let mut from = 0;
    for (document, &end) in collected.ends.iter().enumerate() {
        let factors = factors(&collected.lengths[document], &averages, ranking);
        let mut at = from as usize;
        while at < end as usize {
            let posting = &collected.postings[at];
            let start = &mut starts[posting.term as usize];
            impacts[*start as usize] = Impact {
                document: document as u32,
                impact: saturation(frequency(posting, &factors), k1) << 3 | leading(posting),
                place: posting.place,
            };
            *start += 1;
            at += 1;
        }
        from = end;
    }
}

/// The place of a term among the first words of the description, or 0.
fn leading(posting: &Posting) -> u8 {
    if posting.lead <= LEADING { posting.lead } else { 0 }
}

fn frequency(posting: &Posting, factors: &[u64; 7]) -> u64 {
    let mut sum = 0;
    let mut field = 0;
    while field < 7 {
        sum += u64::from(posting.counts[field]) * factors[field];
        field += 1;
    }
    sum
}

/// Tokens of each field in the average document that has it, in 1/256.
fn averages(collected: &Collected) -> [u64; 7] {
    let mut averages = [0; 7];
    for (field, average) in averages.iter_mut().enumerate() {
        let (mut sum, mut with) = (0, 0);
        for lengths in &collected.lengths {
            sum += u64::from(lengths[field]);
            with += u64::from(lengths[field] > 0);
        }
        *average = (sum << 8) / with.max(1);
    }
    averages
}

/// `weight / (1 − b + b · length / average)` of each field, in 1/65536.
fn factors(lengths: &[u32; 7], averages: &[u64; 7], ranking: &Ranking) -> [u64; 7] {
    let mut factors = [0; 7];
    for field in 0..7 {
        let weight = ranking.fields[field];
        let b = u64::from(weight.length.min(100));
        let below = (100 - b) * averages[field] + b * (u64::from(lengths[field]) << 8);
        let above = u64::from(weight.weight) * averages[field] * 65_536;
        factors[field] = above.checked_div(below).unwrap_or(0);
    }
    factors
}
