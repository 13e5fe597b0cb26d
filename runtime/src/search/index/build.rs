//! Writing an index.

use alloc::vec::Vec;

use super::collect::{Collected, Posting, TOOL_PLACE, collect};
use super::format::{BLOCK, HEADER, MAGIC, Section, VERSION, checksum, key, put_varint};
use super::intern::Interner;
use super::joins::add_joins;
use super::lists::lists;
use super::number::{idf, saturation};
use super::substitutes::Substitutes;
use super::{exact, near};
use crate::search::token::{Buffer, Mode, for_each_word};
use crate::search::{Corpus, Ranking, Synonyms};

/// Builds the index of a corpus.
///
/// The same corpus, ranking and synonyms give the same bytes on every platform.
/// O(bytes of text · log words); memory about twenty times the number of terms
/// in all documents.
///
/// ```
/// use toolcrib::search::{Document, Ranking, Synonyms, index};
///
/// let corpus = [Document { name: "list_issues", tool: "list_issues", ..Document::default() }];
/// let bytes = index::build(&corpus[..], &Ranking::DEFAULT, &Synonyms::builtin());
/// assert!(index::Index::new(&bytes).is_ok());
/// ```
#[must_use]
pub fn build(corpus: &(impl Corpus + ?Sized), ranking: &Ranking, synonyms: &Synonyms) -> Vec<u8> {
    let mut collected = collect(corpus, synonyms);
    let substitutes = Substitutes::new(synonyms, &mut collected.terms, ranking.prefix_letters);
    add_joins(corpus, &mut collected);
    let weighed = Weighed::new(collected, ranking);
    let mut writer = Writer { out: alloc::vec![0; HEADER], sections: [0; 8] };
    writer.words_and_lists(&weighed, &substitutes);
    writer.section(Section::Coverage);
    weighed.coverage(&mut writer.out);
    writer.section(Section::Names);
    exact::write(corpus, exact::Key::Name, &mut writer.out);
    writer.section(Section::Tools);
    exact::write(corpus, exact::Key::Tool, &mut writer.out);
    writer.section(Section::Servers);
    exact::write(corpus, exact::Key::Server, &mut writer.out);
    writer.section(Section::Near);
    near::write(&weighed, &mut writer.out);
    writer.finish(corpus.len() as u32, weighed.order.len() as u32, ranking)
}

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
    fn new(collected: Collected, ranking: &Ranking) -> Self {
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
    fn coverage(&self, out: &mut Vec<u8>) {
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

struct Writer {
    out: Vec<u8>,
    sections: [u32; 8],
}

impl Writer {
    fn section(&mut self, section: Section) {
        self.sections[section as usize] = self.out.len() as u32;
    }

    fn words_and_lists(&mut self, weighed: &Weighed, substitutes: &Substitutes) {
        let (lists, spans) = lists(weighed, substitutes);
        let mut words = Vec::new();
        self.section(Section::Heads);
        let mut last: &[u8] = &[];
        for (at, &term) in weighed.order.iter().enumerate() {
            if at % BLOCK == 0 {
                self.out.extend_from_slice(&key(weighed.word(term)).to_le_bytes());
                self.out.extend_from_slice(&(words.len() as u32).to_le_bytes());
                self.out.extend_from_slice(&spans[term as usize].0.to_le_bytes());
                last = &[];
            }
            let word = weighed.word(term);
            let shared = last.iter().zip(word).take_while(|(a, b)| a == b).count();
            words.extend_from_slice(&[shared as u8, (word.len() - shared) as u8]);
            words.extend_from_slice(&word[shared..]);
            words.extend_from_slice(&weighed.idfs[term as usize].to_le_bytes());
            put_varint(&mut words, spans[term as usize].1);
            last = word;
        }
        self.section(Section::Words);
        self.out.extend_from_slice(&words);
        self.section(Section::Lists);
        self.out.extend_from_slice(&lists);
    }

    fn finish(mut self, documents: u32, words: u32, ranking: &Ranking) -> Vec<u8> {
        let weights = [
            ranking.synonym,
            ranking.prefix,
            ranking.prefix_words,
            ranking.prefix_letters,
            ranking.near,
            ranking.near_least,
            ranking.neighbours,
            ranking.coverage,
            ranking.abbreviation,
            ranking.together,
            ranking.repeated,
            ranking.asking,
            ranking.piece,
        ];
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(&MAGIC);
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&(BLOCK as u16).to_le_bytes());
        for number in [self.out.len() as u32, 0, documents, words, 0] {
            header.extend_from_slice(&number.to_le_bytes());
        }
        weights.iter().for_each(|weight| header.extend_from_slice(&weight.to_le_bytes()));
        header.resize(super::format::at::SECTIONS, 0);
        self.sections.iter().for_each(|at| header.extend_from_slice(&at.to_le_bytes()));
        for field in ranking.fields {
            header.extend_from_slice(&field.weight.to_le_bytes());
        }
        header.resize(HEADER, 0);
        self.out[..header.len()].copy_from_slice(&header);
        let sum = checksum(&self.out[super::format::at::DOCUMENTS..]);
        let at = super::format::at::CHECKSUM;
        self.out[at..at + 4].copy_from_slice(&sum.to_le_bytes());
        self.out
    }
}

/// The stems of a text, for tables that are made by hand.
pub(super) fn stems(text: &str, mut emit: impl FnMut(&[u8])) {
    for_each_word(text, Mode::Query, &mut |word, _| emit(Buffer::new(word).stemmed().as_bytes()));
}
