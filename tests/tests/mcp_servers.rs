//! Several servers, and the promise that nothing unverified is called.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{Bound, drifted, echo, rogue, within};
use serde_json::{Map, json};
use toolcrib::call::BackendErrorKind;
use toolcrib::catalog::{
    CapturedFrom, Catalog, CatalogBuilder, DriftPolicy, Lock, Manifest, Pointer,
};
use toolcrib::mcp::{Config, ConnectOptions, McpError, ServerConfig, Servers};
use toolcrib_tests::wait::eventually_some;

async fn connect(servers: impl IntoIterator<Item = ServerConfig>) -> Servers {
    Servers::connect(&Config::new(servers), &ConnectOptions::new()).await.unwrap()
}

/// A catalog as a program has it, of these manifests.
fn catalog(manifests: &[Manifest], volatile: &[&str]) -> Catalog<'static> {
    let mut builder = CatalogBuilder::new();
    for manifest in manifests {
        let pointers: Vec<Pointer> = volatile.iter().map(|text| text.parse().unwrap()).collect();
        builder.lock(Lock::new(manifest, CapturedFrom::default(), pointers).unwrap());
    }
    Box::leak(Box::new(builder.encode().unwrap())).catalog().unwrap()
}

/// Captures what the servers say now, with these places volatile, and binds it.
async fn capture(servers: &Servers, volatile: &[&str]) -> Bound {
    Bound::new(servers, catalog(&servers.manifests().await.unwrap(), volatile))
}

fn calls(file: &Path) -> usize {
    std::fs::read_to_string(file).unwrap_or_default().lines().count()
}

/// The server in a mode, with a file that counts its listings across
/// processes and one that logs its calls.
fn counted(mode: &str, folder: &Path) -> ServerConfig {
    rogue(&[mode, folder.join("listings").to_str().unwrap()])
        .with_env("ROGUE_CALLS", folder.join("calls").to_str().unwrap())
}

#[tokio::test]
async fn failures_are_collected_and_others_unaffected() {
    let named = |name: &str, mode: &str| {
        ServerConfig::stdio(name, env!("CARGO_BIN_EXE_rogue"), [mode])
            .with_timeout(Duration::from_secs(2))
    };
    let config = Config::new([
        named("good", "good"),
        named("dead", "exit"),
        named("mute", "silent"),
        named("faulty", "faulty"),
        ServerConfig::stdio("ghost", "toolcrib-no-such-command", [""; 0]),
        ServerConfig::http("web", "ftp://localhost"),
    ]);
    let started = Instant::now();
    let (servers, error) = Servers::connect_available(&config, &ConnectOptions::new()).await;
    let error = within(started, Duration::from_secs(8), error).unwrap();
    let failed: Vec<_> = error.errors().iter().map(McpError::server).collect();
    assert_eq!(failed, ["dead", "mute", "faulty", "ghost", "web"]);
    let text = error.to_string();
    for part in ["set ROGUE_KEY", "within 2s", "`no_schema`", "cannot be started", "http://"] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    assert!(servers.get("good").is_some_and(|good| !good.is_closed()));
    assert!(servers.get("dead").is_none());
    servers.close().await;
}

#[tokio::test]
async fn nothing_is_called_that_was_not_captured() {
    let folder = tempfile::tempdir().unwrap();
    let servers = connect([counted("good", folder.path())]).await;
    let servers = capture(&servers, &[]).await;
    assert_eq!(echo(&servers).await.unwrap(), "\"hello\"");
    let unknown = servers.call("rogue", "rm", Map::new()).await.unwrap_err();
    assert_eq!(unknown.kind(), BackendErrorKind::Refused);
    assert_eq!(unknown.to_string(), "server `rogue` has no captured tool `rm`");
    let other = catalog(&[Manifest::parse("nobody", r#"{"tools": []}"#).unwrap()], &[]);
    let unknown =
        servers.bind(other.server("nobody").unwrap(), DriftPolicy::RefuseAll).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no server `nobody`");
    assert_eq!(calls(&folder.path().join("calls")), 1);
    servers.close().await;
    assert_eq!(echo(&servers).await.unwrap_err().kind(), BackendErrorKind::Closed);
}

#[tokio::test]
async fn a_server_that_differs_cannot_be_bound() {
    let other = connect([rogue(&["twice"]).with_duplicates(toolcrib::catalog::Duplicates::First)]);
    let other = other.await;
    let captured = catalog(&other.manifests().await.unwrap(), &[]);
    other.close().await;
    let servers = connect([rogue(&["good"])]).await;
    let captured = captured.server("rogue").unwrap();
    let bind = |policy| servers.bind(captured, policy);
    for policy in [DriftPolicy::RefuseAll, DriftPolicy::QuarantineServer] {
        assert_eq!(drifted(bind(policy)).differences().len(), 7);
        // A second one fails as the first one did.
        assert_eq!(drifted(bind(policy)).differences().len(), 7);
    }
    let by_tool = bind(DriftPolicy::QuarantineTool).unwrap();
    drifted(by_tool.call("a", Map::new()).await);
    servers.close().await;
}

#[tokio::test]
async fn an_announced_change_is_refused_before_anything_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let servers = connect([counted("announce", folder.path())]).await;
    let servers = capture(&servers, &[]).await;
    assert_eq!(echo(&servers).await.unwrap(), "\"hello\"");
    for _ in 0..3 {
        let error = echo(&servers).await.unwrap_err();
        assert!(error.is_unsent());
        let detail = error.detail().to_string();
        assert!(detail.contains("Listing 1.") && !error.to_string().contains("Listing"), "{error}");
        assert_eq!(drifted::<()>(Err(error)).differences()[0].field, "/description");
    }
    assert_eq!(calls(&folder.path().join("calls")), 1);
    servers.close().await;
}

#[tokio::test]
async fn bound_by_tool_only_the_changed_tool_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let servers = connect([counted("announce", folder.path())]).await;
    let captured = catalog(&servers.manifests().await.unwrap(), &[]);
    let rogue =
        servers.bind(captured.server("rogue").unwrap(), DriftPolicy::QuarantineTool).unwrap();
    let echo = || rogue.call("echo", common::arguments(json!({"text": "hello"})));
    echo().await.unwrap();
    drifted(echo().await);
    let sum = rogue.call("add", common::arguments(json!({"a": 1, "b": 2}))).await.unwrap();
    assert_eq!(sum.to_text(), "{\"sum\":3}");
    assert_eq!(calls(&folder.path().join("calls")), 2);
    servers.close().await;
}

#[tokio::test]
async fn a_server_that_says_the_old_thing_again_is_called_again() {
    let folder = tempfile::tempdir().unwrap();
    let servers = connect([counted("announce", folder.path())]).await;
    let servers = capture(&servers, &[]).await;
    echo(&servers).await.unwrap();
    echo(&servers).await.unwrap_err();
    std::fs::write(folder.path().join("listings"), "0").unwrap();
    assert_eq!(echo(&servers).await.unwrap(), "\"hello\"");
    servers.close().await;
}

#[tokio::test]
async fn a_server_that_crashed_is_opened_again_and_verified_again() {
    let folder = tempfile::tempdir().unwrap();
    let servers = connect([counted("good", folder.path())]).await;
    let servers = capture(&servers, &[]).await;
    let error = servers.call("rogue", "crash", Map::new()).await.unwrap_err();
    assert_eq!(error.kind(), BackendErrorKind::Lost, "{error}");
    assert!(!error.is_unsent());
    assert_eq!(echo(&servers).await.unwrap(), "\"hello\"");
    servers.close().await;
}

#[tokio::test]
async fn a_server_that_comes_back_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let servers = connect([counted("counter", folder.path())]).await;
    let servers = capture(&servers, &[]).await;
    assert_eq!(echo(&servers).await.unwrap(), "\"hello\"");
    // The connection ends without a crash of ours to blame.
    servers.get("rogue").unwrap().close().await;
    drifted(echo(&servers).await);
    assert_eq!(calls(&folder.path().join("calls")), 1);
    servers.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_that_keeps_failing_is_not_started_for_every_call() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("server");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rogue"), &program).unwrap();
    let config = ServerConfig::stdio("rogue", program.to_str().unwrap(), ["good"]);
    let servers = connect([config]).await;
    let servers = capture(&servers, &[]).await;
    std::fs::remove_file(&program).unwrap();
    servers.call("rogue", "crash", Map::new()).await.unwrap_err();

    let error = echo(&servers).await.unwrap_err().to_string();
    assert!(error.contains("cannot be started"), "{error}");
    let error = echo(&servers).await.unwrap_err().to_string();
    assert!(error.contains("failed recently"), "{error}");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rogue"), &program).unwrap();
    let answer = eventually_some("it is tried again", async || match echo(&servers).await {
        Err(error) if error.to_string().contains("failed recently") => None,
        answer => Some(answer.unwrap()),
    });
    assert_eq!(answer.await, "\"hello\"");
    servers.close().await;
}

#[tokio::test]
async fn volatile_places_do_not_count() {
    let servers = connect([rogue(&["time"])]).await;
    let servers = capture(&servers, &["/tools/clock/description"]).await;
    servers.call("rogue", "clock", Map::new()).await.unwrap();
    servers.get("rogue").unwrap().close().await;
    servers.call("rogue", "clock", Map::new()).await.unwrap();
    servers.close().await;
}

/// The list of tools changes, again and again, while 400 calls are in flight.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_in_flight_reach_only_what_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let servers = connect([counted("announce", folder.path())]).await;
    let servers = capture(&servers, &[]).await;
    let calls_made = (0..400).map(|_| {
        let servers = servers.clone();
        tokio::spawn(async move { echo(&servers).await })
    });
    let (mut answered, mut refused) = (0, 0);
    for outcome in futures_util::future::join_all(calls_made).await {
        match outcome.unwrap() {
            Ok(text) => {
                assert_eq!(text, "\"hello\"");
                answered += 1;
            }
            refusal => {
                drifted(refusal);
                refused += 1;
            }
        }
    }
    assert_eq!(answered + refused, 400);
    assert_eq!(calls(&folder.path().join("calls")), answered, "a refused call was sent");
    servers.close().await;
}
