//! Servers that want to keep a program waiting, or to fill its memory. Each test
//! has a time by which it must be done.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
#[path = "mcp_hostile/web.rs"]
mod web;

use std::process::Stdio;
use std::time::Duration;

use common::{Scene, arguments, one};
use serde_json::json;
use toolcrib::mcp::{ConnectOptions, Connection, McpErrorKind, ServerConfig, Servers};
use toolcrib_tests::wait::{eventually, is_alive, process_ids};
use web::{Reply, Web};

/// Twice the grace that a server has to end by itself, and what a busy machine
/// takes for it.
const CLOSED: Duration = Duration::from_millis(2 * 1_500 + 1_500);

/// Fails by name instead of waiting for ever.
async fn done<T>(what: &str, limit: Duration, work: impl Future<Output = T>) -> T {
    match tokio::time::timeout(limit, work).await {
        Ok(value) => value,
        Err(_) => panic!("not within {limit:?}: {what}"),
    }
}

/// `cargo toolcrib snapshot --timeout 1s` of one server: its exit code and what
/// it says.
async fn snapshot(what: &str, entry: serde_json::Value) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({"mcpServers": {"rogue": entry}}).to_string();
    std::fs::write(folder.path().join(".mcp.json"), config).unwrap();
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_toolcrib-command"));
    command.args(["snapshot", "--timeout", "1s"]).current_dir(folder.path());
    command.stdin(Stdio::null()).kill_on_drop(true);
    let output = done(what, Duration::from_secs(1) + CLOSED, command.output()).await.unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The rogue as an entry of a configuration.
fn entry(mode: &str) -> serde_json::Value {
    json!({"command": env!("CARGO_BIN_EXE_rogue"), "args": [mode]})
}

/// More than a pipe takes.
fn long() -> serde_json::Map<String, serde_json::Value> {
    arguments(json!({"text": "x".repeat(200_000)}))
}

#[tokio::test]
async fn a_server_that_reads_nothing_is_closed_and_killed() {
    let scene = Scene::new();
    let (server, _) =
        Connection::open_and_list(&scene.server("deaf"), &ConnectOptions::new()).await.unwrap();
    let pid = process_ids(&scene.path("pid"), 1).await.remove(0);
    let closed = async {
        // The call is under way, and its line is half written.
        tokio::time::sleep(Duration::from_millis(300)).await;
        done("close", CLOSED, server.close()).await;
    };
    let call = server.call_unchecked("echo", long(), None);
    let (call, ()) = done("the call", CLOSED * 2, futures_util::future::join(call, closed)).await;
    call.unwrap_err();
    assert!(!is_alive(&pid));
}

#[tokio::test]
async fn all_servers_are_closed_where_one_reads_nothing() {
    let scene = Scene::new();
    let servers = Servers::lazy(&one(scene.server("deaf")), &ConnectOptions::new());
    servers.warm_up("rogue").await.unwrap();
    let pid = process_ids(&scene.path("pid"), 1).await.remove(0);
    let connection = servers.get("rogue").unwrap();
    let call = tokio::spawn(async move { connection.call_unchecked("echo", long(), None).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    done("close", CLOSED, servers.close()).await;
    done("the call", CLOSED, call).await.unwrap().unwrap_err();
    assert!(!is_alive(&pid));
}

#[tokio::test]
async fn a_connection_that_is_dropped_kills_a_server_that_reads_nothing() {
    let scene = Scene::new();
    let (server, _) =
        Connection::open_and_list(&scene.server("deaf"), &ConnectOptions::new()).await.unwrap();
    let pid = process_ids(&scene.path("pid"), 1).await.remove(0);
    let half = Duration::from_millis(500);
    server.call_unchecked("echo", long(), Some(half)).await.unwrap_err();
    drop(server);
    done("its end", CLOSED, eventually("the server has ended", || !is_alive(&pid))).await;
}

/// Without this, each call would leave its arguments behind for as long as the
/// connection is open.
#[tokio::test]
async fn a_line_that_is_not_read_in_time_ends_the_connection() {
    let scene = Scene::new();
    let options = ConnectOptions::new().call_timeout(Duration::from_millis(700));
    let (server, _) = Connection::open_and_list(&scene.server("deaf"), &options).await.unwrap();
    let error = server.call_unchecked("echo", long(), None).await.unwrap_err();
    assert!(matches!(error.kind(), McpErrorKind::Timeout { .. } | McpErrorKind::Ended { .. }));
    done("the end", CLOSED, eventually("it is closed", || server.is_closed())).await;
    let error = server.call_unchecked("echo", long(), Some(CLOSED)).await.unwrap_err();
    assert!(error.to_string().contains("it read nothing of its input for 700ms"), "{error}");
    server.close().await;
}

#[tokio::test]
async fn a_server_within_the_program_that_reads_nothing_is_closed() {
    let config = ServerConfig::in_process("deaf", |pipe| {
        tokio::spawn(async move {
            let _pipe = pipe;
            std::future::pending::<()>().await;
        });
    });
    let options = ConnectOptions::new().timeout(Duration::from_millis(300));
    let error = done("the handshake", CLOSED, Connection::open(&config, &options)).await;
    assert!(matches!(error.unwrap_err().kind(), McpErrorKind::Timeout { .. }));
}

#[tokio::test]
async fn a_server_that_reads_nothing_from_the_start_is_killed_in_time() {
    let scene = Scene::new();
    let options = ConnectOptions::new().timeout(Duration::from_millis(500));
    let server = scene.server("deaf-start");
    let error = done("the handshake", CLOSED, Connection::open(&server, &options)).await;
    assert!(matches!(error.unwrap_err().kind(), McpErrorKind::Timeout { .. }));
    let pid = process_ids(&scene.path("pid"), 1).await.remove(0);
    done("its end", CLOSED, eventually("the server has ended", || !is_alive(&pid))).await;
}

#[tokio::test]
async fn a_capture_ends_whatever_the_server_reads() {
    for mode in ["deaf-start", "pings-deaf"] {
        let (code, said) = snapshot(mode, entry(mode)).await;
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("did not answer within 1s"), "{said}");
    }
}

/// Events that answer nothing: a comment, a message, a request of the server.
const EVENTS: [&str; 3] = [
    ": still here\n\n",
    "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n",
    "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n",
];

async fn endless(at: &'static str, event: &'static str, pause: Duration) -> Web {
    Web::serve(move |method, _| (method == at).then_some(Reply::Endless(event, pause))).await
}

#[tokio::test]
async fn an_answer_over_http_that_never_ends_is_given_up() {
    for event in EVENTS {
        for at in ["initialize", "notifications/initialized", "tools/list"] {
            for pause in [Duration::ZERO, Duration::from_millis(20)] {
                let what = format!("{at} {event:?} {pause:?}");
                let web = endless(at, event, pause).await;
                let options = ConnectOptions::new().timeout(Duration::from_millis(500));
                let config = web.config();
                let open = Connection::open_and_list(&config, &options);
                done(&what, CLOSED, open).await.unwrap_err();
                done(&what, CLOSED, eventually("nothing is read any more", || web.is_quiet()))
                    .await;
            }
        }
    }
}

#[tokio::test]
async fn a_call_over_http_whose_answer_never_ends_keeps_nothing_open() {
    for event in EVENTS {
        let web = endless("tools/call", event, Duration::ZERO).await;
        let (server, _) =
            Connection::open_and_list(&web.config(), &ConnectOptions::new()).await.unwrap();
        let half = Some(Duration::from_millis(500));
        let call = server.call_unchecked("echo", Default::default(), half);
        done("the call", CLOSED, call).await.unwrap_err();
        done("close", CLOSED, server.close()).await;
        done(event, CLOSED, eventually("nothing is read any more", || web.is_quiet())).await;
    }
}

#[tokio::test]
async fn a_capture_over_http_ends() {
    for event in EVENTS {
        let web = endless("tools/list", event, Duration::ZERO).await;
        let entry = json!({"type": "http", "url": web.url});
        let (code, said) = snapshot(event, entry).await;
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("did not answer within 1s"), "{said}");
    }
}
