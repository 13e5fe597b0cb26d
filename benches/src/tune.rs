//! `tune FOLDER`: what the weights are worth on sets that they were not chosen on;
//! `parts FOLDER`: what each part of the ranking is.
//!
//! Each family of sets is left out in turn. From the weights of the literature
//! one number after another is moved to the value that is best on the other
//! families, until nothing helps; the family that was left out then judges. What
//! its figures gain is what such a choice is worth on tools that nobody has seen.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use toolcrib::search::{FieldWeight, Ranking, Synonyms, index};

use crate::data::{self, Judged, Tool};
use crate::retrieval;

/// One file of queries over its tools.
struct Set {
    /// Sets of one family share queries or tools, and are left out together.
    family: String,
    /// Which of the lists of tools.
    tools: usize,
    queries: Vec<Judged>,
}

struct Sets {
    tools: Vec<Vec<Tool>>,
    sets: Vec<Set>,
    families: Vec<String>,
    /// Figures by weights, one a set.
    known: HashMap<String, Vec<f64>>,
}

/// What is moved: a name, how it is set, and the values that are tried.
type Dial = (&'static str, fn(&mut Ranking, u16), &'static [u16]);

const DIALS: [Dial; 22] = [
    ("k1", |ranking, value| ranking.k1 = value, &[100, 120, 140, 160]),
    ("name", |ranking, value| ranking.fields[0].weight = value, &[150, 180, 200, 250]),
    ("server", |ranking, value| ranking.fields[1].weight = value, &[200, 250, 300, 350]),
    ("description", |ranking, value| ranking.fields[3].weight = value, &[60, 70, 85, 100]),
    ("first sentence", |ranking, value| ranking.fields[6].weight = value, &[0, 25, 50, 75]),
    ("parameter", |ranking, value| ranking.fields[4].weight = value, &[60, 80, 100, 130]),
    ("parameter text", |ranking, value| ranking.fields[5].weight = value, &[30, 50, 70]),
    ("name b", |ranking, value| ranking.fields[0].length = value, &[20, 30, 40, 50]),
    ("server b", |ranking, value| ranking.fields[1].length = value, &[10, 30, 50]),
    ("description b", |ranking, value| ranking.fields[3].length = value, &[30, 40, 50, 60]),
    ("parameter b", |ranking, value| ranking.fields[4].length = value, &[30, 40, 50, 60]),
    ("parameter text b", |ranking, value| ranking.fields[5].length = value, &[30, 40, 50, 60]),
    ("first sentence b", |ranking, value| ranking.fields[6].length = value, &[20, 30, 40, 50]),
    ("synonym", |ranking, value| ranking.synonym = value, &[30, 35, 40, 45, 50]),
    ("abbreviation", |ranking, value| ranking.abbreviation = value, &[45, 60, 75, 90]),
    ("prefix", |ranking, value| ranking.prefix = value, &[30, 40, 45, 50, 60]),
    ("together", |ranking, value| ranking.together = value, &[50, 65, 80, 95]),
    ("neighbours", |ranking, value| ranking.neighbours = value, &[5, 10, 15, 20, 30]),
    ("coverage", |ranking, value| ranking.coverage = value, &[30, 50, 60, 70, 90]),
    ("repeated", |ranking, value| ranking.repeated = value, &[0, 15, 30, 50]),
    ("asking", |ranking, value| ranking.asking = value, &[25, 50, 75, 100]),
    ("piece", |ranking, value| ranking.piece = value, &[25, 50, 75, 100]),
];

/// Weights as plain implementations of the formulas have them; what those do not
/// know is off.
fn start() -> Ranking {
    let field = |weight, length| FieldWeight { weight, length };
    Ranking {
        fields: [
            field(200, 30),
            field(300, 30),
            field(200, 40),
            field(100, 40),
            field(100, 40),
            field(50, 40),
            field(0, 40),
        ],
        k1: 120,
        synonym: 40,
        abbreviation: 45,
        prefix: 40,
        neighbours: 20,
        coverage: 50,
        repeated: 0,
        asking: 100,
        piece: 100,
        ..Ranking::DEFAULT
    }
}

/// Prints, for each family, what it gains from weights that the others chose.
pub(crate) fn run(folder: &Path) -> Result<bool, Box<dyn Error>> {
    let mut sets = Sets::read(folder)?;
    println!(
        "{:<14} {:>7} {:>7} {:>7}  chosen on the others",
        "left out", "start", "chosen", "default"
    );
    let mut gain = 0.0;
    for family in sets.families.clone() {
        let chosen = sets.climb(Some(&family))?;
        let [before, after, default] = [start(), chosen, Ranking::DEFAULT]
            .map(|ranking| sets.figure(&ranking, |set| set.family == family));
        let (before, after, default) = (before?, after?, default?);
        println!("{family:<14} {before:>7.4} {after:>7.4} {default:>7.4}  {}", shown(&chosen));
        gain += (after - before) / sets.families.len() as f64;
    }
    println!("mean gain on what was left out: {gain:+.4}");
    let all = sets.climb(None)?;
    println!("chosen on all: {}", shown(&all));
    Ok(gain >= 0.0)
}

/// What is switched off: a name, and how.
type Part = (&'static str, fn(&mut Ranking));

const PARTS: [Part; 11] = [
    ("first sentence", |ranking| {
        ranking.fields[6].weight = 0;
        ranking.fields[3].weight = 100;
    }),
    ("neighbours", |ranking| ranking.neighbours = 0),
    ("coverage", |ranking| ranking.coverage = 0),
    ("repeated words", |ranking| ranking.repeated = 0),
    ("words of asking", |ranking| ranking.asking = 100),
    ("pieces", |ranking| ranking.piece = 100),
    ("short forms", |ranking| ranking.abbreviation = ranking.synonym),
    ("synonyms", |ranking| (ranking.synonym, ranking.abbreviation) = (0, 0)),
    ("prefixes", |ranking| ranking.prefix = 0),
    ("near misses", |ranking| ranking.near = 0),
    ("written together", |ranking| ranking.together = 0),
];

/// Prints, for each family, the default's mean of recall@5 and nDCG@5, and what
/// each part of the ranking adds to it; where asked writes it into
/// `benches/README.md`.
pub(crate) fn parts(folder: &Path, write: bool) -> Result<bool, Box<dyn Error>> {
    let mut sets = Sets::read(folder)?;
    let families = sets.families.clone();
    let mut figures = |ranking: &Ranking| -> Result<Vec<f64>, Box<dyn Error>> {
        families.iter().map(|family| sets.figure(ranking, |set| set.family == *family)).collect()
    };
    let default = figures(&Ranking::DEFAULT)?;
    let mut table =
        format!("| | {} |\n|---|{}", families.join(" | "), " ---: |".repeat(families.len()));
    table += &row("all of it", &default, |figure| format!("{figure:.3}"));
    for (name, switch_off) in PARTS {
        let mut ranking = Ranking::DEFAULT;
        switch_off(&mut ranking);
        let without = figures(&ranking)?;
        let gains: Vec<f64> =
            default.iter().zip(&without).map(|(all, without)| all - without).collect();
        table += &row(name, &gains, |gain| format!("{gain:+.3}"));
    }
    println!("{table}");
    if write {
        crate::readme::write("parts", &table)?;
    }
    Ok(true)
}

fn row(name: &str, figures: &[f64], show: impl Fn(f64) -> String) -> String {
    let cells: Vec<String> = figures.iter().map(|&figure| show(figure)).collect();
    format!("\n| {name} | {} |", cells.join(" | "))
}

impl Sets {
    fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let (mut tools, mut sets, mut families) = (Vec::new(), Vec::new(), Vec::new());
        for set in retrieval::subfolders(folder)? {
            for file in retrieval::query_files(&set)? {
                let label = retrieval::label(&set, &file);
                let family = family(&label);
                if !families.contains(&family) {
                    families.push(family.clone());
                }
                sets.push(Set { family, tools: tools.len(), queries: data::queries(&file)? });
            }
            tools.push(data::tools(&set.join("tools.jsonl"))?);
        }
        Ok(Self { tools, sets, families, known: HashMap::new() })
    }

    /// The mean figure of the families that are not left out.
    fn climb(&mut self, left_out: Option<&str>) -> Result<Ranking, Box<dyn Error>> {
        let mut best = start();
        let mut most = self.others(&best, left_out)?;
        loop {
            let before = most;
            for (_, set, values) in DIALS {
                for &value in values {
                    let mut tried = best;
                    set(&mut tried, value);
                    let figure = self.others(&tried, left_out)?;
                    // Less than this is chance.
                    if figure > most + 2e-4 {
                        (best, most) = (tried, figure);
                    }
                }
            }
            if most - before < 1e-3 {
                return Ok(best);
            }
        }
    }

    fn others(&mut self, ranking: &Ranking, left_out: Option<&str>) -> Result<f64, Box<dyn Error>> {
        let families: Vec<String> = self.families.clone();
        let kept = families.iter().filter(|family| Some(family.as_str()) != left_out);
        let figures: Vec<f64> = kept
            .map(|family| self.figure(ranking, |set| set.family == *family))
            .collect::<Result<_, _>>()?;
        Ok(figures.iter().sum::<f64>() / figures.len() as f64)
    }

    /// The mean of recall@5 and nDCG@5 over the sets that are asked for.
    fn figure(
        &mut self,
        ranking: &Ranking,
        wanted: impl Fn(&Set) -> bool,
    ) -> Result<f64, Box<dyn Error>> {
        let key = format!("{ranking:?}");
        if !self.known.contains_key(&key) {
            let figures = self.measure(ranking)?;
            self.known.insert(key.clone(), figures);
        }
        let figures = self.known[&key].iter().zip(&self.sets).filter(|(_, set)| wanted(set));
        let figures: Vec<f64> = figures.map(|(figure, _)| *figure).collect();
        Ok(figures.iter().sum::<f64>() / figures.len() as f64)
    }

    fn measure(&self, ranking: &Ranking) -> Result<Vec<f64>, Box<dyn Error>> {
        let mut figures = Vec::new();
        for (number, tools) in self.tools.iter().enumerate() {
            let documents = data::documents(tools);
            let bytes = index::build(&documents[..], ranking, &Synonyms::builtin());
            for set in self.sets.iter().filter(|set| set.tools == number) {
                let result = retrieval::evaluate(&bytes, &documents, &set.queries)?;
                figures.push((result.recall_at_5 + result.ndcg_at_5) / 2.0);
            }
        }
        Ok(figures)
    }
}

/// The large set has the queries of the small one.
fn family(label: &str) -> String {
    let set = label.split('/').next().unwrap_or(label);
    if set == "mcp_large" { "livemcp" } else { set }.to_owned()
}

fn shown(ranking: &Ranking) -> String {
    let fields = ranking.fields.map(|field| format!("{}/{}", field.weight, field.length)).join(" ");
    let dials = [
        ("k1", ranking.k1),
        ("synonym", ranking.synonym),
        ("abbreviation", ranking.abbreviation),
        ("prefix", ranking.prefix),
        ("together", ranking.together),
        ("neighbours", ranking.neighbours),
        ("coverage", ranking.coverage),
        ("repeated", ranking.repeated),
        ("asking", ranking.asking),
        ("piece", ranking.piece),
    ];
    let dials = dials.map(|(name, value)| format!("{name} {value}")).join(", ");
    format!("fields {fields}, {dials}")
}
