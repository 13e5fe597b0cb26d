//! The search hints of `build.rs`, tested as a project tests them in its CI: what
//! a model asks, and which tools must answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::Value;
use toolcrib::search::eval::{Judged, evaluate};

static CATALOG: toolcrib::Catalog = toolcrib::include_catalog!();

/// Lines of `{"query", "relevant"}`, which `cargo toolcrib eval` reads as well.
fn judged() -> Vec<(String, Vec<String>)> {
    let lines = include_str!("hints.jsonl").lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let names = line["relevant"].as_array().expect("a list of names");
        let names = names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect();
        (line["query"].as_str().expect("a query").to_owned(), names)
    });
    lines.collect()
}

#[test]
fn what_a_model_asks_is_found() {
    let index = CATALOG.index().expect("a sound index");
    for (query, relevant) in judged() {
        let judged = Judged { query: &query, relevant: &relevant };
        let result = evaluate(&index, &CATALOG, [judged]);
        assert!(result.recall_at_5 == 1.0, "`{query}` does not find {relevant:?}");
    }
}
