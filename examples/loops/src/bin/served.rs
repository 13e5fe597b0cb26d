//! A toolbox as an MCP server on stdio, search tool and gate included, for any
//! MCP client.
//!
//! `served --bridge` keeps the list of tools as it is, for clients that list
//! once.

use toolcrib::Toolbox;
use toolcrib::session::Mode;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bridge = std::env::args().nth(1).as_deref() == Some("--bridge");
    let mode = if bridge { Mode::Bridge } else { Mode::On };
    let toolbox = Toolbox::builder().native(loops::all()).mode(mode).build()?;
    toolcrib::serve::stdio(toolbox.session()).await?;
    Ok(())
}
