//! Any query of any grammar is answered in bounded time, within the bounds of the answer.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use toolcrib::search::index::{self, Index};
use toolcrib::search::{Document, Grammar, Hits, MAX_SELECTED, Ranking, Synonyms};

const TOOLS: [Document<'static>; 4] = [
    tool("mcp__desk__open_drawer", "open_drawer", "Opens a drawer. Naïve Straße, ﬁne."),
    tool("mcp__hub__listIssues", "listIssues", "Lists the issues of a repository."),
    tool("mcp__notes__创建", "创建", "创建一个新的笔记"),
    Document { server: None, ..tool("read_file", "read_file", "Reads a file.") },
];

const fn tool(
    name: &'static str,
    tool: &'static str,
    description: &'static str,
) -> Document<'static> {
    Document { name, server: Some("desk"), tool, description, hint: "hint", schema: "{}" }
}

fuzz_target!(|input: (&str, u8)| {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = BYTES
        .get_or_init(|| index::build(&TOOLS[..], &Ranking::DEFAULT, &Synonyms::builtin()));
    let index = Index::new(bytes).expect("it was just built");
    let (query, max) = input;
    let mut hits = Hits::new();
    for grammar in Grammar::ALL {
        grammar.search(&index, &TOOLS[..], query, usize::from(max), &mut hits);
        assert!(hits.as_slice().len() <= TOOLS.len().min(MAX_SELECTED));
        assert!(hits.as_slice().iter().all(|hit| (hit.id as usize) < TOOLS.len()));
        assert!(hits.not_found(query).all(|name| query.contains(name)));
    }
});
