//! Parsing names, searching and the gate allocate nothing.
//!
//! `allocation_counter` counts what the closure takes from the heap.

use std::hint::black_box;

use allocation_counter::measure;
use serde_json::json;
use toolcrib::catalog::Manifest;
use toolcrib::name::ToolName;
use toolcrib::search::Hits;
use toolcrib::{Toolbox, tool, tools};
use toolcrib_tests::{FakeServers, catalog_of};

/// Posts a message to a chat channel.
#[tool(defer, search_hint = "slack chat notify team")]
fn post_message(
    /// Channel name.
    channel: String,
) -> String {
    channel
}

const QUERIES: [&str; 14] = [
    "create issue",
    "notify the whole team in chat about merged pull requests",
    "select:mcp__github__create_issue,post_message,nope",
    "mcp__github__create_issue",
    "createIssue",
    "mcp__github",
    "+issue list",
    "xyzzyplugh",
    "isue craete",
    "!!!",
    "",
    "创建 问题",
    "İstanbul ﬁle",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h",
];

fn live() -> Vec<Manifest> {
    let tool = |name: &str| json!({"name": name, "description": format!("The tool to {name} 创建."), "inputSchema": {}});
    let tools: Vec<_> = ["create_issue", "list_issues", "merge_pull_request", "notify_team"]
        .iter()
        .map(|name| tool(name))
        .collect();
    vec![Manifest::parse("github", &json!({"tools": tools}).to_string()).unwrap()]
}

#[test]
fn the_counter_counts() {
    assert!(measure(|| drop(black_box(String::from("heap")))).count_total > 0);
}

#[test]
fn nothing_is_allocated() {
    let live = live();
    let catalog = catalog_of(&live);
    let verified = catalog.verify(&live).unwrap();
    let toolbox = Toolbox::builder()
        .native(tools![post_message])
        .catalog(verified, FakeServers::new(live))
        .build()
        .unwrap();
    let session = toolbox.session();
    let mut hits = Hits::new();
    for query in QUERIES {
        let parsed = measure(|| _ = black_box(ToolName::parse(black_box(query))));
        assert_eq!(parsed.count_total, 0, "parsing {query}");
        let searched = measure(|| catalog.search(black_box(query), 5, &mut hits));
        assert_eq!(searched.count_total, 0, "a catalog: {query}");
        let searched = measure(|| toolbox.view().search(black_box(query), 20, &mut hits));
        assert_eq!(searched.count_total, 0, "a toolbox: {query}");
        let gated = measure(|| _ = black_box(session.gate(black_box(query))));
        assert_eq!(gated.count_total, 0, "the gate: {query}");
    }
    assert_eq!(measure(|| _ = black_box(catalog.find("mcp__github__list_issues"))).count_total, 0);
}

/// What stands around a call is free where there is nothing to do.
#[test]
fn the_toolbox_takes_no_more_than_the_tool() {
    let toolbox = Toolbox::builder().native(tools![post_message]).build().unwrap();
    let contexts = toolcrib::Contexts::new();
    let tools = tools![post_message];
    let def = tools.get("post_message").unwrap();
    let arguments = r##"{"channel": "#general"}"##;
    let alone = measure(|| drop(black_box(pollster::block_on(def.call(&contexts, arguments)))));
    let through =
        measure(|| drop(black_box(pollster::block_on(toolbox.call("post_message", arguments)))));
    assert_eq!(through.count_total, alone.count_total);
}
