//! `search FOLDER`: time of a search, and of its peers, at several sizes.

use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use toolcrib::search::{Hits, Ranking, Synonyms, index, search};

use crate::data::{self, Tool};

const SIZES: [usize; 5] = [100, 1_000, 10_000, 21_587, 100_000];

/// The figures of one size, in nanoseconds, median over the queries.
#[derive(Debug, Default)]
struct Row {
    tools: usize,
    search: f64,
    unknown: f64,
    exact: f64,
    select: f64,
    server: f64,
    required: f64,
    pattern: f64,
    words: [f64; 8],
    peers: Vec<(&'static str, f64)>,
}

/// Measures, prints the table and the goals, and where asked writes the table
/// into `benches/README.md`. False when a goal is missed.
pub(crate) fn run(folder: &Path, write: bool) -> Result<bool, Box<dyn Error>> {
    let all = data::tools(&folder.join("tools.jsonl"))?;
    let queries: Vec<String> = data::queries(&folder.join("route.queries.jsonl"))?
        .into_iter()
        .map(|judged| judged.query)
        .collect();
    let mut rows = Vec::new();
    for size in SIZES {
        let tools =
            if size > all.len() { data::grown(&all, size) } else { data::spread(&all, size) };
        rows.push(measure(&tools, &queries)?);
        eprintln!("measured at {} tools", tools.len());
    }
    let table = table(&rows);
    println!("{table}");
    if write {
        crate::readme::write("search", &table)?;
    }
    let missed = goals(&rows).into_iter().filter(|goal| !goal.report()).count();
    Ok(missed == 0)
}

/// One figure and what it must reach.
struct Goal {
    what: &'static str,
    figure: f64,
    goal: f64,
    /// Larger is better.
    at_least: bool,
}

/// By so much a figure may miss its goal: runs differ.
const NOISE: f64 = 0.05;

impl Goal {
    fn report(&self) -> bool {
        let Self { what, figure, goal, at_least } = *self;
        let good =
            if at_least { figure >= goal * (1.0 - NOISE) } else { figure <= goal * (1.0 + NOISE) };
        let (bound, verdict) =
            (if at_least { "at least" } else { "at most" }, if good { "" } else { "  MISSED" });
        println!("{what:<44} {figure:>8.1}  goal {bound} {goal}{verdict}");
        good
    }
}

fn goals(rows: &[Row]) -> Vec<Goal> {
    let row = |tools| rows.iter().find(|row: &&Row| row.tools == tools);
    let (Some(ten), Some(hundred)) = (row(10_000), row(100_000)) else { return Vec::new() };
    let at_most = |what, figure, goal| Goal { what, figure, goal, at_least: false };
    let mut goals = vec![
        at_most("an unknown word more, 10,000 tools: times", ten.unknown / ten.search, 5.0),
        at_most("100,000 tools beside 10,000: times", hundred.search / ten.search, 12.0),
        at_most("exact name, 10,000 tools: ns", ten.exact, 300.0),
        at_most("select:, 10,000 tools: ns", ten.select, 300.0),
    ];
    let peers = [
        ("bm25", "bm25 beside toolcrib, 10,000 tools: times", 10.0),
        ("tantivy", "tantivy beside toolcrib, 10,000 tools: times", 1.0),
    ];
    for (name, what, goal) in peers {
        if let Some((_, time)) = ten.peers.iter().find(|peer| peer.0 == name) {
            goals.push(Goal { what, figure: time / ten.search, goal, at_least: true });
        }
    }
    goals
}

fn measure(tools: &[Tool], queries: &[String]) -> Result<Row, Box<dyn Error>> {
    let documents = data::documents(tools);
    let bytes = index::build(&documents[..], &Ranking::DEFAULT, &Synonyms::builtin());
    let index = index::Index::new(&bytes)?;
    let mut hits = Hits::new();
    let mut time = |queries: &[String]| {
        median(queries, |query| {
            search(&index, &documents[..], black_box(query), 5, &mut hits);
            hits.as_slice().len()
        })
    };
    let unknown: Vec<String> = queries.iter().map(|query| format!("{query} qwzzkly")).collect();
    let every = (tools.len() / 200).max(1);
    let some = || tools.iter().step_by(every);
    let exact: Vec<String> = some().map(|tool| tool.name.clone()).collect();
    let select: Vec<String> = exact.iter().map(|name| format!("select:{name}")).collect();
    let server: Vec<String> =
        some().filter_map(|tool| Some(format!("mcp__{}", tool.server.as_ref()?))).collect();
    let required: Vec<String> = queries.iter().map(|query| format!("+{query}")).collect();
    let first = |query: &String| query.split_whitespace().next().unwrap_or_default().to_owned();
    let pattern: Vec<String> =
        queries.iter().map(|query| format!("/{}s?\\b/", first(query))).collect();
    let mut row = Row {
        tools: tools.len(),
        search: time(queries),
        unknown: time(&unknown),
        exact: time(&exact),
        select: time(&select),
        server: time(&server),
        required: time(&required),
        pattern: time(&pattern),
        ..Row::default()
    };
    for (count, figure) in row.words.iter_mut().enumerate() {
        let cut = |query: &String| -> Option<String> {
            let words: Vec<&str> = query.split_whitespace().take(count + 1).collect();
            (words.len() == count + 1).then(|| words.join(" "))
        };
        let queries: Vec<String> = queries.iter().filter_map(cut).collect();
        *figure = time(&queries);
    }
    row.peers = peers(tools, queries)?;
    Ok(row)
}

#[cfg(feature = "peers")]
fn peers(tools: &[Tool], queries: &[String]) -> Result<Vec<(&'static str, f64)>, Box<dyn Error>> {
    use crate::peers::{Bm25, Scan, Tantivy};
    let (bm25, tantivy, scan) = (Bm25::new(tools), Tantivy::new(tools)?, Scan::new(tools));
    Ok(vec![
        ("bm25", median(queries, |query| bm25.search(query))),
        ("tantivy", median(queries, |query| tantivy.search(query))),
        ("memchr scan", median(queries, |query| scan.search(query))),
    ])
}

#[cfg(not(feature = "peers"))]
fn peers(_: &[Tool], _: &[String]) -> Result<Vec<(&'static str, f64)>, Box<dyn Error>> {
    Ok(Vec::new())
}

/// Nanoseconds of the median query; of each the least mean of five batches, after
/// one run that does not count.
fn median(queries: &[String], mut run: impl FnMut(&str) -> usize) -> f64 {
    let mut batch = |query: &String| {
        let (start, mut count) = (Instant::now(), 0_u32);
        while count < 3 || start.elapsed() < Duration::from_micros(100) {
            black_box(run(query));
            count += 1;
        }
        start.elapsed().as_nanos() as f64 / f64::from(count)
    };
    let mut times: Vec<f64> = queries
        .iter()
        .map(|query| (0..6).map(|_| batch(query)).skip(1).fold(f64::INFINITY, f64::min))
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn table(rows: &[Row]) -> String {
    let mut out = String::from("|");
    let mut line = |label: &str, cell: &dyn Fn(&Row) -> String| {
        let cells: Vec<String> = rows.iter().map(cell).collect();
        let _ = writeln!(out, " {label} | {} |", cells.join(" | "));
        out.push('|');
    };
    let time = |nanoseconds: f64| {
        if nanoseconds < 1e3 {
            format!("{nanoseconds:.0} ns")
        } else {
            format!("{:.1} µs", nanoseconds / 1e3)
        }
    };
    line("tools", &|row| row.tools.to_string());
    line("---", &|_| "---:".to_owned());
    line("toolcrib", &|row| time(row.search));
    line("with an unknown word", &|row| time(row.unknown));
    line("exact name", &|row| time(row.exact));
    line("`select:`", &|row| time(row.select));
    line("`mcp__server`", &|row| time(row.server));
    line("`+word …`", &|row| time(row.required));
    line("`/regex/`", &|row| time(row.pattern));
    for count in 0..8 {
        line(&format!("{} word{}", count + 1, if count == 0 { "" } else { "s" }), &|row| {
            time(row.words[count])
        });
    }
    for peer in 0..rows.first().map_or(0, |row| row.peers.len()) {
        let label = rows[0].peers[peer].0;
        line(label, &|row| time(row.peers[peer].1));
        line(&format!("{label} ÷ toolcrib"), &|row| {
            format!("{:.1}", row.peers[peer].1 / row.search)
        });
    }
    out.pop();
    out.replace("| --- |", "|---|")
}
