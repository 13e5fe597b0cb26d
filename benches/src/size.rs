//! `build TOOLS`: time to build an index and its size, at several sizes.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use toolcrib::search::{Ranking, Synonyms, index};

use crate::data;

/// Prints one line a size. Run without `--release` for what a build script does.
pub(crate) fn run(path: &Path) -> Result<bool, Box<dyn Error>> {
    let all = data::tools(path)?;
    println!("{:>7}  {:>9}  {:>10}  {:>10}  {:>6}", "tools", "ms", "text", "index", "ratio");
    for size in [100, 1_000, 10_000, all.len()] {
        let tools = data::spread(&all, size);
        let documents = data::documents(&tools);
        let text: usize = tools.iter().map(data::Tool::canonical_len).sum();
        let start = Instant::now();
        let bytes = index::build(&documents[..], &Ranking::DEFAULT, &Synonyms::builtin());
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let ratio = bytes.len() as f64 / text as f64;
        println!("{:>7}  {ms:>9.1}  {text:>10}  {:>10}  {ratio:>6.3}", tools.len(), bytes.len());
    }
    Ok(true)
}
