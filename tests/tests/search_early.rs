//! Early termination finds exactly what reading every list finds, over more tools
//! than are scored at a time.

mod search_support;

use search_support::{Random, random_query, random_tool, sorted};
use serde_json::Value;
use toolcrib::search::{Document, Hits, Ranking, Synonyms, index, score_of, search};
use toolcrib_tests::shared;

fn check(corpus: &[Document<'_>], ranking: &Ranking, queries: &[String]) {
    let bytes = index::build(corpus, ranking, &Synonyms::builtin());
    let index = index::Index::new(&bytes).unwrap();
    let mut hits = Hits::new();
    for query in queries {
        let mut all: Vec<(u32, u32)> =
            (0..index.documents()).map(|id| (score_of(&index, query, id), id)).collect();
        all.retain(|(score, _)| *score > 0);
        all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for max in [1, 5, 20] {
            search(&index, corpus, query, max, &mut hits);
            let found: Vec<(u32, u32)> =
                hits.as_slice().iter().map(|hit| (hit.score, hit.id)).collect();
            assert_eq!(found, all[..max.min(all.len())], "{query:?} with {ranking:?}");
        }
    }
}

#[test]
fn random_tools_with_weights_of_all_kinds() {
    const DEFAULT: Ranking = Ranking::DEFAULT;
    let mut random = Random(12);
    let corpus = sorted((0..2_600).map(|number| random_tool(&mut random, number)).collect());
    for ranking in [
        DEFAULT,
        Ranking { neighbours: 200, coverage: 1_000, repeated: 100, ..DEFAULT },
        Ranking { coverage: 0, neighbours: 0, ..DEFAULT },
        Ranking { synonym: 100, prefix: 100, near: 100, abbreviation: 100, ..DEFAULT },
        Ranking { k1: 10, synonym: 5, prefix: 5, ..DEFAULT },
    ] {
        let mut queries: Vec<String> = (0..6).map(|_| random_query(&mut random)).collect();
        queries[0].insert(0, '+');
        let twice = format!("{} {}", queries[1], queries[2]);
        queries.push(format!("{twice} {twice}"));
        check(&corpus, &ranking, &queries);
    }
}

#[test]
fn real_tools() {
    let Some(folder) = shared("retrieval/mcp_large") else { return };
    let read = |file: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let tools: Vec<Value> = read("tools.jsonl").into_iter().step_by(4).collect();
    let schemas: Vec<String> = tools.iter().map(|tool| tool["input_schema"].to_string()).collect();
    let text = |tool: &Value, key: &str| tool[key].as_str().unwrap_or_default().to_owned();
    let texts: Vec<[String; 3]> = tools
        .iter()
        .map(|tool| ["name", "tool", "description"].map(|key| text(tool, key)))
        .collect();
    let documents = tools.iter().zip(&texts).zip(&schemas).map(|((tool, texts), schema)| {
        let [name, own, description] = texts;
        let server = tool["server"].as_str();
        Document { name, server, tool: own, description, schema, ..Document::default() }
    });
    let queries: Vec<String> = read("route.queries.jsonl")
        .iter()
        .step_by(20)
        .map(|judged| text(judged, "query"))
        .collect();
    check(&sorted(documents.collect()), &Ranking::DEFAULT, &queries);
}
