use serde_json::json;

use crate::{folder, locked, run, tool};

#[test]
fn a_tool_is_found_by_each_of_its_names() {
    let folder = locked(&[tool("list_issues", "Lists issues."), tool("a.b", "Dotted.")]);
    for name in ["mcp__desk__list_issues", "desk/list_issues", "list_issues"] {
        let told = run(folder.path(), &["show", "--json", name]).expect(0).json();
        assert_eq!(told["name"], "mcp__desk__list_issues");
        assert_eq!((&told["server"], &told["tool"]), (&json!("desk"), &json!("list_issues")));
        assert_eq!(told["digest"].as_str().unwrap().len(), 64);
        assert!(told["tokens"].as_u64().unwrap() > 10);
    }
    let told = run(folder.path(), &["show", "--json", "a.b"]).expect(0).json();
    assert_eq!(told["name"], "mcp__desk__a_b");
}

#[test]
fn an_unknown_name_gets_near_ones() {
    let folder = locked(&[tool("list_issues", "Lists issues."), tool("close", "Closes.")]);
    let ran = run(folder.path(), &["show", "list_isues"]).expect(1);
    assert!(ran.err.contains("did you mean mcp__desk__list_issues"), "{ran:?}");
    let told = run(folder.path(), &["show", "--json", "zzzzzz"]).expect(1).json();
    assert_eq!(told["near"], json!([]));
}

#[test]
fn a_name_of_several_servers_is_not_guessed() {
    let folder = locked(&[tool("open", "Opens.")]);
    run(folder.path(), &["import", "--server", "door", "list.json"]).expect(0);
    let ran = run(folder.path(), &["show", "open"]).expect(1);
    assert!(ran.err.contains("mcp__desk__open, mcp__door__open"), "{ran:?}");
}

#[test]
fn stats_count_and_compare() {
    let always = json!({"name": "now", "description": "Kept loaded.", "inputSchema": {}, "_meta": {"anthropic/alwaysLoad": true}});
    let folder = folder(&[tool("later", &"Long text. ".repeat(50)), always]);
    run(folder.path(), &["import", "--server", "desk", "list.json"]).expect(0);
    let told = run(folder.path(), &["stats", "--json"]).expect(0).json();
    let total = &told["total"];
    assert_eq!((&total["tools"], &total["always"]), (&json!(2), &json!(1)));
    assert!(total["tokens"].as_u64() > total["tokens_deferred"].as_u64());
    assert!(total["saved"].as_f64().unwrap() > 0.5 && total["saved"].as_f64().unwrap() < 1.0);
    assert_eq!(told["servers"][0]["server"], "desk");
    run(folder.path(), &["stats", "--lock", "nowhere"]).expect(2);
}
