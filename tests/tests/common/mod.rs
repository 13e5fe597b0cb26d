//! The misbehaving server, for the tests of the MCP layer.
#![allow(dead_code, clippy::unwrap_used)]

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use toolcrib::call::{BackendError, BackendErrorKind, Binding, Outcome};
use toolcrib::catalog::{Catalog, Drift, DriftPolicy};
use toolcrib::mcp::{Config, ConnectOptions, Connection, Listing, McpError, ServerConfig, Servers};

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

/// Servers, each bound to what was captured of it.
#[derive(Clone)]
pub(crate) struct Bound {
    servers: Servers,
    bindings: Arc<Vec<Binding>>,
}

impl Deref for Bound {
    type Target = Servers;

    fn deref(&self) -> &Servers {
        &self.servers
    }
}

impl Bound {
    pub(crate) fn new(servers: &Servers, catalog: Catalog<'static>) -> Self {
        let bind = |server| servers.bind(server, DriftPolicy::QuarantineServer).unwrap();
        let bindings = Arc::new(catalog.servers().map(bind).collect());
        Self { servers: servers.clone(), bindings }
    }

    pub(crate) fn of(&self, server: &str) -> &Binding {
        self.bindings.iter().find(|binding| binding.captured().name() == server).unwrap()
    }

    pub(crate) async fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: serde_json::Map<String, serde_json::Value>,
    ) -> Result<Outcome, BackendError> {
        self.of(server).call(tool, arguments).await
    }
}

/// Captures what the servers say now, and binds it.
pub(crate) async fn bind(servers: &Servers) -> Bound {
    let manifests = servers.manifests().await.unwrap();
    Bound::new(servers, toolcrib_tests::catalog_of(&manifests))
}

/// Asserts that a call was refused for what the server lists; the differences.
#[track_caller]
pub(crate) fn drifted<T: std::fmt::Debug>(answer: Result<T, BackendError>) -> Drift {
    let error = answer.unwrap_err();
    assert_eq!(error.kind(), BackendErrorKind::Drift, "{error}");
    error.differences().unwrap().clone()
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
            .with_env("ROGUE_PID", self.path("pid").to_str().unwrap())
            .with_env("ROGUE_CALLS", self.path("calls").to_str().unwrap())
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

pub(crate) async fn echo(servers: &Bound) -> Result<String, BackendError> {
    let outcome = servers.call("rogue", "echo", arguments(json!({"text": "hello"}))).await;
    outcome.map(|outcome| outcome.to_text())
}

/// Asserts that what follows took at most `limit`.
pub(crate) fn within<T>(started: Instant, limit: Duration, value: T) -> T {
    let took = started.elapsed();
    assert!(took <= limit, "took {took:?}, more than {limit:?}");
    value
}
