//! A conversation that is stored, compacted and taken up again: what was found
//! can still be called.

use serde_json::{Value, json};
use toolcrib::call::ToolCall;
use toolcrib::session::{Promoted, SEARCH_TOOL};
use toolcrib::wire::{AnthropicSearch, Wire};
use toolcrib::{Session, Toolbox};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let toolbox = Toolbox::builder().native(loops::all()).build()?;
    let wire = AnthropicSearch::new();

    let mut session = toolbox.session();
    let search = json!({"query": "write a word backwards", "max_results": 1});
    let mut history = vec![
        json!({"role": "user", "content": "Spell it backwards."}),
        json!({"role": "assistant", "content": [
            {"type": "tool_use", "id": "s1", "name": SEARCH_TOOL, "input": search}]}),
    ];
    let found = session.call(ToolCall::new("s1", SEARCH_TOOL, search)).await;
    history.extend(wire.results(&[found]));
    let stored = (serde_json::to_string(&session.promoted())?, json!(history).to_string());

    // Another process, the same tools: the history alone is enough.
    let mut history: Vec<Value> = serde_json::from_str(&stored.1)?;
    let mut session = toolbox.session();
    session.prepare(&wire, &mut history);
    print("from the history", &session, &wire)?;

    // After a compaction the history shows nothing: then the stored value counts.
    let mut history = vec![json!({"role": "user", "content": "(a summary)"})];
    let mut session = toolbox.session();
    let promoted: Promoted = serde_json::from_str(&stored.0)?;
    session.restore(&promoted);
    session.prepare(&wire, &mut history);
    print("after a compaction", &session, &wire)?;
    let call = ToolCall::new("c1", "reverse_word", json!({"word": "strawberry"}));
    println!("{}", session.call(call).await.outcome.to_text());
    Ok(())
}

fn print(when: &str, session: &Session, wire: &impl Wire) -> Result<(), toolcrib::wire::WireError> {
    let deferred =
        |tool: &Value| if tool.get("defer_loading").is_some() { " (deferred)" } else { "" };
    let tools = session.request(wire)?.tools;
    let names: Vec<String> = tools
        .iter()
        .map(|tool| format!("{}{}", tool["name"].as_str().unwrap_or("-"), deferred(tool)))
        .collect();
    println!("{when}: {}", names.join(", "));
    Ok(())
}
