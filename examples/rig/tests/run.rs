//! The program is run against a provider on the loopback interface, and the
//! adapter against a registry of rig's.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../loops/tests/provider/mod.rs"]
mod provider;

use std::collections::HashMap;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use provider::provider;
use rig_agent::tool::server::{ToolServer, ToolServerHandle};
use rig_core::tool::{DynamicTool, ManagedToolSink, ManagedToolToken};
use serde_json::{Value, json};
use toolcrib::call::Content;
use toolcrib::rig::SessionTools;
use toolcrib::session::SearchTool;

fn reply(content: Value, reason: &str) -> Value {
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "a-model",
        "content": [content], "stop_reason": reason, "stop_sequence": null,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    })
}

fn names(request: &Value) -> Vec<&str> {
    request["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn an_agent_finds_a_tool_and_calls_it() {
    let call = |id: &str, name: &str, input: Value| {
        reply(json!({"type": "tool_use", "id": id, "name": name, "input": input}), "tool_use")
    };
    let (url, provider) = provider(vec![
        call("a", "tool_search", json!({"query": "select:count_letters"})),
        call("b", "count_letters", json!({"word": "strawberry"})),
        call("c", "count_letters", json!({"words": 1})),
        reply(json!({"type": "text", "text": "It has ten."}), "end_turn"),
    ]);
    let mut program = Command::new(env!("CARGO_BIN_EXE_rig-loop"));
    program.arg("How long is strawberry?").env("ANTHROPIC_BASE_URL", url);
    program.env("ANTHROPIC_API_KEY", "none").env_remove("http_proxy").env_remove("HTTP_PROXY");
    let output = program.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "It has ten.\n");
    let requests = provider.join().unwrap();
    assert_eq!(names(&requests[0]), ["add", "tool_search"]);
    assert!(requests[0]["system"].to_string().contains("count_letters"), "{}", requests[0]);
    assert_eq!(names(&requests[1]), ["add", "tool_search", "count_letters"]);
    let sent = |turn: usize, message: usize| requests[turn]["messages"][message].to_string();
    assert!(sent(2, 4).contains("10"), "{}", sent(2, 4));
    assert!(sent(3, 6).contains("unknown property"), "{}", sent(3, 6));
}

fn toolbox() -> toolcrib::Toolbox {
    toolcrib::Toolbox::builder().native(loops::all()).build().unwrap()
}

fn session() -> toolcrib::Session {
    toolbox().session()
}

fn find(tools: &[DynamicTool], name: &str) -> DynamicTool {
    tools.iter().find(|tool| tool.name().as_str() == name).unwrap().clone()
}

#[tokio::test]
async fn the_gate_holds_without_a_registry() {
    let tools = SessionTools::new(session());
    let shown = tools.tools().unwrap();
    assert_eq!(shown.len(), 2);
    let search = find(&shown, "tool_search");
    let answer = search.execute(json!({"query": "backwards", "max_results": 1})).await.unwrap();
    assert!(answer.render().contains("reverse_word"), "{answer:?}");
    let shown = tools.tools().unwrap();
    let found = find(&shown, "reverse_word").execute(json!({"word": "abc"})).await.unwrap();
    assert_eq!(found.as_text(), Some("cba"));
    let refused = find(&shown, "add").execute(json!({"a": "x", "b": 1})).await.unwrap_err();
    assert!(refused.model_output().render().contains('a'), "{refused:?}");
}

#[test]
fn a_registry_follows_the_session() {
    let tools = SessionTools::new(session().max_promoted(1));
    let registry = ToolServer::new().run();
    tools.attach(registry.clone()).unwrap();
    let listed = || {
        let catalog = registry.snapshot();
        let mut names: Vec<String> =
            catalog.definitions().iter().map(|tool| tool.name.to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(listed(), ["add", "tool_search"]);
    tools.with(|session| session.promote("count_letters"));
    tools.refresh().unwrap();
    assert_eq!(listed(), ["add", "count_letters", "tool_search"]);
    // One more than the bound puts the first back.
    tools.with(|session| session.promote("reverse_word"));
    tools.refresh().unwrap();
    assert_eq!(listed(), ["add", "reverse_word", "tool_search"]);
    drop(tools);
    assert_eq!(listed(), [""; 0]);
}

#[test]
fn another_name_of_the_search_tool_is_kept() {
    let toolbox = toolcrib::Toolbox::builder()
        .native(toolcrib::tools![loops::add, loops::count_letters])
        .search_tool(SearchTool::new().name("find_tools"))
        .build()
        .unwrap();
    let tools = SessionTools::new(toolbox.session()).tools().unwrap();
    assert_eq!(tools[1].name().as_str(), "find_tools");
}

/// What decides whether the registry has changed knows the same names as what
/// fills it.
#[test]
fn a_registry_is_left_alone_while_nothing_changes() {
    use toolcrib::session::Mode;
    for mode in [Mode::On, Mode::Off, Mode::Bridge] {
        let toolbox = toolcrib::Toolbox::builder()
            .native(toolcrib::tools![loops::add, loops::count_letters])
            .mode(mode)
            .build()
            .unwrap();
        let registry = Counting(ToolServer::new().run(), Arc::default());
        let tools = SessionTools::new(toolbox.session());
        tools.attach(registry.clone()).unwrap();
        tools.refresh().unwrap();
        tools.with(|session| session.search("letters", None));
        tools.refresh().unwrap();
        tools.refresh().unwrap();
        let changes = usize::from(mode == Mode::On);
        assert_eq!(registry.1.load(Ordering::Relaxed), changes, "{mode:?}");
    }
}

#[derive(Clone)]
struct Counting(ToolServerHandle, Arc<AtomicUsize>);

impl ManagedToolSink for Counting {
    fn add_managed_tools(&self, tools: Vec<DynamicTool>) -> HashMap<String, ManagedToolToken> {
        self.0.add_managed_tools(tools)
    }

    fn reconcile_managed_tools(
        &self,
        expected: HashMap<String, ManagedToolToken>,
        tools: Vec<DynamicTool>,
    ) -> HashMap<String, ManagedToolToken> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.reconcile_managed_tools(expected, tools)
    }
}

/// Shows one block of each kind.
#[toolcrib::tool]
fn blocks() -> Vec<Content> {
    vec![
        Content::Text("seen".into()),
        Content::Image { data: "AAAA".into(), media_type: "image/png".into() },
        Content::Image { data: "AAAA".into(), media_type: "image/x-odd".into() },
        Content::resource("file:///a.txt", "text/plain", "inside"),
    ]
}

#[tokio::test]
async fn blocks_of_every_kind_reach_the_model() {
    let toolbox = toolcrib::Toolbox::builder().native(toolcrib::tools![blocks]).build().unwrap();
    let tools = SessionTools::new(toolbox.session()).tools().unwrap();
    let output = find(&tools, "blocks").execute(json!({})).await.unwrap();
    let content = serde_json::to_value(output.as_content()).unwrap();
    assert_eq!(content[0]["text"], "seen");
    assert_eq!(content[1]["data"]["value"], "AAAA");
    assert!(content[2]["text"].as_str().unwrap().contains("image/x-odd"), "{content}");
    assert!(content[3]["text"].as_str().unwrap().contains("inside"), "{content}");
}
