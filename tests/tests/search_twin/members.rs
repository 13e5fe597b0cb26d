//! What stands for a word of the query.

use std::collections::BTreeSet;

use crate::query::{Asked, Word};
use crate::rules::{Rule, Seen};
use crate::texts::{Group, stem};
use crate::twin::Twin;

/// Words that stand for one; what is beyond is left out.
const MOST_MEMBERS: usize = 64;
const SHORTEST_PART: usize = 3;
const NEAREST: usize = 5;
/// Letters of words of which two may have changed places.
const TRANSPOSED: usize = 4;

#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) term: String,
    /// In hundredths.
    pub(crate) weight: u64,
    /// In 1/1024; a substitute is not rarer than the word.
    pub(crate) idf: u64,
    pub(crate) how: Rule,
}

/// What stands for one word, and the second part of a word that was two.
#[derive(Debug, Default)]
pub(crate) struct Members {
    pub(crate) members: Vec<Member>,
    pub(crate) second: Option<String>,
}

/// What is being looked for: a word of the query, and what it has found.
struct Search<'a> {
    asked: &'a Asked,
    number: usize,
    found: Members,
    /// Nothing stands for it, nor was anything left out.
    is_empty: bool,
    seen: &'a mut Seen,
}

impl Search<'_> {
    fn word(&self) -> &str {
        &self.asked.words[self.number].term
    }
}

impl Twin<'_> {
    pub(crate) fn members(&self, asked: &Asked, number: usize, seen: &mut Seen) -> Members {
        let word = asked.words[number].term.as_str();
        let mut search = Search { asked, number, found: Members::default(), is_empty: true, seen };
        let prefix = u64::from(self.ranking.prefix);
        let together = u64::from(self.ranking.together);
        if self.vocabulary.contains_key(word) {
            self.add(&mut search, word, 100, Rule::Itself);
            self.add_synonyms(&mut search);
            let front = self.fronts(word).into_iter().find(|front| self.is_used(front));
            front.iter().for_each(|term| self.add(&mut search, term, prefix, Rule::Front));
        }
        let longer = self.longer(word, search.seen);
        longer.iter().for_each(|term| self.add(&mut search, term, prefix, Rule::Longer));
        for (joined, _) in asked.joins.iter().filter(|(_, first)| *first == number) {
            self.add(&mut search, joined, together, Rule::Joined);
        }
        if search.is_empty
            && let Some((first, second)) = self.split(word, search.seen)
        {
            self.add(&mut search, &first, together, Rule::Part);
            search.found.second = Some(second);
        }
        if search.is_empty {
            self.near(&mut search);
        }
        if !self.is_used(word) {
            let front =
                self.fronts(word).into_iter().find(|front| self.vocabulary.contains_key(front));
            front.iter().for_each(|term| self.add(&mut search, term, prefix, Rule::Front));
        }
        let mut found = search.found;
        if found.members.len() > MOST_MEMBERS {
            seen.note(Rule::ManyMembers);
            found.members.truncate(MOST_MEMBERS);
        }
        found
    }

    /// The second part of a word that was two: a word of its own.
    pub(crate) fn part(
        &self,
        asked: &Asked,
        number: usize,
        term: &str,
        seen: &mut Seen,
    ) -> Vec<Member> {
        let mut search = Search { asked, number, found: Members::default(), is_empty: true, seen };
        self.add(&mut search, term, u64::from(self.ranking.together), Rule::Part);
        search.found.members
    }

    fn add(&self, search: &mut Search<'_>, term: &str, weight: u64, how: Rule) {
        if !self.is_used(term) {
            return;
        }
        search.is_empty = false;
        let mut others = search.asked.words.iter().enumerate();
        let is_other =
            |(number, word): (usize, &Word)| number != search.number && word.term == term;
        if others.any(is_other) {
            search.seen.note(match how {
                Rule::Joined => Rule::LeftOutJoined,
                Rule::Part => Rule::LeftOutPart,
                Rule::Near | Rule::Transposed => Rule::LeftOutNear,
                _ => Rule::LeftOut,
            });
            return;
        }
        let idf = if self.is_used(search.word()) {
            self.idf(term).min(self.idf(search.word()))
        } else {
            self.idf(term)
        };
        let weight = weight.min(100);
        search.found.members.push(Member { term: term.to_owned(), weight, idf, how });
    }

    /// In a document, and not in the table of synonyms alone.
    fn is_used(&self, term: &str) -> bool {
        self.with(term) > 0
    }

    fn add_synonyms(&self, search: &mut Search<'_>) {
        let word = search.word().to_owned();
        let is_in = |group: &&Group| group.terms.contains(&word);
        let mut found: Vec<(&String, bool)> = Vec::new();
        for group in self.table.groups.iter().filter(is_in) {
            for term in group.terms.iter().filter(|term| **term != word) {
                match found.iter_mut().find(|(other, _)| *other == term) {
                    Some((_, is_abbreviation)) => {
                        if *is_abbreviation != group.is_abbreviation {
                            search.seen.note(Rule::TwiceInTable);
                        }
                        *is_abbreviation |= group.is_abbreviation;
                    }
                    None => found.push((term, group.is_abbreviation)),
                }
            }
        }
        if !self.is_used(&word) && found.iter().any(|(other, _)| self.is_used(other)) {
            search.seen.note(Rule::TableOnly);
        }
        found.sort_by_key(|(_, is_abbreviation)| !is_abbreviation);
        for (term, is_abbreviation) in found {
            let (weight, how) = match is_abbreviation {
                true => (self.ranking.abbreviation, Rule::Abbreviation),
                false => (self.ranking.synonym, Rule::Synonym),
            };
            self.add(search, term, u64::from(weight), how);
        }
    }

    /// What `word` begins with, longest first.
    fn fronts(&self, word: &str) -> Vec<String> {
        if !word.is_ascii() || word.len() < usize::from(self.ranking.prefix_letters) {
            return Vec::new();
        }
        let lengths = word.len().saturating_sub(4).max(3)..word.len();
        lengths.rev().map(|length| word[..length].to_owned()).collect()
    }

    /// The first words of the vocabulary that begin with `word`.
    fn longer(&self, word: &str, seen: &mut Seen) -> Vec<String> {
        if word.chars().count() < usize::from(self.ranking.prefix_letters) {
            return Vec::new();
        }
        let begins = |term: &&String| *term != word && term.starts_with(word);
        let all: Vec<String> = self.vocabulary.keys().filter(begins).cloned().collect();
        let most = usize::from(self.ranking.prefix_words);
        if all.len() > most {
            seen.note(Rule::ManyLonger);
        }
        all.into_iter().take(most).collect()
    }

    /// The two words of names that make up `word`: those of which the more
    /// common one is the rarest; of equals those with the shorter first one.
    fn split(&self, word: &str, seen: &mut Seen) -> Option<(String, String)> {
        if !word.is_ascii() {
            return None;
        }
        let mut best: Option<(u64, String, String)> = None;
        for at in SHORTEST_PART..=word.len().checked_sub(SHORTEST_PART)? {
            let (first, second) = (stem(&word[..at]), stem(&word[at..]));
            if self.is_in_a_name(&first) && self.is_in_a_name(&second) {
                let rarity = self.idf(&first).min(self.idf(&second));
                match &best {
                    Some((other, ..)) if *other > rarity => {}
                    Some((other, ..)) if *other == rarity => {
                        seen.note(Rule::SecondOfEqualParts);
                    }
                    _ => best = Some((rarity, first, second)),
                }
            }
        }
        best.map(|(_, first, second)| (first, second))
    }

    /// The words with two neighbouring letters in each other's place, or those of
    /// the largest Dice coefficient.
    fn near(&self, search: &mut Search<'_>) {
        let word = search.word().to_owned();
        if !can_be_near(&word) {
            return;
        }
        let transposed = self.transposed(&word);
        for term in transposed.iter().take(NEAREST) {
            self.add(search, term, u64::from(self.ranking.near), Rule::Transposed);
        }
        if transposed.is_empty() {
            self.similar(search, &word);
        }
    }

    fn transposed(&self, word: &str) -> Vec<String> {
        let mut found = Vec::new();
        if word.len() >= TRANSPOSED {
            for at in 1..word.len() {
                let mut letters: Vec<char> = word.chars().collect();
                letters.swap(at - 1, at);
                found.push(letters.into_iter().collect());
            }
        }
        found.retain(|term: &String| self.is_used(term));
        found
    }

    fn similar(&self, search: &mut Search<'_>, word: &str) {
        let own = trigrams(word);
        let mut near = Vec::new();
        for term in self.vocabulary.keys() {
            if can_be_near(term) && (self.with(term) > 1 || self.is_in_a_name(term)) {
                let other = trigrams(term);
                let shared = own.intersection(&other).count();
                let similarity = (200 * shared / (own.len() + other.len())) as u64;
                if shared > 0 && similarity >= u64::from(self.ranking.near_least) {
                    near.push((similarity, term));
                }
            }
        }
        near.sort_by_key(|(similarity, term)| (u64::MAX - similarity, *term));
        if near.len() > NEAREST {
            let is_tie = near[NEAREST].0 == near[NEAREST - 1].0;
            search.seen.note(if is_tie { Rule::EquallyNear } else { Rule::ManyNear });
        }
        for (similarity, term) in near.into_iter().take(NEAREST) {
            let weight = u64::from(self.ranking.near) * similarity / 100;
            self.add(search, term, weight, Rule::Near);
        }
    }
}

fn can_be_near(word: &str) -> bool {
    (3..=32).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// The trigrams of a word and its two edges, told apart by twelve bits.
fn trigrams(word: &str) -> BTreeSet<u32> {
    let edged = format!("^{word}$");
    edged.as_bytes().windows(3).map(|trigram| hash(trigram) % 4096).collect()
}

/// FNV-1a, mixed.
fn hash(bytes: &[u8]) -> u32 {
    let fnv = bytes
        .iter()
        .fold(2_166_136_261_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    let mixed = (fnv ^ (fnv >> 15)).wrapping_mul(0x85eb_ca6b);
    mixed ^ (mixed >> 13)
}
