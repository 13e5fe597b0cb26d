//! `other-targets FOLDER` prints digests, hits and scores over a catalog that it
//! builds; where `FOLDER` holds one, that must be the same bytes and is the one
//! that is read. `other-targets --write FOLDER` puts it there.

mod data;

use std::error::Error;
use std::path::Path;

use toolcrib::catalog::{Catalog, Encoded};
use toolcrib::search::{Grammar, Hits, Ranking, Synonyms, explain, index};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let built = data::catalog()?;
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--write", folder] => Ok(write(&built, Path::new(folder))?),
        [folder] => read(&built, Path::new(folder)),
        _ => Err("usage: other-targets [--write] FOLDER".into()),
    }
}

fn write(built: &Encoded, folder: &Path) -> std::io::Result<()> {
    std::fs::write(folder.join("catalog.idx"), built.idx())?;
    std::fs::write(folder.join("catalog.txt"), built.text())
}

fn read(built: &Encoded, folder: &Path) -> Result<(), Box<dyn Error>> {
    let idx = std::fs::read(folder.join("catalog.idx"))?;
    let text = std::fs::read_to_string(folder.join("catalog.txt"))?;
    if idx != built.idx() || text != built.text() {
        return Err("the catalog built here has other bytes".into());
    }
    let catalog = Catalog::new(&idx, &text)?;
    catalog.index()?.verify()?;
    println!("catalog {}", catalog.digest());
    for tool in catalog.tools() {
        println!("{} {} {}", tool.name(), tool.raw_name(), tool.digest());
    }
    let mut hits = Hits::new();
    for query in data::queries() {
        for grammar in Grammar::ALL {
            grammar.search(&catalog.index()?, &catalog, query, 20, &mut hits);
            print(&catalog, grammar, query, &hits);
        }
        explained(&catalog, query, &mut hits)?;
    }
    damaged(&idx, &text, &mut hits);
    weighed(&catalog, &mut hits)
}

fn print(catalog: &Catalog<'_>, grammar: Grammar, query: &str, hits: &Hits) {
    let found: Vec<String> =
        hits.as_slice().iter().map(|hit| format!("{}:{}", hit.id, hit.score)).collect();
    println!("{grammar} {query:?} {:?} {:?} {}", hits.form, hits.outcome, found.join(" "));
    let first = hits.as_slice().first().and_then(|hit| catalog.get(hit.id));
    println!(
        "  {:?} {:?}",
        first.map(|tool| tool.name()),
        hits.not_found(query).collect::<Vec<_>>()
    );
}

fn explained(catalog: &Catalog<'_>, query: &str, hits: &mut Hits) -> Result<(), Box<dyn Error>> {
    catalog.search(query, 3, hits);
    for hit in hits.as_slice().iter().filter(|hit| hit.score > 0) {
        println!("{}", explain(&catalog.index()?, catalog, query, hit.id));
    }
    Ok(())
}

/// Changed bytes must not make a difference between targets either, and no
/// arithmetic may overflow.
fn damaged(idx: &[u8], text: &str, hits: &mut Hits) {
    for at in (0..idx.len()).step_by(499) {
        let mut idx = idx.to_vec();
        idx[at..].iter_mut().take(4).for_each(|byte| *byte = 0xff);
        let Ok(catalog) = Catalog::new(&idx, text) else {
            println!("{at} refused");
            continue;
        };
        let mut found = 0_u32;
        for query in ["create issue", "mcp__desk", "opne drawr", "select:open_drawer"] {
            catalog.search(query, 5, hits);
            found = hits
                .as_slice()
                .iter()
                .fold(found, |sum, hit| sum.wrapping_mul(31).wrapping_add(hit.id ^ hit.score));
        }
        let servers = catalog.servers().take(4).flat_map(|server| server.tools().take(4));
        let bytes: usize = servers
            .map(|tool| tool.definition().input_schema.len() + tool.server().name().len())
            .sum();
        println!("{at} {found} {bytes}");
    }
}

/// Other weights than the default ones.
fn weighed(catalog: &Catalog<'_>, hits: &mut Hits) -> Result<(), Box<dyn Error>> {
    let ranking = Ranking {
        k1: 90,
        synonym: 70,
        abbreviation: 55,
        near: 100,
        together: 65,
        repeated: 100,
        asking: 15,
        piece: 85,
        ..Ranking::DEFAULT
    };
    let bytes = index::build(catalog, &ranking, &Synonyms::builtin());
    let index = index::Index::new(&bytes)?;
    for query in data::queries() {
        Grammar::Toolcrib.search(&index, catalog, query, 5, hits);
        print(catalog, Grammar::Toolcrib, query, hits);
    }
    Ok(())
}
