//! Whole conversations, recorded in each provider's shape and replayed.
//!
//! A file of `tests/recorded/` has turns; of each, what was requested, what the
//! model replied and what was answered. The replies are written by hand; `cargo
//! xtask bless` writes the rest anew, to be read before it is committed.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use toolcrib::wire::{
    Anthropic, AnthropicSearch, Gemini, HostedSearch, OpenAiChat, OpenAiResponses,
    OpenAiToolSearch, Wire,
};
use toolcrib::{Session, Toolbox, tools};
use toolcrib_tests::{FakeServers, catalog_of};

mod desk;
use desk::{add, look, post_message, servers};

fn path(shape: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "recorded", &format!("{shape}.json")].iter().collect()
}

/// The same tools, in this order or the other way round.
fn toolbox(backwards: bool) -> Toolbox {
    let mut live = servers();
    let mut native = tools![add, post_message, look];
    if backwards {
        live.reverse();
        native = tools![look, post_message, add];
    }
    let verified = catalog_of(&live).verify(&live).unwrap();
    Toolbox::builder().catalog(verified, FakeServers::new(live)).native(native).build().unwrap()
}

/// What goes into the history of a reply.
fn said(reply: &Value) -> Vec<Value> {
    let parts = ["/choices/0/message", "/output", "/candidates/0/content"];
    match parts.iter().find_map(|part| reply.pointer(part)).unwrap_or(reply) {
        Value::Array(items) => items.clone(),
        message => vec![message.clone()],
    }
}

/// Plays the replies to a new session; gives back the conversation.
fn play(mut session: Session, wire: &dyn Wire, replies: &[Value]) -> Vec<Value> {
    let (mut history, mut turns) = (Vec::new(), Vec::new());
    for reply in replies {
        session.prepare(wire, &mut history);
        let request = session.request(wire).unwrap();
        history.extend(said(reply));
        let calls = session.calls(wire, reply);
        let results: Vec<_> =
            calls.into_iter().map(|call| pollster::block_on(session.call(call))).collect();
        let answers = wire.results(&results);
        turns.push(json!({
            "request": {"tools": request.tools, "prompt": request.prompt},
            "reply": reply,
            "results": answers,
        }));
        history.extend(answers);
    }
    session.prepare(wire, &mut history);
    turns.push(json!({"history": history}));
    turns
}

fn replay(shape: &str, wire: &dyn Wire) {
    let path = path(shape);
    let recorded: Vec<Value> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let replies: Vec<Value> =
        recorded.iter().filter_map(|turn| turn.get("reply")).cloned().collect();
    assert!(replies.len() >= 4, "{shape} is no whole conversation");
    let played = play(toolbox(false).session(), wire, &replies);
    xtask::golden(&path, &(serde_json::to_string_pretty(&played).unwrap() + "\n"));
    for backwards in [false, true] {
        let again = play(toolbox(backwards).session(), wire, &replies);
        assert_eq!(json!(again).to_string(), json!(played).to_string(), "{shape}");
    }
}

#[test]
fn anthropic() {
    replay("anthropic", &Anthropic);
}

#[test]
fn anthropic_with_references() {
    replay("anthropic_search", &AnthropicSearch::new());
}

#[test]
fn anthropic_with_the_providers_search() {
    replay("anthropic_hosted", &AnthropicSearch::hosted(HostedSearch::Bm25));
}

#[test]
fn openai_chat() {
    replay("openai_chat", &OpenAiChat);
}

#[test]
fn openai_responses() {
    replay("openai_responses", &OpenAiResponses);
}

#[test]
fn openai_tool_search() {
    replay("openai_tool_search", &OpenAiToolSearch);
}

#[test]
fn gemini() {
    replay("gemini", &Gemini);
}
