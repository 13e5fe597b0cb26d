//! Thousands of tools: what is sent of them, and what the gate costs.

use std::hint::black_box;

use allocation_counter::measure;
use serde_json::{Value, json};
use toolcrib::Toolbox;
use toolcrib::catalog::Manifest;
use toolcrib::session::{Gate, PromptOptions};
use toolcrib::wire::{Anthropic, AnthropicSearch, Wire};
use toolcrib_tests::{FakeServers, catalog_of, real_tools};

fn toolbox(live: Vec<Manifest>) -> Toolbox {
    let verified = catalog_of(&live).verify(&live).unwrap();
    Toolbox::builder().catalog(verified, FakeServers::new(live)).build().unwrap()
}

/// The manifests of real servers. What cannot be captured is left out, as it
/// would be by the command.
fn real() -> Option<Vec<Manifest>> {
    let servers = real_tools()?.into_iter();
    let manifests = servers.filter_map(|(server, tools)| {
        Manifest::parse(&server, &json!({"tools": tools}).to_string()).ok()
    });
    Some(manifests.collect())
}

#[test]
fn at_least_95_percent_are_saved_over_all_real_servers() {
    let Some(live) = real() else { return };
    let servers = live.len();
    let toolbox = toolbox(live);
    let session = toolbox.session();
    let cost = session.cost();
    eprintln!(
        "{} tools of {servers} servers: {} tokens in full, {} with the first request ({:.2} % saved)",
        cost.tools,
        cost.full,
        cost.sent,
        cost.saved() * 100.0
    );
    assert!(cost.tools > 4_000, "{cost:?}");
    assert!(cost.saved() >= 0.95, "{cost:?}");
    let tight = toolbox.session().prompt_options(PromptOptions::new().budget(8_000));
    eprintln!("within 8,000 bytes of names: {} tokens", tight.cost().sent);
    assert!(tight.prompt().len() < 12_000 && tight.cost().sent < cost.sent / 2);
    for wire in [&Anthropic as &dyn Wire, &AnthropicSearch::new()] {
        assert_eq!(session.request(wire).unwrap().tools.len(), cost.sent_tools);
    }
}

#[test]
fn the_gate_allocates_nothing_at_10_000_tools() {
    let live: Vec<Manifest> = (0..10)
        .map(|server| {
            let tools: Vec<Value> = (0..1_000)
                .map(|tool| json!({"name": format!("tool_{tool}"), "inputSchema": {"type": "object"}}))
                .collect();
            Manifest::parse(&format!("server{server}"), &json!({"tools": tools}).to_string()).unwrap()
        })
        .collect();
    let mut session = toolbox(live).session();
    assert_eq!(session.view().len(), 10_000);
    assert!(session.promote("mcp__server3__tool_7"));
    for name in ["mcp__server3__tool_7", "mcp__server9__tool_999", "tool_search", "nope", ""] {
        let counted = measure(|| _ = black_box(session.gate(black_box(name))));
        assert_eq!(counted.count_total, 0, "{name}");
    }
    let hidden = measure(|| assert_eq!(black_box(session.hidden().count()), 9_999));
    assert_eq!(hidden.count_total, 0);
    assert!(matches!(session.gate("mcp__server3__tool_7"), Gate::Open(_)));
    assert!(matches!(session.gate("mcp__server9__tool_999"), Gate::Hidden(_)));
}
