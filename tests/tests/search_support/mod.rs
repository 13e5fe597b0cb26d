//! Small corpora for the tests of the search.

#![allow(dead_code)]

use toolcrib::search::{Document, Hits, Ranking, Synonyms, index, search};

/// A tool of a server, or a native one where the server is empty.
pub(crate) fn tool(
    server: &'static str,
    tool: &'static str,
    description: &'static str,
) -> Document<'static> {
    let name = if server.is_empty() { tool.to_owned() } else { format!("mcp__{server}__{tool}") };
    Document {
        name: Box::leak(name.into_boxed_str()),
        server: (!server.is_empty()).then_some(server),
        tool,
        description,
        ..Document::default()
    }
}

/// In the order that an index needs.
pub(crate) fn sorted<'d>(mut documents: Vec<Document<'d>>) -> Vec<Document<'d>> {
    documents.sort_by(|a, b| a.name.cmp(b.name));
    documents
}

pub(crate) fn build(documents: &[Document<'_>]) -> Vec<u8> {
    index::build(documents, &Ranking::DEFAULT, &Synonyms::builtin())
}

/// The raw names of the hits.
pub(crate) fn find(documents: &[Document<'static>], query: &str) -> Vec<&'static str> {
    let hits = hits(documents, query);
    hits.as_slice().iter().map(|hit| documents[hit.id as usize].tool).collect()
}

pub(crate) fn hits(documents: &[Document<'_>], query: &str) -> Hits {
    let bytes = build(documents);
    let mut hits = Hits::new();
    search(&index::Index::new(&bytes).unwrap(), documents, query, 5, &mut hits);
    hits
}

/// A seeded generator: SplitMix64 (G. Steele, D. Lea, C. Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

const VERBS: [&str; 12] = [
    "get", "list", "create", "delete", "update", "search", "send", "read", "fetch", "add",
    "remove", "find",
];
const NOUNS: [&str; 24] = [
    "issue",
    "issues",
    "repository",
    "repo",
    "file",
    "message",
    "channel",
    "user",
    "order",
    "invoice",
    "table",
    "database",
    "weather",
    "image",
    "page",
    "comment",
    "branch",
    "commit",
    "event",
    "calendar",
    "ticket",
    "deployment",
    "build",
    "screenshot",
];
const FILLER: [&str; 14] = [
    "the",
    "of",
    "a",
    "in",
    "for",
    "all",
    "open",
    "given",
    "current",
    "GitHub",
    "maxResults",
    "team",
    "创建页面",
    "résumé",
];

/// A tool made of common words.
pub(crate) fn random_tool(random: &mut Random, number: usize) -> Document<'static> {
    let server = ["github", "slack", "db", "weather-api", "codebase_memory"][random.below(5)];
    let name = format!("{}_{}_{number}", random.of(&VERBS), random.of(&NOUNS));
    let words: Vec<&str> = (0..random.below(30)).map(|_| random_word(random)).collect();
    let parameter = *random.of(&NOUNS);
    let schema = format!(
        r#"{{"type":"object","properties":{{"{parameter}":{{"description":"{} {}"}}}}}}"#,
        random_word(random),
        random_word(random)
    );
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let mut document = tool(server, leak(name), leak(words.join(" ")));
    document.schema = leak(schema);
    document.hint = if random.below(5) == 0 { random_word(random) } else { "" };
    document
}

pub(crate) fn random_word(random: &mut Random) -> &'static str {
    match random.below(3) {
        0 => random.of::<&'static str>(&VERBS[..]),
        1 => random.of::<&'static str>(&NOUNS[..]),
        _ => random.of::<&'static str>(&FILLER[..]),
    }
}

pub(crate) fn random_query(random: &mut Random) -> String {
    let words: Vec<String> = (0..1 + random.below(8))
        .map(|_| {
            let word = random_word(random);
            match random.below(12) {
                0 => format!("{word}x"),
                1 => word.to_uppercase(),
                2 => word.chars().take(4).collect(),
                _ => word.to_owned(),
            }
        })
        .collect();
    words.join(" ")
}
