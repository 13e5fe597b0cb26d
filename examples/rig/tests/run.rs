//! The program is run against a provider on the loopback interface, and the
//! adapter against a registry of rig's.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rig_agent::tool::server::{ToolServer, ToolServerHandle};
use rig_core::tool::{DynamicTool, ManagedToolSink, ManagedToolToken};
use serde_json::{Value, json};
use toolcrib::rig::SessionTools;
use toolcrib::session::SearchTool;

/// A provider that answers with these replies and gives back what it was asked.
fn provider(replies: Vec<Value>) -> (String, thread::JoinHandle<Vec<Value>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = move |reply: Value| {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let text = reply.to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            text.len()
        );
        reader.get_mut().write_all(format!("{head}{text}").as_bytes()).unwrap();
        serde_json::from_slice(&body).unwrap()
    };
    (url, thread::spawn(move || replies.into_iter().map(answer).collect()))
}

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
        call("c", "count_letters", json!({"word": ""})),
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
    assert!(sent(3, 6).contains("the word is empty"), "{}", sent(3, 6));
}

fn session() -> toolcrib::Session {
    rig_loop::toolbox().unwrap().session()
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
        .native(toolcrib::tools![rig_loop::add, rig_loop::count_letters])
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
            .native(toolcrib::tools![rig_loop::add, rig_loop::count_letters])
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
