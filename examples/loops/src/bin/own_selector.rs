//! A custom selector, which loads tools by what the user says before the
//! model is asked. This one compares letter triples, where another program
//! would ask an embedding model.

use std::collections::BTreeSet;

use toolcrib::Toolbox;
use toolcrib::session::Selector;
use toolcrib::toolbox::{Entry, View};

/// Takes tools by the share of their letter triples that the text has.
struct Triples {
    /// The least share, 0 to 1.
    least: f64,
}

impl Selector for Triples {
    fn select(&self, text: &str, tools: &View, most: usize) -> Vec<String> {
        let asked = triples(text);
        let score = |tool: &Entry| {
            let own = triples(tool.search_hint());
            let shared = own.intersection(&asked).count();
            shared as f64 / own.len().max(1) as f64
        };
        let mut scored: Vec<(f64, &str)> =
            tools.entries().iter().map(|tool| (score(tool), tool.name())).collect();
        scored.retain(|(score, _)| *score >= self.least);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.into_iter().take(most).map(|(_, name)| name.into()).collect()
    }
}

fn triples(text: &str) -> BTreeSet<String> {
    let letters: Vec<char> = text.to_lowercase().chars().collect();
    letters.windows(3).map(|three| three.iter().collect()).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Toolbox::builder().native(loops::all()).build()?.session();
    for text in ["Good morning!", "How is it spelled in a mirror, backward?"] {
        let loaded = session.route(text, &Triples { least: 0.5 }, 2);
        println!("{text} loads {loaded:?}");
    }
    Ok(())
}
