//! `retrieval DIR`: the quality of the ranking on judged queries.

use std::error::Error;
use std::path::{Path, PathBuf};

use toolcrib::search::eval::{self, Evaluation};
use toolcrib::search::{Document, Ranking, Synonyms, index};

use crate::data::{self, Judged};

/// What a set must reach: recall@5 and nDCG@5.
const GOALS: [(&str, f64, f64); 11] = [
    ("livemcp/route", 0.756, 0.722),
    ("livemcp/route_server", 0.768, 0.740),
    ("livemcp/step", 0.859, 0.778),
    ("azure/prompts", 0.973, 0.893),
    ("azure/keywords", 0.981, 0.881),
    ("metatool/prompts", 0.674, 0.562),
    ("metatool/keywords", 0.556, 0.474),
    ("sealtools/prompts", 0.993, 0.975),
    ("sealtools/keywords", 0.986, 0.973),
    ("manifests_zh/prompts", 0.957, 0.927),
    ("mcp_large/route", 0.404, 0.358),
];

/// A set may fall this much below its goal.
const SLACK: f64 = 0.005;

/// Prints a line for each set; false when one is below its goal.
pub(crate) fn run(folder: &Path) -> Result<bool, Box<dyn Error>> {
    println!("{:<24} queries    R@1    R@5   goal  nDCG@5   goal    MRR  empty", "set");
    let mut passed = true;
    for set in subfolders(folder)? {
        let tools = data::tools(&set.join("tools.jsonl"))?;
        let documents = data::documents(&tools);
        let bytes = index::build(&documents[..], &Ranking::DEFAULT, &Synonyms::builtin());
        for file in query_files(&set)? {
            let name = label(&set, &file);
            let result = evaluate(&bytes, &documents, &data::queries(&file)?)?;
            passed &= report(&name, &result);
        }
    }
    Ok(passed)
}

/// Runs every query and judges the first ten hits.
pub(crate) fn evaluate(
    bytes: &[u8],
    documents: &[Document<'_>],
    queries: &[Judged],
) -> Result<Evaluation, Box<dyn Error>> {
    let index = index::Index::new(bytes)?;
    let judged = queries
        .iter()
        .map(|judged| eval::Judged { query: &judged.query, relevant: &judged.relevant });
    Ok(eval::evaluate(&index, documents, judged))
}

fn report(name: &str, result: &Evaluation) -> bool {
    let goal = GOALS.iter().find(|goal| goal.0 == name);
    let show = |goal: Option<f64>| goal.map_or("    -".to_owned(), |goal| format!("{goal:.3}"));
    let passed = goal.is_none_or(|&(_, recall, ndcg)| {
        result.recall_at_5 >= recall - SLACK && result.ndcg_at_5 >= ndcg - SLACK
    });
    println!(
        "{name:<24} {:>7}  {:.3}  {:.3}  {}   {:.3}  {}  {:.3}  {:>5}{}",
        result.queries,
        result.recall_at_1,
        result.recall_at_5,
        show(goal.map(|goal| goal.1)),
        result.ndcg_at_5,
        show(goal.map(|goal| goal.2)),
        result.mrr,
        result.empty,
        if passed { "" } else { "  BELOW ITS GOAL" },
    );
    passed
}

pub(crate) fn subfolders(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    paths.retain(|path| path.join("tools.jsonl").is_file());
    paths.sort();
    Ok(paths)
}

pub(crate) fn query_files(set: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(set)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    paths.retain(|path| path.to_string_lossy().ends_with(".queries.jsonl"));
    paths.sort();
    Ok(paths)
}

/// `set/queries`, as the goals name it.
pub(crate) fn label(set: &Path, file: &Path) -> String {
    let part = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    format!("{}/{}", part(set), part(file).trim_end_matches(".queries.jsonl"))
}
