//! A toolbox as an MCP server, search tool and gate included, for any MCP client.
//!
//! On stdio; with `--http 127.0.0.1:8080` over HTTP, a session for each client.
//! `--bridge` keeps the list of tools as it is, for clients that list once.

use tokio::net::TcpListener;
use toolcrib::session::Mode;
use toolcrib::{Toolbox, serve};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bridge = arguments.iter().any(|argument| argument == "--bridge");
    let mode = if bridge { Mode::Bridge } else { Mode::On };
    let toolbox = Toolbox::builder().native(loops::all()).mode(mode).build()?;
    match arguments.iter().position(|argument| argument == "--http") {
        None => serve::stdio(toolbox.session()).await?,
        Some(at) => {
            let address =
                arguments.get(at + 1).ok_or("usage: served [--bridge] [--http ADDRESS]")?;
            let listener = TcpListener::bind(address).await?;
            eprintln!("listening on http://{}/mcp", listener.local_addr()?);
            let until = async { tokio::signal::ctrl_c().await.unwrap_or_default() };
            serve::Http::new(move || toolbox.session()).serve(listener, until).await;
        }
    }
    Ok(())
}
