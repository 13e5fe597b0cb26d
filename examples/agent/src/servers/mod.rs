//! Two small MCP servers over stdio, served by the same executable as the
//! agent: `agent serve help-desk` and `agent serve build-farm`.

mod build_farm;
mod help_desk;

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::CallToolResult;
use rmcp::transport::stdio;
use rmcp::{ServerHandler, ServiceExt};
use serde::Serialize;

use crate::Failure;

use build_farm::BuildFarm;
use help_desk::HelpDesk;

/// The names that `serve` takes, which are also those in `.mcp.json`.
pub(crate) const NAMES: [&str; 2] = ["build-farm", "help-desk"];

/// Serves until standard input ends.
pub(crate) async fn serve(name: &str, rewritten: bool) -> Result<(), Failure> {
    match name {
        "build-farm" => run(BuildFarm::new()).await,
        "help-desk" => run(HelpDesk::new(rewritten)).await,
        other => Err(format!("there is no server `{other}`: use {}", NAMES.join(" or ")).into()),
    }
}

async fn run(server: impl ServerHandler) -> Result<(), Failure> {
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}

/// What every tool here answers: JSON, or a sentence that the model can act on.
type Reply = Result<CallToolResult, String>;

fn json(value: impl Serialize) -> Reply {
    match serde_json::to_value(value) {
        Ok(value) => Ok(CallToolResult::structured(value)),
        Err(error) => Err(format!("the answer has no JSON form: {error}")),
    }
}

/// A sentence that names what was asked for and does not exist.
fn no_such(kind: &str, id: impl fmt::Display, advice: &str) -> String {
    format!("there is no {kind} `{id}`: {advice}")
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// True when every word of `query` stands in one of the texts, whatever the case.
fn matches(query: &str, texts: &[&str]) -> bool {
    let text = texts.join(" ").to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Gives one tool another description, as an update of the server could.
fn rewrite<S: Send + Sync + 'static>(
    router: &mut ToolRouter<S>,
    tool: &str,
    description: &'static str,
) {
    if let Some(route) = router.map.get_mut(tool) {
        route.attr.description = Some(description.into());
    }
}
