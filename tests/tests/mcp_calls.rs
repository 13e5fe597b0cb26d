//! Calls of tools, and the end of processes.

#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{rogue, within};
use serde_json::{Map, Value, json};
use toolcrib::call::{Content, Outcome};
use toolcrib::mcp::{
    ConfigFile, ConnectOptions, Connection, McpError, McpErrorKind, Phase, ServerConfig,
};
use toolcrib_tests::wait::{eventually, is_alive, process_ids};

async fn open(config: &ServerConfig) -> Connection {
    Connection::open(config, &ConnectOptions::new()).await.unwrap()
}

fn arguments(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

async fn call(connection: &Connection, tool: &str, value: Value) -> Result<Outcome, McpError> {
    connection.call_unchecked(tool, arguments(value), None).await
}

#[tokio::test]
async fn results_come_in_one_form() {
    let server = open(&rogue(&["good"])).await;
    let echo = call(&server, "echo", json!({"text": "hé\n"})).await.unwrap();
    assert_eq!(echo, Outcome::text("\"hé\\n\""));

    let fail = call(&server, "fail", json!({})).await.unwrap();
    assert!(fail.is_error);
    assert_eq!(fail.to_text(), "it failed");

    let add = call(&server, "add", json!({"a": 9_007_199_254_740_993_i64, "b": 1})).await.unwrap();
    assert_eq!(add.structured, Some(json!({"sum": 9_007_199_254_740_994_i64})));
    assert_eq!(add.to_text(), "{\"sum\":9007199254740994}");

    let picture = call(&server, "picture", json!({})).await.unwrap();
    assert!(matches!(&picture.content[0], Content::Image { data, media_type }
            if data == "AAAA" && media_type == "image/png"));
    let hologram = json!({"type": "hologram", "depth": 3});
    assert_eq!(picture.content[1], Content::Other(hologram));
    assert!(matches!(&picture.content[2], Content::Other(link) if link["uri"] == "file:///x"));

    let big = call(&server, "big", json!({})).await.unwrap();
    assert_eq!(big.to_text().len(), 2_000_000);
    server.close().await;
}

#[tokio::test]
async fn an_error_of_the_protocol_is_an_error() {
    let server = open(&rogue(&["good"])).await;
    let error = call(&server, "nonesuch", json!({})).await.unwrap_err();
    assert!(
        matches!(error.kind(), McpErrorKind::Refused { phase: Phase::Call { tool }, code: -32602, .. }
            if tool == "nonesuch"),
        "{error:?}"
    );
    assert_eq!(
        error.to_string(),
        "server `rogue` answered with error -32602 while calling `nonesuch`: no such tool: nonesuch"
    );
    server.close().await;
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_cancelled_and_the_next_one_works() {
    let folder = tempfile::tempdir().unwrap();
    let cancelled = folder.path().join("cancelled");
    let server = open(&rogue(&["good", cancelled.to_str().unwrap()])).await;
    let limit = Some(Duration::from_millis(300));
    let error = server.call_unchecked("slow", Map::new(), limit).await.unwrap_err();
    assert!(
        matches!(error.kind(), McpErrorKind::Timeout { phase: Phase::Call { .. }, .. }),
        "{error}"
    );

    // The late answer is not taken for this one's.
    let echo = call(&server, "echo", json!({"text": "next"})).await.unwrap();
    assert_eq!(echo.to_text(), "\"next\"");
    eventually("the server is told", || cancelled.exists()).await;
    server.close().await;
}

#[tokio::test]
async fn calls_run_side_by_side() {
    let server = open(&rogue(&["good"])).await;
    let texts: Vec<_> = (0..200).map(|at| json!({"text": at})).collect();
    let calls = texts.iter().map(|text| call(&server, "echo", text.clone()));
    let outcomes = futures_util::future::join_all(calls).await;
    for (at, outcome) in outcomes.into_iter().enumerate() {
        assert_eq!(outcome.unwrap().to_text(), at.to_string());
    }
    server.close().await;
}

#[tokio::test]
async fn a_crash_in_a_call_is_told_with_status_and_last_words() {
    let server = open(&rogue(&["good"])).await;
    let error = call(&server, "crash", json!({})).await.unwrap_err();
    assert!(
        matches!(error.kind(), McpErrorKind::Ended { exit: Some(exit), .. }
            if exit.code() == Some(101)),
        "{error:?}"
    );
    assert!(error.to_string().contains("out of cheese"), "{error}");
    assert!(server.is_closed());

    let error = call(&server, "echo", json!({})).await.unwrap_err();
    assert!(matches!(error.kind(), McpErrorKind::Ended { .. }), "{error:?}");
}

#[tokio::test]
async fn an_announced_change_is_another_generation() {
    let server = open(&rogue(&["announce"])).await;
    server.listing().await.unwrap();
    let before = server.generation();
    call(&server, "echo", json!({})).await.unwrap();
    let after = server.generation();
    assert!(after > before);
    let listing = server.listing().await.unwrap();
    assert!(listing.tools[0].contains("Listing 2."), "{:?}", listing.tools);
    assert_eq!(server.generation(), after, "looking changes nothing");
    server.close().await;
}

#[tokio::test]
async fn the_working_directory_can_be_overridden() {
    let folder = tempfile::tempdir().unwrap();
    let options = ConnectOptions::new().cwd(folder.path());
    let (server, listing) = Connection::open_and_list(&rogue(&["cwd"]), &options).await.unwrap();
    server.close().await;
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    assert!(listing.tools[0].contains(name), "{:?}", listing.tools);
}

#[tokio::test]
async fn variables_reach_the_server() {
    let text = json!({"mcpServers": {"rogue": {
        "command": env!("CARGO_BIN_EXE_rogue"),
        "args": ["${MODE}"],
        "env": {"ROGUE": "a${SECRET}b ${NONE:-default} $$x"},
    }}});
    let lookup = |name: &str| match name {
        "MODE" => Some("env".to_owned()),
        "SECRET" => Some("s3cret".to_owned()),
        _ => None,
    };
    let config = ConfigFile::parse(&text.to_string(), "f").unwrap().expand(&lookup).unwrap();
    let server = &config.servers()[0];
    let (connection, listing) =
        Connection::open_and_list(server, &ConnectOptions::new()).await.unwrap();
    assert!(listing.tools[0].contains("as3cretb default $x"), "{:?}", listing.tools);
    assert!(!format!("{connection:?}").contains("s3cret"));
    connection.close().await;
}

#[cfg(target_os = "linux")]
mod processes {
    use super::*;

    /// Opens a server in a mode that writes its own and its child's process id.
    async fn with_child(mode: &str) -> (Connection, Vec<String>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ids");
        let server = open(&rogue(&[mode, file.to_str().unwrap()])).await;
        let ids = process_ids(&file, 2).await;
        assert!(ids.iter().all(|id| is_alive(id)), "{ids:?}");
        (server, ids, folder)
    }

    async fn gone(ids: &[String]) {
        eventually("no process is left", || !ids.iter().any(|id| is_alive(id))).await;
    }

    #[tokio::test]
    async fn a_server_that_ignores_the_end_of_its_input_is_stopped() {
        let (server, ids, _folder) = with_child("stubborn").await;
        let started = Instant::now();
        server.close().await;
        within(started, Duration::from_secs(5), ());
        gone(&ids).await;
    }

    #[tokio::test]
    async fn a_server_that_ignores_being_asked_to_end_is_killed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ids");
        // An ignored signal stays ignored in what is executed.
        let script = "trap '' TERM; exec \"$0\" stubborn \"$1\"";
        let arguments = ["-c", script, env!("CARGO_BIN_EXE_rogue"), file.to_str().unwrap()];
        let server = open(&ServerConfig::stdio("rogue", "sh", arguments)).await;
        let ids = process_ids(&file, 2).await;
        let started = Instant::now();
        server.close().await;
        within(started, Duration::from_secs(8), ());
        gone(&ids).await;
    }

    #[tokio::test]
    async fn a_child_that_a_server_leaves_behind_is_stopped() {
        let (server, ids, _folder) = with_child("orphan").await;
        server.close().await;
        gone(&ids).await;
    }

    #[tokio::test]
    async fn dropping_a_connection_kills_the_group() {
        let (server, ids, _folder) = with_child("stubborn").await;
        drop(server);
        gone(&ids).await;
    }

    #[test]
    fn the_end_of_the_runtime_kills_the_group() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let (server, ids, _folder) = runtime.block_on(with_child("stubborn"));
        runtime.shutdown_timeout(Duration::from_secs(1));
        let again = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        again.block_on(gone(&ids));
        drop(server);
    }

    #[tokio::test]
    async fn a_handshake_that_times_out_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ids");
        let options = ConnectOptions::new().timeout(Duration::from_millis(300));
        let config = rogue(&["mute-orphan", file.to_str().unwrap()]);
        Connection::open(&config, &options).await.unwrap_err();
        gone(&process_ids(&file, 2).await).await;
    }
}
