//! What servers that send too much make of the memory of a program. One at a
//! time: the tests measure the process that they are.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
#[path = "mcp_hostile/web.rs"]
mod web;

use std::time::{Duration, Instant};

use common::{arguments, rogue};
use serde_json::json;
use tokio::sync::Mutex;
use toolcrib::mcp::{ConnectOptions, Connection};
use web::{Reply, Web};

/// Whoever measures.
static ALONE: Mutex<()> = Mutex::const_new(());

/// A number of this process's status, in bytes.
fn status(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// Watches the resident memory for so long; by how much it grew.
async fn growth(watched: Duration) -> u64 {
    let (started, before, mut most) = (Instant::now(), status("VmRSS"), 0);
    while started.elapsed() < watched {
        most = most.max(status("VmRSS").saturating_sub(before));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    most
}

const MB: u64 = 1_000_000;

#[tokio::test]
async fn requests_without_end_are_not_taken_where_no_answer_is_read() {
    let _alone = ALONE.lock().await;
    let server = Connection::open(&rogue(&["pings-deaf"]), &ConnectOptions::new()).await.unwrap();
    let grew = growth(Duration::from_secs(5)).await;
    assert!(grew < 150 * MB, "{} MB", grew / MB);
    let closed = tokio::time::timeout(Duration::from_millis(4_500), server.close()).await;
    closed.expect("close within twice the grace");
}

#[tokio::test]
async fn calls_are_answered_in_the_midst_of_requests_without_end() {
    let _alone = ALONE.lock().await;
    let server = Connection::open(&rogue(&["pings"]), &ConnectOptions::new()).await.unwrap();
    let calls = async {
        loop {
            let text = arguments(json!({"text": "hello"}));
            server.call_unchecked("echo", text, None).await.unwrap();
        }
    };
    let grew = tokio::select! {
        grew = growth(Duration::from_secs(3)) => grew,
        () = calls => unreachable!("they go on"),
    };
    assert!(grew < 150 * MB, "{} MB", grew / MB);
    server.close().await;
}

#[tokio::test]
async fn requests_without_end_over_http_are_not_taken_where_no_answer_is_read() {
    let _alone = ALONE.lock().await;
    let web = Web::serve(|method, _| match method {
        "tools/call" => Some(Reply::Endless(
            "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n",
            Duration::ZERO,
        )),
        "" => Some(Reply::Silence),
        _ => None,
    });
    let config = web.await.config();
    let server = Connection::open(&config, &ConnectOptions::new()).await.unwrap();
    let grew = tokio::select! {
        grew = growth(Duration::from_secs(4)) => grew,
        answer = server.call_unchecked("echo", arguments(json!({})), None) => panic!("{answer:?}"),
    };
    assert!(grew < 150 * MB, "{} MB", grew / MB);
    let closed = tokio::time::timeout(Duration::from_millis(4_500), server.close()).await;
    closed.expect("close within twice the grace");
}
