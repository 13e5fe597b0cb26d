//! Writing an index.

use alloc::vec::Vec;

use super::collect::collect;
use super::format::{BLOCK, HEADER, MAGIC, Section, VERSION, checksum, key, put_varint};
use super::joins::add_joins;
use super::lists::lists;
use super::substitutes::Substitutes;
use super::weighed::Weighed;
use super::{exact, near};
use crate::search::{Corpus, Ranking, Synonyms};

/// Builds the index of a corpus.
///
/// Deterministic on every platform. O(bytes of text · log words); takes about twenty
/// bytes of memory for each term of each document.
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
