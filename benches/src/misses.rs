//! `misses TOOLS QUERIES`: the queries whose answers are not among the first five.

use std::error::Error;
use std::path::Path;

use toolcrib::search::{Hits, Ranking, Synonyms, index, search};

use crate::data;

/// Prints each such query, what answers it, and what was found instead.
pub(crate) fn run(tools: &Path, queries: &Path) -> Result<bool, Box<dyn Error>> {
    let tools = data::tools(tools)?;
    let documents = data::documents(&tools);
    let bytes = index::build(&documents[..], &Ranking::DEFAULT, &Synonyms::builtin());
    let index = index::Index::new(&bytes)?;
    let mut hits = Hits::new();
    for judged in data::queries(queries)? {
        search(&index, &documents[..], &judged.query, 5, &mut hits);
        let names: Vec<&str> =
            hits.as_slice().iter().map(|hit| documents[hit.id as usize].name).collect();
        let missed = judged.relevant.iter().filter(|name| !names.contains(&name.as_str())).count();
        if missed > 0 && judged.relevant.len() - missed < 5 {
            println!("{}\n  wanted {:?}\n  found  {names:?}", judged.query, judged.relevant);
        }
    }
    Ok(true)
}
