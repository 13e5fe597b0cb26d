//! The misbehaving server, for the tests of the MCP layer.
#![allow(dead_code, clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;
use toolcrib::catalog::Catalog;
use toolcrib::mcp::{
    CallError, Config, ConnectOptions, Connection, Listing, McpError, ServerConfig, Servers,
};

/// The server in one of its modes, with 10 s for everything.
pub(crate) fn rogue(args: &[&str]) -> ServerConfig {
    rogue_named("rogue", args)
}

/// The same under another name.
pub(crate) fn rogue_named(name: &str, args: &[&str]) -> ServerConfig {
    ServerConfig::stdio(name, env!("CARGO_BIN_EXE_rogue"), args.iter().copied())
        .with_timeout(Duration::from_secs(10))
}

/// Arguments of a call.
pub(crate) fn arguments(value: serde_json::Value) -> serde_json::Map<String, serde_json::Value> {
    value.as_object().unwrap().clone()
}

/// Captures what the servers say now, verifies and pins it.
pub(crate) async fn pin(servers: &Servers) -> Catalog<'static> {
    let manifests = servers.manifests().await.unwrap();
    let verified = toolcrib_tests::catalog_of(&manifests).verify(&manifests).unwrap();
    for server in verified.catalog().servers() {
        servers.pin(server).unwrap();
    }
    verified.catalog()
}

/// Waits until it is so, for at most ten seconds.
#[track_caller]
pub(crate) fn eventually(what: &str, is_so: impl Fn() -> bool) -> impl Future<Output = ()> {
    let (what, started) = (what.to_owned(), Instant::now());
    async move {
        while !is_so() {
            assert!(started.elapsed() < Duration::from_secs(10), "not within 10 s: {what}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
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

/// A folder for what servers and tests tell each other.
pub(crate) struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// A server whose process id is in the file `pid`, its calls in `calls`,
    /// and, in some modes, the number of its listings in `file`.
    pub(crate) fn server(&self, mode: &str) -> ServerConfig {
        rogue(&[mode, self.path("file").to_str().unwrap()])
            .env("ROGUE_PID", self.path("pid").to_str().unwrap())
            .env("ROGUE_CALLS", self.path("calls").to_str().unwrap())
    }
}

/// A configuration of one server.
pub(crate) fn one(server: ServerConfig) -> Config {
    Config::new([server])
}

/// With the default options.
pub(crate) async fn connect(config: Config) -> Servers {
    Servers::connect(&config, &ConnectOptions::new()).await.unwrap()
}

pub(crate) async fn echo(servers: &Servers) -> Result<String, CallError> {
    let outcome = servers.call("rogue", "echo", arguments(json!({"text": "hello"}))).await;
    outcome.map(|outcome| outcome.to_text())
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
