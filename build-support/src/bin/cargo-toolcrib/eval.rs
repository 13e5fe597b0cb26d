//! `eval`: measures the search with judged queries.

use std::path::Path;

use serde_json::json;
use toolcrib::json::Json;
use toolcrib::search::eval::{Evaluation, Evaluator};
use toolcrib::search::{Document, Hits};

use crate::args::{Common, Eval};
use crate::outcome::{CommandError, Exit, Outcome};
use crate::screen::Screen;
use crate::source::{Searcher, at_line, lines, read_text, text, with_searcher};

/// The number of hits that the figures use.
const HITS: usize = 10;

struct Judged {
    query: String,
    /// Names that the model sees, or the tools' own names.
    relevant: Vec<String>,
}

pub(crate) fn run(common: &Common, options: &Eval, screen: &Screen) -> Outcome {
    let queries = read(&options.file)?;
    with_searcher(common, &options.searched, |searcher| {
        let result = evaluate(searcher, &queries);
        print(&result, screen);
        screen.document(&json!({
            "queries": result.queries,
            "recall@1": result.recall_at_1,
            "recall@5": result.recall_at_5,
            "ndcg@5": result.ndcg_at_5,
            "mrr": result.mrr,
            "empty": result.empty,
        }));
        Ok(Exit::Fine)
    })
}

fn read(path: &Path) -> Result<Vec<Judged>, CommandError> {
    let content = read_text(path)?;
    let mut queries = Vec::new();
    for (number, line) in lines(&content) {
        let json = Json::parse(line).map_err(|error| at_line(path, number, error))?;
        queries.push(judged(&json).map_err(|message| at_line(path, number, message))?);
    }
    if queries.iter().all(|judged| judged.relevant.is_empty()) {
        let message = "has no query with a relevant tool";
        return Err(CommandError::new(format!("{}: {message}", path.display())));
    }
    Ok(queries)
}

fn judged(json: &Json<'_>) -> Result<Judged, String> {
    let query = text(json.root(), "query")?.ok_or("has no `query`")?;
    let list = json.root().get("relevant").filter(|list| list.is_array());
    let names = list.ok_or("has no list `relevant`")?.items().map(|name| name.as_str());
    let names: Option<Vec<String>> = names.map(|name| Some(name?.into_owned())).collect();
    let mut relevant = names.ok_or("`relevant` must list names")?;
    relevant.sort();
    relevant.dedup();
    Ok(Judged { query, relevant })
}

fn evaluate(searcher: &Searcher<'_>, queries: &[Judged]) -> Evaluation {
    let (mut hits, mut evaluator) = (Hits::new(), Evaluator::default());
    for judged in queries {
        searcher.search(&judged.query, HITS, &mut hits);
        let mut open: Vec<&str> = judged.relevant.iter().map(String::as_str).collect();
        let found = hits.as_slice().iter().map(|hit| {
            let tool = searcher.corpus.document(hit.id);
            takes(&mut open, &tool)
        });
        evaluator.add(found, judged.relevant.len());
    }
    evaluator.finish()
}

/// True if the tool is one of those still looked for; each counts once.
fn takes(open: &mut Vec<&str>, tool: &Document<'_>) -> bool {
    let by_name = open.iter().position(|name| *name == tool.name);
    let at = by_name.or_else(|| open.iter().position(|name| *name == tool.tool));
    at.map(|at| open.swap_remove(at)).is_some()
}

fn print(result: &Evaluation, screen: &Screen) {
    screen.line(format!("queries   {}", result.queries));
    for (label, figure) in [
        ("recall@1", result.recall_at_1),
        ("recall@5", result.recall_at_5),
        ("nDCG@5", result.ndcg_at_5),
        ("MRR", result.mrr),
    ] {
        screen.line(format!("{label:9} {figure:.4}"));
    }
    screen.line(format!("empty     {}", result.empty));
}
