//! The misbehaving server, for the tests of the MCP layer.
#![allow(dead_code, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use toolcrib::mcp::{ConnectOptions, Connection, Listing, McpError, ServerConfig};

/// The server in one of its modes, with 10 s for everything.
pub(crate) fn rogue(args: &[&str]) -> ServerConfig {
    rogue_named("rogue", args)
}

/// The same under another name.
pub(crate) fn rogue_named(name: &str, args: &[&str]) -> ServerConfig {
    ServerConfig::stdio(name, env!("CARGO_BIN_EXE_rogue"), args.iter().copied())
        .with_timeout(Duration::from_secs(10))
}

/// Opens, lists and closes.
pub(crate) async fn list(config: &ServerConfig) -> Result<Listing, McpError> {
    let (connection, listing) = Connection::open_and_list(config, &ConnectOptions::new()).await?;
    connection.close().await;
    Ok(listing)
}

/// The names of the tools that have one.
pub(crate) fn names(listing: &Listing) -> Vec<String> {
    let name = |tool: &String| {
        let tool: serde_json::Value = serde_json::from_str(tool).unwrap();
        tool["name"].as_str().map(str::to_owned)
    };
    listing.tools.iter().filter_map(name).collect()
}

/// Asserts that what follows took at most `limit`.
pub(crate) fn within<T>(started: Instant, limit: Duration, value: T) -> T {
    let took = started.elapsed();
    assert!(took <= limit, "took {took:?}, more than {limit:?}");
    value
}

/// True while a process of that id exists and is no zombie.
#[cfg(target_os = "linux")]
pub(crate) fn is_alive(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| rest.starts_with(['Z', 'X']));
    state == Some(false)
}
