//! A sub-agent: a part of its parent's tools, a search and promotions of its
//! own, and nothing that the toolbox denies to sub-agents.

use serde_json::json;
use toolcrib::Toolbox;
use toolcrib::call::ToolCall;
use toolcrib::session::SEARCH_TOOL;
use toolcrib::toolbox::Agent;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let toolbox = Toolbox::builder().native(loops::all()).subagent_deny(["*delete*"])?.build()?;
    let parent = toolbox.session();
    let speller: Agent = serde_json::from_value(json!({
        "name": "speller",
        "description": "Knows about words.",
        "disallowedTools": ["add"],
        "requires": ["count_letters"],
    }))?;
    let mut child = parent.subagent(&speller)?;
    for session in [&parent, &child] {
        let names: Vec<&str> = session.view().entries().iter().map(|tool| tool.name()).collect();
        println!("may use {}", names.join(", "));
    }
    let calls = [
        ToolCall::new("1", SEARCH_TOOL, json!({"query": "count letters", "max_results": 1})),
        ToolCall::new("2", "count_letters", json!({"word": "strawberry"})),
        ToolCall::new("3", "delete_notes", json!({})),
    ];
    for call in calls {
        let result = child.call(call).await;
        println!("{}: {}", result.name, result.outcome.to_text());
    }
    println!("the parent has loaded {:?}", parent.promoted().names());
    Ok(())
}
