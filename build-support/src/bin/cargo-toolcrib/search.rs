//! `search`: shows what the model would find.

use std::path::Path;

use serde_json::{Value, json};
use toolcrib::json::Json;
use toolcrib::search::{DEFAULT_HITS, Hits, SearchOutcome as Found};
use toolcrib::text::Visible;

use crate::args::{Common, Search};
use crate::explain;
use crate::outcome::{CommandError, Exit, Outcome};
use crate::screen::{Screen, Style};
use crate::source::{Searcher, at_line, lines, read_text, text, with_searcher};

pub(crate) fn run(common: &Common, options: &Search, screen: &Screen) -> Outcome {
    let queries = queries(options)?;
    let max = options.limit.unwrap_or(DEFAULT_HITS);
    with_searcher(common, &options.searched, |searcher| {
        let (mut hits, mut any) = (Hits::new(), false);
        for query in &queries {
            searcher.search(query, max, &mut hits);
            any |= !hits.as_slice().is_empty();
            screen.document(&document(searcher, query, &hits, options.explain));
            print(searcher, query, &hits, options.explain, screen);
        }
        Ok(Exit::found(!any))
    })
}

fn queries(options: &Search) -> Result<Vec<String>, CommandError> {
    match (&options.query, &options.queries) {
        (Some(query), _) => Ok(vec![query.clone()]),
        (None, Some(path)) => read_queries(path),
        (None, None) => Err(CommandError::new("no query: give one, or a file with --queries")),
    }
}

/// One query per line, as text or as an object with `query`.
fn read_queries(path: &Path) -> Result<Vec<String>, CommandError> {
    let content = read_text(path)?;
    let mut queries = Vec::new();
    for (number, line) in lines(&content) {
        let json = line.starts_with('{').then(|| Json::parse(line)).transpose();
        let query = match json.map_err(|error| at_line(path, number, error))? {
            None => line.to_owned(),
            Some(json) => text(json.root(), "query")
                .and_then(|query| query.ok_or_else(|| "has no `query`".to_owned()))
                .map_err(|message| at_line(path, number, message))?,
        };
        queries.push(query);
    }
    if queries.is_empty() {
        return Err(CommandError::new(format!("{}: has no query", path.display())));
    }
    Ok(queries)
}

fn document(searcher: &Searcher<'_>, query: &str, hits: &Hits, explain: bool) -> Value {
    let found = hits.as_slice().iter().map(|hit| {
        let tool = searcher.corpus.document(hit.id);
        let mut row = json!({
            "name": tool.name,
            "server": tool.server,
            "tool": tool.tool,
            "score": explain::rounded(hit.points()),
        });
        if explain {
            row["explain"] = explain::document(searcher, query, hits, hit);
        }
        row
    });
    json!({
        "query": query,
        "hits": found.collect::<Value>(),
        "not_found": hits.not_found(query).collect::<Vec<_>>(),
        "truncated": hits.truncated,
    })
}

fn print(searcher: &Searcher<'_>, query: &str, hits: &Hits, explain: bool, screen: &Screen) {
    screen.line(screen.paint(Style::Strong, &Visible(query).to_string()));
    for hit in hits.as_slice() {
        let tool = searcher.corpus.document(hit.id);
        let first = tool.description.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        let short: String = first.trim().chars().take(80).collect();
        let short = screen.paint(Style::Faint, &Visible(&short).to_string());
        screen.line(format!("  {:8.4}  {}  {short}", hit.points(), Visible(tool.name)));
        if explain {
            explain::print(searcher, query, hits, hit, screen);
        }
    }
    for name in hits.not_found(query) {
        screen.line(format!("  not found: {}", Visible(name)));
    }
    if hits.as_slice().is_empty() {
        screen.line(format!("  nothing: {}", why(hits.outcome)));
    }
    if hits.truncated {
        screen.line("  the query was too long and was cut");
    }
    if hits.literal {
        screen.line("  not a valid pattern: matched as literal text");
    }
}

fn why(outcome: Found) -> &'static str {
    match outcome {
        Found::NothingAsked => "the query has no letter or digit",
        Found::UnknownWords => "no tool has a word of the query, or a similar one",
        Found::RequiredMissing => "no tool has all words required with +",
        Found::UnknownNames => "no tool has any of these names",
        Found::NoMatch => "the pattern matches no tool",
        Found::NoTools => "there are no tools",
        _ => "no tool matches",
    }
}
