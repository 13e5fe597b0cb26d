//! The loop is rig's; what the model sees and may call is the session's.
//!
//! `ANTHROPIC_API_KEY=… cargo run -- "Spell strawberry backwards."`

use rig_agent::AgentBuilder;
use rig_agent::tool::server::ToolServer;
use rig_core::providers::anthropic::{Anthropic, completion::CLAUDE_SONNET_5_5};
use toolcrib::Toolbox;
use toolcrib::rig::SessionTools;
use toolcrib::wire::lower::Dialect;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = std::env::args().nth(1).ok_or("usage: rig-loop QUESTION")?;

    let toolbox = Toolbox::builder().native(loops::all()).build()?;
    let tools = SessionTools::lowered(toolbox.session(), Dialect::Anthropic);
    let registry = ToolServer::new().run();
    tools.attach(registry.clone())?;

    let agent = AgentBuilder::new(Anthropic::from_env()?.completion(CLAUDE_SONNET_5_5))
        .preamble("You are a helpful assistant.")
        .append_preamble(&tools.prompt())
        .max_tokens(4096)
        .default_max_turns(20)
        .tool_server_handle(registry)
        .build();
    println!("{}", agent.prompt(question).await?.output());
    Ok(())
}
