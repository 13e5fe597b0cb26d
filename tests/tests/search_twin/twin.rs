//! The naive index: for each document each of its terms, and what that is worth.

use std::collections::{BTreeMap, BTreeSet};

use toolcrib::search::token::{Kind, Mode};
use toolcrib::search::{Document, Ranking};

use crate::rules::Rule;
use crate::texts::{FIELDS, NAME, SERVER, Table, Text, stem, words};

/// A field that says a word more often says it so often.
pub(crate) const MOST_TIMES: u64 = 15;

pub(crate) struct Twin<'d> {
    pub(crate) documents: &'d [Document<'d>],
    pub(crate) ranking: Ranking,
    pub(crate) table: Table,
    pub(crate) texts: Vec<Text>,
    /// Every term that was read, and how many documents have it in a name, and
    /// how many elsewhere only.
    pub(crate) vocabulary: BTreeMap<String, [u64; 2]>,
    /// For each document what each of its terms gives, in 1/31 of the idf.
    pub(crate) impacts: Vec<BTreeMap<String, u64>>,
}

impl<'d> Twin<'d> {
    pub(crate) fn new(documents: &'d [Document<'d>], ranking: Ranking, synonyms: &str) -> Self {
        let table = Table::parse(synonyms);
        let mut texts: Vec<Text> =
            documents.iter().map(|document| Text::new(document, &table)).collect();
        let mut known: BTreeSet<String> = table.terms();
        known.extend(texts.iter().flat_map(Text::vocabulary));
        for (document, text) in documents.iter().zip(&mut texts) {
            for (field, name) in [(SERVER, document.server.unwrap_or("")), (NAME, document.tool)] {
                for term in joins(name).iter().filter(|term| known.contains(*term)) {
                    text.add_unwritten(field, term, Rule::NameJoin);
                }
            }
        }
        let mut vocabulary: BTreeMap<String, [u64; 2]> =
            known.into_iter().map(|term| (term, [0, 0])).collect();
        for text in &texts {
            for term in text.terms() {
                let is_named = text.places.contains_key(&term);
                vocabulary.get_mut(&term).unwrap()[usize::from(!is_named)] += 1;
            }
        }
        let impacts = Vec::new();
        let mut twin = Self { documents, ranking, table, texts, vocabulary, impacts };
        twin.impacts = twin.texts.iter().map(|text| twin.impacts_of(text)).collect();
        twin
    }

    /// How many documents have a term.
    pub(crate) fn with(&self, term: &str) -> u64 {
        self.vocabulary.get(term).map_or(0, |with| with.iter().sum())
    }

    pub(crate) fn is_in_a_name(&self, term: &str) -> bool {
        self.vocabulary.get(term).is_some_and(|with| with[0] > 0)
    }

    /// How rare a term is, in 1/1024.
    pub(crate) fn idf(&self, term: &str) -> u64 {
        let (all, with) = (self.documents.len() as u64, self.with(term));
        let ln = (log2(2 * all + 2) - log2(2 * with + 1)) * 45_426 / 65_536;
        rounded(ln * 1024, 65_536).max(1)
    }

    /// The idf of all terms of a tool's name, joined forms left out, in 1/64.
    pub(crate) fn name_idf(&self, id: usize) -> u64 {
        let idfs = self.texts[id].named.iter().map(|term| self.idf(term));
        (idfs.sum::<u64>() / 16).clamp(1, 65_535)
    }

    fn impacts_of(&self, text: &Text) -> BTreeMap<String, u64> {
        let factors: Vec<u64> = (0..FIELDS).map(|field| self.factor(text, field)).collect();
        let k1 = u64::from(self.ranking.k1) * 65_536 / 100;
        let impact = |term: &String| {
            let count =
                |field: usize| text.counts[field].get(term).map_or(0, |&n| n.min(MOST_TIMES));
            let frequency: u64 = (0..FIELDS).map(|field| count(field) * factors[field]).sum();
            match frequency + k1 {
                0 => 1,
                whole => rounded(31 * frequency, whole).clamp(1, 31),
            }
        };
        text.terms().into_iter().map(|term| (term.clone(), impact(&term))).collect()
    }

    /// What one occurrence in a field counts, in 1/65536.
    fn factor(&self, text: &Text, field: usize) -> u64 {
        let lengths = self.texts.iter().map(|text| text.lengths[field]);
        let with = lengths.clone().filter(|&length| length > 0).count().max(1) as u64;
        let average = 256 * lengths.sum::<u64>() / with;
        let weight = u64::from(self.ranking.fields[field].weight);
        let b = u64::from(self.ranking.fields[field].length).min(100);
        let below = (100 - b) * average + b * 256 * text.lengths[field];
        (weight * average * 65_536).checked_div(below).unwrap_or(0)
    }
}

/// Each two neighbours of a name, written together.
fn joins(name: &str) -> Vec<String> {
    let mut words = words(name, Mode::Identifier);
    words.retain(|(_, kind)| *kind != Kind::Joined);
    let pairs = words.windows(2).filter(|pair| pair.iter().all(|(word, _)| word.is_ascii()));
    pairs.map(|pair| stem(&format!("{}{}", pair[0].0, pair[1].0))).collect()
}

/// In 1/65536, cut off.
fn log2(value: u64) -> u64 {
    // What the index computes is exact up to here.
    assert!(value < 14_917);
    ((value as f64).log2() * 65_536.0).floor() as u64
}

/// To the nearest, half of one up.
pub(crate) fn rounded(above: u64, below: u64) -> u64 {
    (2 * above + below) / (2 * below)
}
