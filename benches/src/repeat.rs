//! `repeat FOLDER SIZE TIMES`: nothing but searches, for a profiler.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;

use toolcrib::search::{Hits, Ranking, Synonyms, index, search};

use crate::data;

/// Runs every query `times` times over `size` tools.
pub(crate) fn run(folder: &Path, size: usize, times: usize) -> Result<bool, Box<dyn Error>> {
    let all = data::tools(&folder.join("tools.jsonl"))?;
    let tools = if size > all.len() { data::grown(&all, size) } else { data::spread(&all, size) };
    let documents = data::documents(&tools);
    let bytes = index::build(&documents[..], &Ranking::DEFAULT, &Synonyms::builtin());
    let index = index::Index::new(&bytes)?;
    let queries = data::queries(&folder.join("route.queries.jsonl"))?;
    let mut hits = Hits::new();
    let start = std::time::Instant::now();
    for _ in 0..times {
        for judged in &queries {
            search(&index, &documents[..], black_box(&judged.query), 5, &mut hits);
            black_box(hits.as_slice());
        }
    }
    let runs = (times * queries.len()) as f64;
    println!("{:.1} µs a query", start.elapsed().as_secs_f64() * 1e6 / runs);
    Ok(true)
}
