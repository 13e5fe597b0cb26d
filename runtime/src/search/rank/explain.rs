//! Why a document has its score.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::Ranker;
use super::members::{Gatherer, Member, Relation};
use super::score::Limit;
use crate::search::hits::SCORE_ONE;
use crate::search::index::{Index, for_each_text};
use crate::search::query::{QueryWords, clip};
use crate::search::token::{Token, for_each_token};
use crate::search::{Corpus, Field};

/// One word of the query in one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Matched {
    /// The stem of the word that was asked for.
    pub asked: String,
    /// The stem that stands in the document.
    pub found: String,
    /// How the one stands for the other.
    pub relation: Relation,
    /// Where it stands: field, weight of the field, and how often.
    pub fields: Vec<(Field, f32, u32)>,
    /// How rare it is.
    pub idf: f32,
    /// What it counts as a substitute; 1 for the word itself.
    pub weight: f32,
    /// What it gives: the idf, the weight, and the saturated frequency.
    pub points: f32,
    /// It gives most of all that stand for the word; only that one counts.
    pub counts: bool,
}

/// Why a document has its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The document.
    pub id: u32,
    /// As in [`Hit::points`](crate::search::Hit::points).
    pub points: f32,
    /// Every word of the query that leads to the document.
    pub matched: Vec<Matched>,
    /// What neighbours of the query give that are neighbours in the name.
    pub neighbours: f32,
    /// The share of the name's words, by idf, that the query reaches.
    pub covered: f32,
    /// What the sum is multiplied by for it.
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
    let mut ranker = Ranker::new(index, &words);
    ranker.gather();
    let found = ranker.find(id, Limit::NONE).unwrap_or_default();
    let neighbours = ranker.neighbours(&found);
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
    let mut ranker = Ranker::new(index, &words);
    ranker.gather();
    let is_allowed = ranker.allowed(id >> 8).is_some_and(|allowed| allowed.contains(id as u8));
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
    for_each_text(&corpus.document(id), &mut |field, text, mode| {
        for_each_token(text, mode, |token| note(&mut out, field, token));
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
    let standings = standings(corpus, id);
    let mut out = Vec::new();
    for (number, word) in ranker.words.as_slice().iter().enumerate() {
        let index = ranker.index;
        let mut gatherer = Gatherer::new(ranker);
        gatherer.word(number as u8, word);
        let start = out.len();
        for standing in &standings {
            let Some(term) = index.term(standing.term.as_bytes()) else { continue };
            let lists = term.parts();
            let is_it = |member: &&Member<'_>| member.parts.is(&lists);
            if let Some(member) = gatherer.members().iter().find(is_it) {
                out.push(one(&index, word.text(), standing, member, id));
            }
        }
        let best = out[start..].iter().map(|matched| matched.points).fold(0.0, f32::max);
        if let Some(winner) = out[start..].iter_mut().find(|matched| matched.points == best) {
            winner.counts = true;
        }
    }
    out
}

fn one(
    index: &Index<'_>,
    asked: &str,
    standing: &Standing,
    member: &Member<'_>,
    id: u32,
) -> Matched {
    let weighed =
        |&(field, count): &(Field, u32)| (field, index.field_weight(field) as f32 / 100.0, count);
    Matched {
        asked: asked.to_string(),
        found: standing.term.clone(),
        relation: member.relation,
        fields: standing.fields.iter().map(weighed).collect(),
        idf: f32::from(member.idf) / 1024.0,
        weight: f32::from(member.weight) / 100.0,
        points: points(member.value_in(id)),
        counts: false,
    }
}

impl Member<'_> {
    /// What it gives to one document.
    fn value_in(&self, id: u32) -> u32 {
        let value = |named: bool, bytes| {
            let (mut list, mut window) = super::List { named, ..self.list(0) }.over(bytes);
            window = list.seek(window, id >> 8);
            let (block, at) = (window == id >> 8).then(|| list.find(id as u8))??;
            block.impacts.get(at).map(|&impact| list.value(impact))
        };
        let named = value(true, self.parts.named);
        named.or_else(|| value(false, self.parts.others)).unwrap_or(0)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "the word itself",
            Self::Synonym => "synonym",
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
        write!(f, ", idf {:.2}:", self.idf)?;
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
            writeln!(f, "+ {:>6.2}  neighbours in the name", self.neighbours)?;
        }
        let share = self.covered * 100.0;
        writeln!(f, "× {:>6.2}  {share:.0} % of the name's words reached", self.factor)?;
        write!(f, "= {:>6.2}", self.points)
    }
}
