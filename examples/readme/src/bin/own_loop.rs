//! Your own loop around tools of MCP servers.

use std::error::Error;

use serde_json::{Value, json};
use toolcrib::session::SEARCH_TOOL;
use toolcrib::wire::{Anthropic, Wire};
use toolcrib::{Catalog, Toolbox, mcp};

static CATALOG: Catalog = toolcrib::include_catalog!();

mod catalog {
    toolcrib::include_names!();
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let servers = mcp::connect(".mcp.json").await?;
    // Refuses, and lists every difference, when a server is not what was captured.
    let verified = CATALOG.verify(&servers.manifests().await?)?;
    let toolbox = Toolbox::builder().catalog(verified, servers.clone()).build()?;

    let mut session = toolbox.session();
    let mut messages = vec![json!({"role": "user", "content": "Which builds failed?"})];
    loop {
        // Takes up what the history says was found; needed after a compaction or a restart.
        session.prepare(&Anthropic, &mut messages);
        let request = session.request(&Anthropic)?;
        let body = json!({
            "model": "…",
            "max_tokens": 1024,
            "system": request.prompt,
            "tools": request.tools,
            "messages": messages,
        });
        let reply = ask(&body);
        messages.push(json!({"role": "assistant", "content": reply["content"]}));
        let mut results = Vec::new();
        for call in session.calls(&Anthropic, &reply) {
            results.push(session.call(call).await);
        }
        if results.is_empty() {
            break;
        }
        messages.extend(Anthropic.results(&results));
    }
    println!("{messages:#?}");
    servers.close().await;
    Ok(())
}

/// Stands for an HTTP request to the provider.
fn ask(body: &Value) -> Value {
    let turns = body["messages"].as_array().map_or(0, Vec::len);
    let (name, input) = match turns {
        1 => (SEARCH_TOOL, json!({"query": "list builds that failed"})),
        // A constant a tool: one that went away is a compile error here.
        3 => (catalog::build_farm::LIST_BUILDS, json!({"outcome": "failed"})),
        _ => return json!({"content": [{"type": "text", "text": "These builds failed."}]}),
    };
    json!({"content": [{"type": "tool_use", "id": format!("call-{turns}"), "name": name, "input": input}]})
}
