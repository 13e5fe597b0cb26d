//! The two kept grammars against the committed vectors, and over real manifests.

use serde_json::Value;
use toolcrib::search::{Corpus, Document, Grammar, Hits, Ranking, Synonyms, index};
use toolcrib_tests::shared;

struct Tool {
    name: String,
    server: Option<String>,
    tool: String,
    description: String,
    hint: String,
}

fn documents(tools: &[Tool]) -> Vec<Document<'_>> {
    let document = |tool: &'_ Tool| Document {
        name: Box::leak(tool.name.clone().into_boxed_str()),
        server: tool.server.clone().map(|server| &*Box::leak(server.into_boxed_str())),
        tool: Box::leak(tool.tool.clone().into_boxed_str()),
        description: Box::leak(tool.description.clone().into_boxed_str()),
        hint: Box::leak(tool.hint.clone().into_boxed_str()),
        schema: "",
    };
    tools.iter().map(document).collect()
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// Names and points of the hits.
fn run(grammar: Grammar, corpus: &(impl Corpus + ?Sized), query: &str) -> Vec<(String, f64)> {
    let none: [Document<'_>; 0] = [];
    let bytes = index::build(&none[..], &Ranking::DEFAULT, &Synonyms::none());
    let index = index::Index::new(&bytes).unwrap();
    let mut hits = Hits::new();
    grammar.search(&index, corpus, query, 5, &mut hits);
    let named = |id| corpus.document(id).name.to_owned();
    hits.as_slice().iter().map(|hit| (named(hit.id), f64::from(hit.points()))).collect()
}

fn tools_of(vectors: &Value) -> Vec<Tool> {
    let tool = |row: &Value| Tool {
        name: text(row, "name"),
        server: None,
        tool: text(row, "name"),
        description: text(row, "description"),
        hint: text(row, "search_hint"),
    };
    vectors["tools"].as_array().unwrap().iter().map(tool).collect()
}

#[test]
fn claude_code_vectors() {
    let vectors: Value = serde_json::from_str(include_str!("../vectors/claude_code.json")).unwrap();
    let tools = tools_of(&vectors);
    for case in vectors["cases"].as_array().unwrap() {
        let query = case["query"].as_str().unwrap();
        let expected: Vec<(String, f64)> = case["expect"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hit| (text(hit, "name"), hit["score"].as_f64().unwrap()))
            .collect();
        assert_eq!(run(Grammar::ClaudeCode, &documents(&tools)[..], query), expected, "{query}");
    }
}

#[test]
fn deerflow_vectors() {
    let vectors: Value = serde_json::from_str(include_str!("../vectors/deerflow.json")).unwrap();
    let tools = tools_of(&vectors);
    for case in vectors["cases"].as_array().unwrap() {
        let query = case["query"].as_str().unwrap();
        assert_eq!(
            names(run(Grammar::DeerFlow, &documents(&tools)[..], query)),
            strings(&case["expect"]),
            "{query}"
        );
    }
}

fn names(hits: Vec<(String, f64)>) -> Vec<String> {
    hits.into_iter().map(|hit| hit.0).collect()
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The manifests that the cases of `real_grammars.json` are about.
struct Listing(Vec<Document<'static>>);

impl Corpus for Listing {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn document(&self, id: u32) -> Document<'_> {
        self.0.get(id as usize).copied().unwrap_or_default()
    }
}

fn listing(manifests: &std::path::Path, vectors: &Value) -> Listing {
    let mut tools = Vec::new();
    for server in strings(&vectors["manifests"]) {
        let path = manifests.join(format!("{server}.json"));
        let manifest: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let pages = manifest["pages"].as_array().unwrap();
        for row in pages.iter().flat_map(|page| page["tools"].as_array().unwrap()) {
            let tool = text(row, "name");
            let plain =
                |c: char| if c.is_ascii_alphanumeric() || "_-".contains(c) { c } else { '_' };
            let long: String = format!("mcp__{server}__{tool}").chars().map(plain).collect();
            let given = vectors["names"][format!("{server}/{tool}")].as_str();
            let name = given.map_or(long, str::to_owned);
            let description = text(row, "description");
            tools.push(Tool {
                name,
                server: Some(server.clone()),
                tool,
                description,
                hint: String::new(),
            });
        }
    }
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let leaked: &'static [Tool] = Box::leak(tools.into_boxed_slice());
    Listing(documents(leaked))
}

#[test]
fn grammars_over_real_manifests() {
    let (Some(vectors), Some(manifests)) =
        (shared("vectors/real_grammars.json"), shared("manifests"))
    else {
        return;
    };
    let vectors: Value = serde_json::from_slice(&std::fs::read(vectors).unwrap()).unwrap();
    let listing = listing(&manifests, &vectors);
    for case in vectors["claude_code"].as_array().unwrap() {
        let query = case["query"].as_str().unwrap();
        let expected: Vec<(String, f64)> = case["expect"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hit| (hit[0].as_str().unwrap().to_owned(), hit[1].as_f64().unwrap()))
            .collect();
        assert_eq!(run(Grammar::ClaudeCode, &listing, query), expected, "{query}");
    }
    for case in vectors["deerflow"].as_array().unwrap() {
        let query = case["query"].as_str().unwrap();
        assert_eq!(
            names(run(Grammar::DeerFlow, &listing, query)),
            strings(&case["expect"]),
            "{query}"
        );
    }
}
