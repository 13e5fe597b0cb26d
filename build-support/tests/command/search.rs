use std::fs;

use serde_json::{Value, json};

use crate::{locked, run, tool};

/// Rows of a tools file: one native, two of a server.
fn rows() -> String {
    [
        json!({"name": "read_file", "description": "Reads a file.", "input_schema": {}}),
        json!({"name": "mcp__hub__create_issue", "server": "hub", "tool": "create_issue",
               "description": "Creates an issue.", "search_hint": "ticket", "input_schema": {}}),
        json!({"name": "mcp__hub__list_issues", "server": "hub", "tool": "list_issues",
               "description": "Lists issues.", "input_schema": {"type": "object"}}),
    ]
    .map(|row| row.to_string())
    .join("\n")
}

fn folder() -> tempfile::TempDir {
    let folder = locked(&[tool("open_drawer", "Opens a drawer."), tool("lock", "Locks the desk.")]);
    fs::write(folder.path().join("tools.jsonl"), rows()).unwrap();
    folder
}

#[test]
fn exactly_the_documented_document() {
    let folder = folder();
    let told = run(folder.path(), &["search", "--json", "drawer"]).expect(0).json();
    let keys: Vec<&String> = told.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["hits", "not_found", "query", "truncated"]);
    let hit = told["hits"][0].as_object().unwrap();
    assert_eq!(hit.keys().collect::<Vec<_>>(), ["name", "score", "server", "tool"]);
    assert_eq!(
        (&hit["name"], &hit["server"], &hit["tool"]),
        (&json!("mcp__desk__open_drawer"), &json!("desk"), &json!("open_drawer"))
    );
    assert!(hit["score"].as_f64().unwrap() > 0.0);
    assert_eq!(
        (&told["query"], &told["truncated"], &told["not_found"]),
        (&json!("drawer"), &json!(false), &json!([]))
    );
}

#[test]
fn nothing_found_is_a_finding() {
    let folder = folder();
    let ran = run(folder.path(), &["search", "zzzzqqqq"]).expect(1);
    assert!(ran.out.contains("nothing:"), "{ran:?}");
    run(folder.path(), &["search", "--lock", "nowhere", "drawer"]).expect(2);
    run(folder.path(), &["search"]).expect(2);
}

#[test]
fn names_asked_for_and_not_found() {
    let folder = folder();
    let told = run(folder.path(), &["search", "--json", "select:lock,absent"]).expect(0).json();
    assert_eq!(told["hits"].as_array().unwrap().len(), 1);
    assert_eq!(told["not_found"], json!(["absent"]));
}

#[test]
fn a_file_of_tools_instead_of_a_lock() {
    let folder = folder();
    let search = |query: &str| {
        let args = ["search", "--json", "--tools", "tools.jsonl", query];
        run(folder.path(), &args).expect(0).json()["hits"][0].clone()
    };
    assert_eq!(search("ticket")["name"], "mcp__hub__create_issue");
    let native = search("read a file");
    assert_eq!(
        (&native["name"], &native["server"], &native["tool"]),
        (&json!("read_file"), &Value::Null, &json!("read_file"))
    );
}

#[test]
fn rows_that_cannot_be_used_are_named_by_line() {
    let folder = folder();
    let path = folder.path().join("bad.jsonl");
    for (text, line) in [
        ("{\"name\":\"a\"}\n{", "bad.jsonl:2"),
        ("{\"name\":\"a\"}\n\n{\"name\":\"a\"}", "bad.jsonl:3"),
        ("{\"tool\":\"a\"}", "bad.jsonl:1"),
        ("{\"name\":1}", "bad.jsonl:1"),
        ("[]", "bad.jsonl:1"),
        ("", "bad.jsonl"),
    ] {
        fs::write(&path, text).unwrap();
        let ran = run(folder.path(), &["search", "--tools", "bad.jsonl", "x"]).expect(2);
        assert!(ran.err.contains(line), "{text}: {ran:?}");
    }
}

#[test]
fn one_line_a_query() {
    let folder = folder();
    fs::write(folder.path().join("queries"), "drawer\n{\"query\":\"desk\"}\n\nzzzzqqqq\n").unwrap();
    let ran = run(folder.path(), &["search", "--json", "--queries", "queries"]).expect(0);
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let queries: Vec<&Value> = lines.iter().map(|line| &line["query"]).collect();
    assert_eq!(queries, ["drawer", "desk", "zzzzqqqq"]);
    assert_eq!(lines[2]["hits"], json!([]));
    run(folder.path(), &["search", "--limit", "1", "--queries", "queries"]).expect(0);
    run(folder.path(), &["search", "--queries", "queries", "and-a-query"]).expect(2);
}

#[test]
fn the_figures_of_judged_queries() {
    let folder = folder();
    let judged = [
        json!({"query": "create issue", "relevant": ["mcp__hub__create_issue"]}),
        json!({"query": "ticket", "relevant": ["create_issue"]}),
        json!({"query": "zzzzqqqq", "relevant": ["read_file"]}),
        json!({"query": "list issues", "relevant": ["read_file"]}),
    ];
    fs::write(folder.path().join("judged"), judged.map(|line| line.to_string()).join("\n"))
        .unwrap();
    let args = ["eval", "--json", "--tools", "tools.jsonl", "judged"];
    let told = run(folder.path(), &args).expect(0).json();
    let keys: Vec<&String> = told.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["empty", "mrr", "ndcg@5", "queries", "recall@1", "recall@5"]);
    assert_eq!((&told["queries"], &told["empty"]), (&json!(4), &json!(1)));
    for figure in ["recall@1", "recall@5", "ndcg@5", "mrr"] {
        assert_eq!(told[figure], 0.5, "{figure}");
    }
    fs::write(folder.path().join("judged"), "{\"query\":\"x\"}").unwrap();
    let ran = run(folder.path(), &args).expect(2);
    assert!(ran.err.contains("judged:1"), "{ran:?}");
}

#[test]
fn the_kept_grammars_read_the_file_in_its_order() {
    let folder = folder();
    let names = |grammar: &str, query: &str| -> Vec<String> {
        let args = ["search", "--json", "--tools", "tools.jsonl", "--grammar", grammar, query];
        let told = run(folder.path(), &args).json();
        let hits = told["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("claude-code", "issue")[0], "mcp__hub__create_issue");
    assert_eq!(names("deerflow", "i").first().unwrap(), "read_file");
    run(folder.path(), &["search", "--grammar", "basic", "x"]).expect(2);
}

#[test]
fn scores_are_explained() {
    let folder = folder();
    let told = run(folder.path(), &["search", "--json", "--explain", "drawers"]).expect(0).json();
    let explain = &told["hits"][0]["explain"];
    assert_eq!(explain["points"], told["hits"][0]["score"]);
    let matched = &explain["matched"][0];
    let fields: Vec<&str> = matched["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["field"].as_str().unwrap())
        .collect();
    assert!(fields.contains(&"name") && fields.contains(&"description"), "{explain}");
    let named =
        run(folder.path(), &["search", "--json", "--explain", "select:lock"]).expect(0).json();
    assert_eq!(named["hits"][0]["explain"], Value::Null);
    let text = run(folder.path(), &["search", "--explain", "drawers"]).expect(0);
    assert!(text.out.contains("idf"), "{text:?}");
}

#[test]
fn a_compiled_catalog_is_searched_with_the_settings_of_its_build() {
    let folder = folder();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let config = toolcrib_build::Config::new().locks(folder.path().join("mcp.lock")).out(&out);
    config.alias("desk", "d").hint("desk", "lock", "zipper").try_compile().unwrap();
    run(folder.path(), &["search", "zipper"]).expect(1);
    let told = run(folder.path(), &["search", "--json", "--catalog", "out", "zipper"]).expect(0);
    assert_eq!(told.json()["hits"][0]["name"], json!("mcp__d__lock"));
    fs::write(folder.path().join("q.jsonl"), r#"{"query":"zipper","relevant":["lock"]}"#).unwrap();
    let told = run(folder.path(), &["eval", "--json", "--catalog", "out", "q.jsonl"]).expect(0);
    assert_eq!(told.json()["recall@1"], json!(1.0));
    run(folder.path(), &["search", "--catalog", "nowhere", "zipper"]).expect(2);
    fs::write(out.join("catalog.idx"), "no catalog").unwrap();
    let ran = run(folder.path(), &["search", "--catalog", "out", "zipper"]).expect(2);
    assert!(ran.err.contains("catalog.idx"), "{ran:?}");
}
