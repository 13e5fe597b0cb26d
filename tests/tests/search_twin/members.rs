//! What stands for a word of the query.

use std::collections::BTreeSet;

use crate::query::Asked;
use crate::rules::{Rule, Seen};
use crate::texts::stem;
use crate::twin::Twin;

/// Words that stand for one; what is beyond is left out.
const MOST_MEMBERS: usize = 64;
const JOINED: u64 = 50;
const PART: u64 = 80;
const SHORTEST_PART: usize = 3;
const NEAREST: usize = 5;

#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) term: String,
    /// In hundredths.
    pub(crate) weight: u64,
    pub(crate) how: Rule,
}

/// What stands for one word, and the second part of a word that was two.
#[derive(Debug, Default)]
pub(crate) struct Members {
    pub(crate) members: Vec<Member>,
    pub(crate) second: Option<String>,
    /// Which of the words that are equally near are looked at is not defined.
    pub(crate) ambiguous: bool,
}

impl Twin<'_> {
    pub(crate) fn members(&self, asked: &Asked, number: usize, seen: &mut Seen) -> Members {
        let word = asked.words[number].0.as_str();
        let mut found = Members::default();
        let (synonym, prefix) = (u64::from(self.ranking.synonym), u64::from(self.ranking.prefix));
        if self.vocabulary.contains_key(word) {
            self.add(&mut found, word, 100, Rule::Itself);
            let synonyms = self.synonyms(word);
            if !self.is_used(word) && synonyms.iter().any(|other| self.is_used(other)) {
                seen.note(Rule::TableOnly);
            }
            synonyms.iter().for_each(|term| self.add(&mut found, term, synonym, Rule::Synonym));
            let front = self.fronts(word).into_iter().find(|front| self.is_used(front));
            front.iter().for_each(|term| self.add(&mut found, term, prefix, Rule::Front));
        }
        let longer = self.longer(word, seen);
        longer.iter().for_each(|term| self.add(&mut found, term, prefix, Rule::Longer));
        for (joined, _) in asked.joins.iter().filter(|(_, first)| *first == number) {
            self.add(&mut found, joined, JOINED, Rule::Joined);
        }
        if found.members.is_empty()
            && let Some((first, second)) = self.split(word, seen)
        {
            self.add(&mut found, &first, PART, Rule::Part);
            found.second = Some(second);
        }
        if found.members.is_empty() {
            self.near(word, &mut found, seen);
        }
        if !self.is_used(word) {
            let front =
                self.fronts(word).into_iter().find(|front| self.vocabulary.contains_key(front));
            front.iter().for_each(|term| self.add(&mut found, term, prefix, Rule::Front));
        }
        if found.members.len() > MOST_MEMBERS {
            seen.note(Rule::ManyMembers);
            found.members.truncate(MOST_MEMBERS);
        }
        found
    }

    /// The second part of a word that was two: a word of its own.
    pub(crate) fn part(&self, term: &str) -> Vec<Member> {
        vec![Member { term: term.to_owned(), weight: PART, how: Rule::Part }]
    }

    fn add(&self, found: &mut Members, term: &str, weight: u64, how: Rule) {
        if self.is_used(term) {
            let weight = weight.min(100);
            found.members.push(Member { term: term.to_owned(), weight, how });
        }
    }

    /// In a document, and not in the table of synonyms alone.
    fn is_used(&self, term: &str) -> bool {
        self.with(term) > 0
    }

    fn synonyms(&self, word: &str) -> Vec<String> {
        let groups = self.table.groups.iter().filter(|group| group.iter().any(|term| term == word));
        let mut out: Vec<String> = Vec::new();
        for term in groups.flatten().filter(|term| *term != word) {
            if !out.contains(term) {
                out.push(term.clone());
            }
        }
        out
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

    /// The words of the largest Dice coefficient.
    fn near(&self, word: &str, found: &mut Members, seen: &mut Seen) {
        if !can_be_near(word) {
            return;
        }
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
        found.ambiguous = near.len() > NEAREST && near[NEAREST].0 == near[NEAREST - 1].0;
        if near.len() > NEAREST && !found.ambiguous {
            seen.note(Rule::ManyNear);
        }
        for (similarity, term) in near.into_iter().take(NEAREST) {
            let weight = u64::from(self.ranking.near) * similarity / 100;
            self.add(found, term, weight, Rule::Near);
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
