//! The programs are run, and what they print is looked at.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod provider;

use std::process::{Command, Output};

use provider::provider;
use serde_json::{Map, Value, json};
use toolcrib::mcp::{ConnectOptions, Connection, ServerConfig};

fn run(program: &str) -> String {
    printed(Command::new(program).output().unwrap())
}

fn printed(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn names(request: &Value) -> Vec<&str> {
    request["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn the_loop_over_plain_http() {
    let call = |id: &str, name: &str, input: Value| json!({"content": [{"type": "tool_use", "id": id, "name": name, "input": input}]});
    let (url, provider) = provider(vec![
        call("a", "count_letters", json!({"word": "strawberry"})),
        call("b", "tool_search", json!({"query": "select:count_letters"})),
        call("c", "count_letters", json!({"word": "strawberry"})),
        json!({"content": [{"type": "text", "text": "It has ten."}]}),
    ]);
    let mut program = Command::new(env!("CARGO_BIN_EXE_plain_http"));
    program
        .arg("How long is strawberry?")
        .env("MODEL_URL", format!("{url}/v1/messages"))
        .env("ANTHROPIC_API_KEY", "none");
    assert_eq!(printed(program.env_remove("http_proxy").output().unwrap()), "It has ten.\n");
    let requests = provider.join().unwrap();
    assert_eq!(names(&requests[0]), ["add", "tool_search"]);
    assert!(requests[0]["system"].as_str().unwrap().contains("\ncount_letters\n"));
    assert!(requests[1]["messages"][2].to_string().contains("select:count_letters"));
    assert_eq!(names(&requests[2]), ["add", "tool_search", "count_letters"]);
    assert_eq!(requests[3]["messages"][6]["content"][0]["content"][0]["text"], "10");
    let lines = include_str!("../src/bin/plain_http.rs").lines();
    assert!(lines.filter(|line| !line.trim_start().starts_with("//")).count() <= 60);
}

#[test]
fn the_sub_agent() {
    let out = run(env!("CARGO_BIN_EXE_sub_agent"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "may use add, count_letters, delete_notes, reverse_word");
    assert_eq!(lines[1], "may use count_letters, reverse_word");
    assert_eq!(lines[3], "count_letters: 10");
    assert!(lines[4].starts_with("delete_notes: there is no tool"), "{out}");
    assert_eq!(lines[5], "the parent has loaded []");
}

#[test]
fn the_resumed_session() {
    let out = run(env!("CARGO_BIN_EXE_resumed"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "from the history: add, tool_search, reverse_word (deferred)");
    assert_eq!(lines[1], "after a compaction: add, tool_search, reverse_word");
    assert_eq!(lines[2], "yrrebwarts");
}

#[test]
fn the_selector() {
    let out = run(env!("CARGO_BIN_EXE_own_selector"));
    assert_eq!(
        out,
        "Good morning! loads []\nHow is it spelled in a mirror, backward? loads [\"reverse_word\"]\n"
    );
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("not an object: {other}"),
    }
}

#[tokio::test]
async fn the_served_toolbox() {
    let config = ServerConfig::stdio("loops", env!("CARGO_BIN_EXE_served"), [""; 0]);
    let options = ConnectOptions::new();
    let (server, listing) = Connection::open_and_list(&config, &options).await.unwrap();
    let listed = |listing: &toolcrib::mcp::Listing| {
        let tools = listing.tools.iter().map(|tool| serde_json::from_str::<Value>(tool).unwrap());
        tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&listing), ["add", "tool_search"]);
    assert!(listing.instructions.unwrap().contains("reverse_word"));
    let call = async |name: &str, arguments: Value| {
        server.call_unchecked(name, object(arguments), None).await.unwrap()
    };
    assert!(call("reverse_word", json!({"word": "abc"})).await.is_error);
    let found = call("tool_search", json!({"query": "backwards", "max_results": 1})).await;
    assert_eq!(found.structured.unwrap()["loaded"][0]["name"], "reverse_word");
    assert_eq!(call("reverse_word", json!({"word": "abc"})).await.to_text(), "cba");
    assert_eq!(listed(&server.listing().await.unwrap()), ["add", "tool_search", "reverse_word"]);
    server.close().await;

    let config = ServerConfig::stdio("loops", env!("CARGO_BIN_EXE_served"), ["--bridge"]);
    let (server, listing) = Connection::open_and_list(&config, &options).await.unwrap();
    assert_eq!(listed(&listing), ["add", "call_tool", "tool_search"]);
    server.close().await;
}
