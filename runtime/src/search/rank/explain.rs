//! Explains the score of a document.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::few::Few;
use super::group::SPAN;
use super::list::Lists;
use super::members::{Member, Relation, for_each_word};
use super::ranker::Ranker;
use super::score::Limit;
use crate::search::hits::SCORE_ONE;
use crate::search::index::{Index, for_each_text};
use crate::search::query::{QueryWords, clip};
use crate::search::token::{Token, for_each_token};
use crate::search::{Corpus, Field};

/// One word of the query in one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Matched {
    /// The stem of the word in the query.
    pub asked: String,
    /// The stem in the document.
    pub found: String,
    /// How the two are related.
    pub relation: Relation,
    /// Where it occurs: field, weight of the field, and how often. Empty for short forms,
    /// their words, and words written apart, which only stand for what is there.
    pub fields: Vec<(Field, f32, u32)>,
    /// How rare the word is.
    pub idf: f32,
    /// The weight as a substitute; 1 for the word itself.
    pub weight: f32,
    /// The weight of the word in this query: more than 1 if it is repeated, less for a
    /// word of asking or a piece of a word.
    pub in_query: f32,
    /// The contribution: idf × weight × saturated frequency.
    pub points: f32,
    /// Whether this is the largest contribution for the word; only that one counts.
    pub counts: bool,
}

/// Explains the score of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The document.
    pub id: u32,
    /// As in [`Hit::points`](crate::search::Hit::points).
    pub points: f32,
    /// The words of the query that match the document.
    pub matched: Vec<Matched>,
    /// The contribution of neighbouring words that are also neighbours in a name or in
    /// the first words of the description.
    pub neighbours: f32,
    /// The share of the name's words, by idf, that the query covers.
    pub covered: f32,
    /// The factor of the coverage.
    pub factor: f32,
}

/// Explains the score of one document for a query of words. Allocates.
///
/// Takes time proportional to the lists of the query's words.
#[must_use]
pub fn explain(
    index: &Index<'_>,
    corpus: &(impl Corpus + ?Sized),
    query: &str,
    id: u32,
) -> Explanation {
    let words = QueryWords::new(clip(query).0);
    let mut lists = (Lists::new(), Few::new());
    let mut ranker = Ranker::new(index, &words, &mut lists);
    ranker.gather();
    let found = ranker.find(id, Limit::NONE).unwrap_or_default();
    let neighbours = ranker.pairs.sum(&found.places);
    let covered = ranker.covered(id, found.covered);
    Explanation {
        id,
        points: points(ranker.score(id, &found)),
        matched: matched(&mut ranker, corpus, id),
        neighbours: points(neighbours),
        covered: covered as f32 / 1024.0,
        factor: 1.0 + (ranker.coverage * covered) as f32 / (1 << 20) as f32,
    }
}

/// The score of one document for a query of words: what [`search`] gives it, by
/// reading every list. For tests of the search, and of hints.
///
/// [`search`]: crate::search::search
#[must_use]
pub fn score_of(index: &Index<'_>, query: &str, id: u32) -> u32 {
    let words = QueryWords::new(clip(query).0);
    let mut lists = (Lists::new(), Few::new());
    let mut ranker = Ranker::new(index, &words, &mut lists);
    ranker.gather();
    let is_allowed = ranker
        .allowed(id / SPAN as u32)
        .is_some_and(|allowed| allowed.contains((id % SPAN as u32) as u16));
    let found = ranker.find(id, Limit::NONE).unwrap_or_default();
    if is_allowed { ranker.score(id, &found) } else { 0 }
}

fn points(score: u32) -> f32 {
    score as f32 / SCORE_ONE as f32
}

/// A term of the document and where it stands.
struct Standing {
    term: String,
    fields: Vec<(Field, u32)>,
}

fn standings(corpus: &(impl Corpus + ?Sized), id: u32) -> Vec<Standing> {
    let mut out: Vec<Standing> = Vec::new();
    for_each_text(corpus, id, &mut |field, text, mode| {
        for_each_token(text, mode, |token| {
            if field == Field::Lead {
                note(&mut out, Field::Description, token);
            }
            note(&mut out, field, token);
        });
    });
    out
}

fn note(out: &mut Vec<Standing>, field: Field, token: Token<'_>) {
    let at = out.iter().position(|standing| standing.term == token.text).unwrap_or(out.len());
    if at == out.len() {
        out.push(Standing { term: token.text.to_string(), fields: Vec::new() });
    }
    let fields = &mut out[at].fields;
    match fields.iter_mut().find(|(other, _)| *other == field) {
        Some((_, count)) => *count += 1,
        None => fields.push((field, 1)),
    }
}

fn matched(ranker: &mut Ranker<'_, '_>, corpus: &(impl Corpus + ?Sized), id: u32) -> Vec<Matched> {
    let (index, standings) = (ranker.index, standings(corpus, id));
    let mut out: Vec<Matched> = Vec::new();
    for_each_word(ranker, |gatherer, word, _| {
        let in_query = word.weight(&index) as f32 / 100.0;
        let start = out.len();
        for member in gatherer.members() {
            let value = member.value_in(id);
            let Some(found) = value.and_then(|_| written(&index, member)) else { continue };
            let matched = Matched {
                asked: word.text().to_string(),
                relation: member.relation,
                fields: fields(&index, &standings, &found),
                found,
                idf: f32::from(member.idf) / 1024.0,
                weight: f32::from(member.weight) / 100.0,
                in_query,
                points: points(value.unwrap_or_default()),
                counts: false,
            };
            // A word may stand for another in several ways; the best one is told.
            match out[start..].iter_mut().find(|other| other.found == matched.found) {
                Some(other) if other.points >= matched.points => {}
                Some(other) => *other = matched,
                None => out.push(matched),
            }
        }
        let best = out[start..].iter().map(|matched| matched.points).fold(0.0, f32::max);
        if let Some(winner) = out[start..].iter_mut().find(|matched| matched.points == best) {
            winner.counts = true;
        }
    });
    out
}

/// The word whose lists a member has.
fn written(index: &Index<'_>, member: &Member<'_>) -> Option<String> {
    let vocabulary = index.vocabulary();
    let mut words = vocabulary.words_from(b"");
    while let Some(word) = words.current() {
        if words.term().parts().is(&member.parts) {
            return core::str::from_utf8(word).ok().map(ToString::to_string);
        }
        words.advance();
    }
    None
}

/// Where a term stands; nowhere, where it is one of a phrase or two words together.
fn fields(index: &Index<'_>, standings: &[Standing], term: &str) -> Vec<(Field, f32, u32)> {
    let standing = standings.iter().find(|standing| standing.term == term);
    let fields = standing.map_or(&[][..], |standing| &standing.fields);
    let weighed =
        |&(field, count): &(Field, u32)| (field, index.field_weight(field) as f32 / 100.0, count);
    fields.iter().map(weighed).collect()
}

impl Member<'_> {
    /// What it gives to one document; nothing when that does not have it.
    fn value_in(&self, id: u32) -> Option<u32> {
        let lists = [self.named(0), self.others(0)].into_iter().flatten();
        let values = lists.filter_map(|mut list| {
            let posting = list.find(id)?;
            Some(list.value(posting.impact))
        });
        values.max()
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "the word itself",
            Self::Synonym => "synonym",
            Self::Abbreviation => "abbreviation",
            Self::Prefix => "prefix",
            Self::Near => "nearly the word",
            Self::Joined => "with the next word",
            Self::Part => "part of the word",
        })
    }
}

impl fmt::Display for Matched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.counts { '+' } else { ' ' };
        write!(f, "{mark} {:>6.2}  {}", self.points, self.asked)?;
        if self.relation != Relation::Same {
            write!(f, " → {} ({}, weight {:.2})", self.found, self.relation, self.weight)?;
        }
        if self.in_query != 1.0 {
            write!(f, ", × {:.2} in this query", self.in_query)?;
        }
        write!(f, ", idf {:.2}:", self.idf)?;
        if self.fields.is_empty() {
            f.write_str(" by words that stand together")?;
        }
        for (at, (field, weight, count)) in self.fields.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma} {} ×{count} (weight {weight:.1})", field.label())?;
        }
        Ok(())
    }
}

/// A line for each word that matched, then neighbours and coverage.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for matched in &self.matched {
            writeln!(f, "{matched}")?;
        }
        if self.neighbours > 0.0 {
            writeln!(f, "+ {:>6.2}  neighbours", self.neighbours)?;
        }
        let share = self.covered * 100.0;
        writeln!(f, "× {:>6.2}  {share:.0} % of the name's words reached", self.factor)?;
        write!(f, "= {:>6.2}", self.points)
    }
}
