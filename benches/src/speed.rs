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
    words: [f64; 8],
    peers: Vec<(&'static str, f64)>,
}

/// Measures, prints the table, and writes it into `benches/README.md`. False
/// when a goal is missed.
pub(crate) fn run(folder: &Path) -> Result<bool, Box<dyn Error>> {
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
    crate::readme::write("search", &table)?;
    Ok(true)
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
    let mut row = Row {
        tools: tools.len(),
        search: time(queries),
        unknown: time(&unknown),
        exact: time(&exact),
        select: time(&select),
        server: time(&server),
        required: time(&required),
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

/// Nanoseconds of the median query; each is repeated for at least half a
/// millisecond, after one run that does not count.
fn median(queries: &[String], mut run: impl FnMut(&str) -> usize) -> f64 {
    let mut times: Vec<f64> = queries
        .iter()
        .map(|query| {
            black_box(run(query));
            let (start, mut count) = (Instant::now(), 0_u32);
            while count < 3 || start.elapsed() < Duration::from_micros(500) {
                black_box(run(query));
                count += 1;
            }
            start.elapsed().as_nanos() as f64 / f64::from(count)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn table(rows: &[Row]) -> String {
    let mut out = String::from("| |");
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
    for count in 0..8 {
        line(&format!("{} words", count + 1), &|row| time(row.words[count]));
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
