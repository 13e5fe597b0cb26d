//! Searches a catalog of real servers, verifies it against the live ones, and
//! calls tools of each; or, with `refuse`, sees to it that none of that is
//! possible.

mod calls;
mod events;

use std::error::Error;

use serde_json::json;
use toolcrib::call::ToolCall;
use toolcrib::mcp::{Config, ConnectOptions, Servers};
use toolcrib::session::SEARCH_TOOL;
use toolcrib::wire::Anthropic;
use toolcrib::{Catalog, Session, Toolbox};

static CATALOG: Catalog = toolcrib::include_catalog!();

mod catalog {
    toolcrib::include_names!();
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("refuse") => refuse().await,
        _ => verify().await,
    }
}

/// One server has changed: at once, or at the first call.
async fn refuse() -> Result<(), Box<dyn Error>> {
    let servers = toolcrib::mcp::connect(".mcp.json").await?;
    let drift = CATALOG.verify(&servers.manifests().await?);
    let drift = drift.expect_err("a changed description was accepted");
    println!("{drift}");
    assert!(drift.differences().iter().all(|difference| difference.server == "time"));
    assert!(drift.to_string().contains("/description changed"));
    servers.close().await;

    let servers = Servers::lazy(&Config::read(".mcp.json")?, &ConnectOptions::new());
    let toolbox = Toolbox::builder().catalog_lazy(CATALOG, servers.clone()).build()?;
    let mut session = toolbox.session();
    session.promote(catalog::time::GET_CURRENT_TIME);
    let call = ToolCall::new("1", catalog::time::GET_CURRENT_TIME, json!({"timezone": "UTC"}));
    let refused = session.call(call).await.outcome;
    assert!(
        refused.is_error && refused.to_text().contains("no longer lists what was captured"),
        "{refused:?}"
    );
    servers.close().await;
    Ok(())
}

async fn verify() -> Result<(), Box<dyn Error>> {
    let (heard, options) = events::listener();
    let config = Config::read(".mcp.json")?;
    let servers = Servers::connect(&config, &options).await?;
    let verified = CATALOG.verify(&servers.manifests().await?)?;
    let toolbox = Toolbox::builder().catalog(verified, servers.clone()).build()?;
    let mut session = toolbox.session();
    println!("{} tools, of which {:?} are sent", CATALOG.len(), session.cost());
    assert!(session.request(&Anthropic)?.tools.len() < 5);
    search(&mut session).await;
    calls::of_each(&mut session).await?;
    events::progress(&mut session, &heard).await;
    events::cancelled(&mut session, &heard).await;
    events::killed(&mut session, &servers).await?;
    servers.close().await;

    // The same without a connection until the first call.
    let servers = Servers::lazy(&config, &options);
    let toolbox = Toolbox::builder().catalog_lazy(CATALOG, servers.clone()).build()?;
    calls::time(&mut toolbox.session()).await;
    servers.close().await;
    Ok(())
}

async fn search(session: &mut Session) {
    let query = json!({"query": "read a text file", "max_results": 3});
    let found = session.call(ToolCall::new("1", SEARCH_TOOL, query)).await.outcome;
    println!("{}", found.to_text());
    assert!(session.promoted().names().iter().any(|name| name.contains("read")));
}
