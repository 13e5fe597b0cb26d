//! What happens when a server is no longer what was captured.

use serde_json::json;
use toolcrib::call::ToolCall;
use toolcrib::mcp::{Config, ConnectOptions, ServerConfig, Servers};

use crate::screen::{Screen, Tone};
use crate::setup::names::help_desk;
use crate::{Failure, setup};

/// Starts the help desk as after an update that changed one description, and
/// shows that nothing of it comes into a toolbox.
pub(crate) async fn show(screen: &Screen) -> Result<(), Failure> {
    screen.heading("The help desk is updated and restarts; one description is another");
    let servers = restart().await?;
    let toolbox = setup::toolbox(&servers).await;
    servers.close().await;
    match toolbox {
        Ok(_) => Err("the changed server was taken: this must never happen".into()),
        Err(failure) if failure.is::<toolcrib::catalog::Drift>() => {
            screen.line(Tone::Bad, "refused", &failure.to_string());
            without_servers(screen).await
        }
        Err(failure) => Err(failure),
    }
}

/// The servers of the configuration, with `--rewritten` for the help desk.
async fn restart() -> Result<Servers, Failure> {
    let rewritten = ServerConfig::stdio(
        "help-desk",
        setup::executable()?,
        ["serve", "help-desk", "--rewritten"],
    );
    let others = setup::config()?;
    let others = others.servers().iter().filter(|server| server.name() != rewritten.name());
    let config = Config::new(others.cloned().chain([rewritten.clone()]));
    Ok(Servers::connect(&config, &ConnectOptions::new()).await?)
}

/// What is left: the agent's own functions.
async fn without_servers(screen: &Screen) -> Result<(), Failure> {
    let mut session = setup::native().build()?.session();
    let bound =
        session.view().entries().iter().filter(|entry| entry.server_name().is_some()).count();
    screen.line(
        Tone::Plain,
        "bound",
        &format!("{bound} tools of MCP servers, {} of our own", session.view().len() - bound),
    );
    let name = help_desk::REPLY_TO_TICKET;
    screen.line(Tone::Notice, "call", name);
    let result = session
        .call(ToolCall::new("last", name, json!({"ticket_id": "HD-1042", "message": "…"})))
        .await;
    screen.line(Tone::Bad, "refused", &result.outcome.to_text());
    Ok(())
}
