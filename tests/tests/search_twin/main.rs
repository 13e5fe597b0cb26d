//! The ranking against a naive one that shares nothing but the tokeniser, and
//! early termination against reading every list.

mod search_support;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use search_support::{Random, random_query, random_tool, sorted};
use toolcrib::search::token::{Buffer, Kind, Mode, for_each_token, for_each_word, is_stop_word};
use toolcrib::search::{Document, Hits, Ranking, SCORE_ONE, Synonyms, index, score_of, search};

/// Terms of the six fields, and the names' terms in order.
struct Twin {
    fields: Vec<[Vec<String>; 6]>,
    names: Vec<[Vec<String>; 2]>,
    vocabulary: BTreeSet<String>,
    ranking: Ranking,
    /// Stems that stand for each other.
    synonyms: Vec<Vec<String>>,
}

/// What the twin and the search are given.
const SYNONYMS: &str =
    "get fetch read\nremove delete\nrepository repo\nissue ticket comment\nadd create";

fn tokens(text: &str, mode: Mode, keep_joined: bool) -> Vec<String> {
    let mut out = Vec::new();
    for_each_token(text, mode, |token| {
        if keep_joined || token.kind != Kind::Joined {
            out.push(token.text.to_owned());
        }
    });
    out
}

impl Twin {
    fn new(documents: &[Document<'_>], ranking: Ranking) -> Self {
        let stems = |line: &str| {
            line.split(' ').map(|word| Buffer::new(word).stemmed().to_owned()).collect()
        };
        let mut twin = Self {
            fields: Vec::new(),
            names: Vec::new(),
            vocabulary: BTreeSet::new(),
            ranking,
            synonyms: SYNONYMS.lines().map(stems).collect(),
        };
        for document in documents {
            let schema: serde_json::Value = serde_json::from_str(document.schema).unwrap();
            let (mut parameters, mut descriptions) = (Vec::new(), Vec::new());
            for (name, schema) in schema["properties"].as_object().unwrap() {
                parameters.extend(tokens(name, Mode::Identifier, false));
                let text = schema["description"].as_str().unwrap_or_default();
                descriptions.extend(tokens(text, Mode::Prose, true));
            }
            let server = document.server.unwrap_or_default();
            twin.names.push([
                tokens(server, Mode::Identifier, false),
                tokens(document.tool, Mode::Identifier, false),
            ]);
            twin.fields.push([
                tokens(document.tool, Mode::Identifier, true),
                tokens(server, Mode::Identifier, true),
                tokens(document.hint, Mode::Prose, true),
                tokens(document.description, Mode::Prose, true),
                parameters,
                descriptions,
            ]);
        }
        twin.vocabulary = twin.fields.iter().flatten().flatten().cloned().collect();
        twin.add_joins(documents);
        twin
    }

    /// Neighbours of a name that are a word elsewhere, written together.
    fn add_joins(&mut self, documents: &[Document<'_>]) {
        for (document, fields) in documents.iter().zip(&mut self.fields) {
            for (field, text) in [(1, document.server.unwrap_or_default()), (0, document.tool)] {
                let mut words = Vec::new();
                for_each_word(text, Mode::Identifier, &mut |word, kind| {
                    if kind != Kind::Joined {
                        words.push(word.to_owned());
                    }
                });
                for pair in words.windows(2).filter(|pair| pair.iter().all(|word| word.is_ascii()))
                {
                    let stem = Buffer::new(&pair.concat()).stemmed().to_owned();
                    if self.vocabulary.contains(&stem) {
                        fields[field].push(stem);
                    }
                }
            }
        }
    }

    fn idf(&self, term: &str) -> f64 {
        let has = |fields: &&[Vec<String>; 6]| fields.iter().flatten().any(|other| other == term);
        let (all, with) = (self.fields.len() as f64, self.fields.iter().filter(has).count() as f64);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    fn saturated(&self, id: usize, term: &str, averages: &[f64; 6], lengths: &[[f64; 6]]) -> f64 {
        let mut sum = 0.0;
        for field in 0..6 {
            let count = self.fields[id][field].iter().filter(|other| *other == term).count() as f64;
            if count > 0.0 {
                let weight = self.ranking.fields[field];
                let b = f64::from(weight.length) / 100.0;
                let length = lengths[id][field] / averages[field];
                sum += f64::from(weight.weight) / 100.0 * count / (1.0 - b + b * length);
            }
        }
        // Impacts are kept in 1/255.
        let exact = sum / (f64::from(self.ranking.k1) / 100.0 + sum);
        (exact * 255.0).round().max(1.0) / 255.0
    }

    /// Words that stand for `word`, with their weights.
    fn members(&self, word: &str) -> BTreeMap<String, f64> {
        let mut members = BTreeMap::new();
        let prefix = f64::from(self.ranking.prefix) / 100.0;
        let letters = usize::from(self.ranking.prefix_letters);
        if word.chars().count() >= letters {
            let longer = self.vocabulary.range(word.to_owned()..).filter(|other| *other != word);
            let longer = longer.take_while(|other| other.starts_with(word));
            members.extend(
                longer.take(usize::from(self.ranking.prefix_words)).map(|w| (w.clone(), prefix)),
            );
        }
        if word.is_ascii() && word.len() >= letters {
            let fronts = (word.len().saturating_sub(4).max(3)..word.len()).rev();
            let front =
                fronts.map(|end| &word[..end]).find(|front| self.vocabulary.contains(*front));
            members.extend(front.map(|front| (front.to_owned(), prefix)));
        }
        for group in self.synonyms.iter().filter(|group| group.iter().any(|other| other == word)) {
            for other in group.iter().filter(|other| self.vocabulary.contains(*other)) {
                let weight = members.entry(other.clone()).or_insert(0.0);
                *weight = weight.max(f64::from(self.ranking.synonym) / 100.0);
            }
        }
        if self.vocabulary.contains(word) {
            members.insert(word.to_owned(), 1.0);
        }
        members
    }

    /// Distinct words, and which follow each other.
    fn query(query: &str) -> (Vec<String>, BTreeSet<(usize, usize)>) {
        let mut all: Vec<(String, bool)> = Vec::new();
        for_each_word(query, Mode::Query, &mut |word, _| {
            all.push((Buffer::new(word).stemmed().to_owned(), is_stop_word(word)));
        });
        if all.iter().any(|(_, is_stop)| !is_stop) {
            all.retain(|(_, is_stop)| !is_stop);
        }
        let mut words: Vec<String> = Vec::new();
        let mut pairs = BTreeSet::new();
        let mut last = None;
        for (word, _) in all {
            let at = words.iter().position(|other| *other == word).unwrap_or(words.len());
            if at == words.len() {
                words.push(word);
            }
            pairs.extend(last.filter(|&last| last != at).map(|last| (last, at)));
            last = Some(at);
        }
        (words, pairs)
    }

    fn scores(&self, query: &str) -> Vec<f64> {
        let (words, pairs) = Self::query(query);
        let lengths: Vec<[f64; 6]> = self.lengths();
        let mut averages = [0.0; 6];
        for (field, average) in averages.iter_mut().enumerate() {
            let with = lengths.iter().filter(|lengths| lengths[field] > 0.0).count().max(1);
            *average = lengths.iter().map(|lengths| lengths[field]).sum::<f64>() / with as f64;
        }
        let mut idfs = HashMap::new();
        for term in self.vocabulary.iter() {
            idfs.insert(term.clone(), self.idf(term));
        }
        let members: Vec<_> = words.iter().map(|word| self.members(word)).collect();
        (0..self.fields.len())
            .map(|id| {
                let (mut sum, mut covered) = (0.0, 0.0);
                let name: BTreeSet<&String> = self.fields[id][0].iter().collect();
                for members in &members {
                    let (mut best, mut cover) = (0.0_f64, 0.0_f64);
                    for (term, weight) in members {
                        if self.fields[id].iter().flatten().any(|other| other == term) {
                            let saturated = self.saturated(id, term, &averages, &lengths);
                            best = best.max(weight * idfs[term] * saturated);
                        }
                        if name.contains(term) && self.stands(id, term) {
                            cover = cover.max(weight * idfs[term]);
                        }
                    }
                    sum += best;
                    covered += cover;
                }
                let neighbours = f64::from(self.ranking.neighbours) / 100.0;
                for &(first, second) in &pairs {
                    if self.are_neighbours(id, &words[first], &words[second]) {
                        sum += neighbours * idfs[&words[first]].max(idfs[&words[second]]);
                    }
                }
                let own: f64 =
                    name.iter().filter(|term| self.stands(id, term)).map(|term| idfs[*term]).sum();
                sum * (1.0 + f64::from(self.ranking.coverage) / 100.0 * (covered / own).min(1.0))
            })
            .collect()
    }

    /// In the name as it is written, and not only as two of its words together.
    fn stands(&self, id: usize, term: &str) -> bool {
        self.names[id][1].iter().any(|other| other == term)
    }

    fn lengths(&self) -> Vec<[f64; 6]> {
        let joins = |id: usize, field: usize| match field {
            0 => self.fields[id][0].len() - self.written(id, 1),
            1 => self.fields[id][1].len() - self.written(id, 0),
            _ => 0,
        };
        let length =
            |id: usize, field: usize| (self.fields[id][field].len() - joins(id, field)) as f64;
        (0..self.fields.len()).map(|id| std::array::from_fn(|field| length(id, field))).collect()
    }

    /// Words of a name as it is written.
    fn written(&self, id: usize, which: usize) -> usize {
        self.names[id][which].len()
    }

    fn are_neighbours(&self, id: usize, first: &str, second: &str) -> bool {
        let [server, tool] = &self.names[id];
        let first_place = |term: &str| {
            let in_tool = tool.iter().position(|other| other == term).map(|at| (1, at));
            in_tool.or_else(|| server.iter().position(|other| other == term).map(|at| (0, at)))
        };
        match (first_place(first), first_place(second)) {
            (Some((a, at)), Some((b, next))) => a == b && at + 1 == next,
            _ => false,
        }
    }
}

/// No near misses: those have tests of their own.
fn ranking() -> Ranking {
    Ranking { near: 0, ..Ranking::DEFAULT }
}

#[test]
fn the_order_is_that_of_a_naive_ranking() {
    let mut random = Random(11);
    for _ in 0..6 {
        let corpus = sorted((0..60).map(|number| random_tool(&mut random, number)).collect());
        let synonyms = Synonyms::parse(SYNONYMS).unwrap();
        let bytes = index::build(&corpus[..], &ranking(), &synonyms);
        let index = index::Index::new(&bytes).unwrap();
        let twin = Twin::new(&corpus, ranking());
        let mut hits = Hits::new();
        for _ in 0..25 {
            let query = random_query(&mut random);
            if query.split_whitespace().any(|word| word.contains('_')) || has_joins(&twin, &query) {
                continue;
            }
            let scores = twin.scores(&query);
            search(&index, &corpus[..], &query, 10, &mut hits);
            check(&query, &scores, &hits);
        }
    }
}

/// Neighbours of the query that are one word of the vocabulary, and unknown
/// words that are two: rules that the twin does not have.
fn has_joins(twin: &Twin, query: &str) -> bool {
    let mut words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    words.retain(|word| !is_stop_word(word));
    let joined = |pair: &[String]| twin.vocabulary.contains(Buffer::new(&pair.concat()).stemmed());
    let unknown = |word: &String| {
        let stem = Buffer::new(word).stemmed().to_owned();
        !is_stop_word(word) && twin.members(&stem).is_empty()
    };
    words.windows(2).any(joined) || words.iter().any(unknown)
}

fn check(query: &str, scores: &[f64], hits: &Hits) {
    // An impact on the edge of rounding, and idf in 1/1024, differ by so much.
    const SLACK: f64 = 0.03;
    let mut best: Vec<f64> = scores.iter().copied().filter(|score| *score > 0.0).collect();
    best.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(hits.as_slice().len(), best.len().min(10), "{query}");
    for (hit, expected) in hits.as_slice().iter().zip(best) {
        let own = scores[hit.id as usize];
        let points = f64::from(hit.score) / f64::from(SCORE_ONE);
        assert!((points - own).abs() < SLACK, "{query}: {points} is not {own}");
        assert!((own - expected).abs() < SLACK, "{query}: {own} where {expected} belongs");
    }
}

#[test]
fn early_termination_changes_nothing() {
    let mut random = Random(12);
    let corpus = sorted((0..1_100).map(|number| random_tool(&mut random, number)).collect());
    let bytes = index::build(&corpus[..], &Ranking::DEFAULT, &Synonyms::builtin());
    let index = index::Index::new(&bytes).unwrap();
    let mut hits = Hits::new();
    for round in 0..16 {
        let mut query = random_query(&mut random);
        if round % 4 == 0 {
            query.insert(0, '+');
        }
        let score = |id| (score_of(&index, &query, id), id);
        let mut all: Vec<(u32, u32)> =
            (0..1_100).map(score).filter(|(score, _)| *score > 0).collect();
        all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for max in [1, 5, 20] {
            search(&index, &corpus[..], &query, max, &mut hits);
            let found: Vec<(u32, u32)> =
                hits.as_slice().iter().map(|hit| (hit.score, hit.id)).collect();
            assert_eq!(found, all[..max.min(all.len())], "{query}");
        }
    }
}
