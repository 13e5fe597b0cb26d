//! Searches a catalog of real servers, verifies it against the live ones, and
//! calls a tool; or, with `refuse`, sees to it that none of that is possible.

use std::error::Error;

use serde_json::json;
use toolcrib::call::ToolCall;
use toolcrib::session::SEARCH_TOOL;
use toolcrib::wire::Anthropic;
use toolcrib::{Catalog, Toolbox, mcp};

static CATALOG: Catalog = toolcrib::include_catalog!();

mod catalog {
    toolcrib::include_names!();
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let servers = mcp::connect(".mcp.json").await?;
    let verified = CATALOG.verify(&servers.manifests().await?);
    if std::env::args().nth(1).as_deref() == Some("refuse") {
        let drift = verified.expect_err("a changed description was accepted");
        println!("{drift}");
        assert!(drift.differences().iter().all(|difference| difference.server == "time"));
        assert!(drift.to_string().contains("/description changed"));
        servers.close().await;
        return Ok(());
    }

    let toolbox = Toolbox::builder().catalog(verified?, servers.clone()).build()?;
    let mut session = toolbox.session();
    println!("{} tools, of which {:?} are sent", CATALOG.len(), session.cost());
    assert!(session.request(&Anthropic)?.tools.len() < 5);

    let search =
        ToolCall::new("1", SEARCH_TOOL, json!({"query": "read a text file", "max_results": 3}));
    println!("{}", session.call(search).await.outcome.to_text());
    assert!(session.promoted().names().iter().any(|name| name.contains("read")));
    assert!(session.promote(catalog::time::GET_CURRENT_TIME));
    let call = ToolCall::new("2", catalog::time::GET_CURRENT_TIME, json!({"timezone": "UTC"}));
    let time = session.call(call).await.outcome;
    println!("{}", time.to_text());
    assert!(!time.is_error && time.to_text().contains("UTC"));
    session.promote(catalog::files::READ_TEXT_FILE);
    let path = std::env::var("FILES_ROOT")? + "/note.txt";
    let call = ToolCall::new("3", catalog::files::READ_TEXT_FILE, json!({"path": path}));
    let note = session.call(call).await.outcome;
    assert!(note.to_text().contains("kept in the crib"), "{note:?}");
    servers.close().await;
    Ok(())
}
