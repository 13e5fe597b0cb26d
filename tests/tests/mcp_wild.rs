//! Calls of a server that misbehaves in one way after the other; after each,
//! the next call has its own right answer.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Bound, arguments, bind, rogue};
use serde_json::{Value, json};
use toolcrib::call::{BackendError, BackendErrorKind, Outcome};
use toolcrib::mcp::{Config, ConnectOptions, Notification, NotificationKind, Servers};
use toolcrib_tests::wait::eventually;

async fn wild(options: &ConnectOptions) -> Bound {
    bind(&Servers::connect(&Config::new([rogue(&["wild"])]), options).await.unwrap()).await
}

/// With half a second for each call.
fn hasty() -> ConnectOptions {
    ConnectOptions::new().call_timeout(Duration::from_millis(500))
}

async fn call(servers: &Bound, tool: &str, value: Value) -> Result<Outcome, BackendError> {
    servers.call("rogue", tool, arguments(value)).await
}

/// The server answers again, to what it was asked.
async fn goes_on(servers: &Bound) {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let echo = call(servers, "echo", json!({"text": number})).await.unwrap();
    assert_eq!(echo.to_text(), number.to_string());
}

/// The call fails like this, and the server goes on.
async fn fails(options: &ConnectOptions, tool: &str, kind: BackendErrorKind) -> BackendError {
    let servers = wild(options).await;
    let error = call(&servers, tool, json!({})).await.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(!error.is_unsent());
    goes_on(&servers).await;
    servers.close().await;
    error
}

#[tokio::test]
async fn no_answer_is_a_time_out() {
    fails(&hasty(), "hang", BackendErrorKind::Timeout).await;
}

#[tokio::test]
async fn an_answer_to_somebody_else_is_none() {
    fails(&hasty(), "astray", BackendErrorKind::Timeout).await;
}

#[tokio::test]
async fn a_crash_in_a_call_loses_that_call_alone() {
    let error = fails(&ConnectOptions::new(), "crash", BackendErrorKind::Lost).await;
    assert!(error.detail().to_string().contains("out of cheese"), "{error}");
}

#[tokio::test]
async fn half_a_line_is_no_answer() {
    fails(&ConnectOptions::new(), "half", BackendErrorKind::Lost).await;
}

#[tokio::test]
async fn a_huge_answer_is_cut_off() {
    let error =
        fails(&ConnectOptions::new().max_bytes(1_000_000), "big", BackendErrorKind::Lost).await;
    let detail = error.detail().to_string();
    assert!(detail.contains("a line of more than 1000000 bytes"), "{detail}");
}

#[tokio::test]
async fn an_error_of_the_protocol_is_told_apart() {
    let servers = wild(&ConnectOptions::new()).await;
    let connection = servers.get("rogue").unwrap();
    connection.call_unchecked("nonesuch", arguments(json!({})), None).await.unwrap_err();
    goes_on(&servers).await;
    servers.close().await;
}

#[tokio::test]
async fn a_crash_between_calls_is_not_noticed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("calls");
    let server = rogue(&["wild"]).with_env("ROGUE_CALLS", log.to_str().unwrap());
    let servers = Servers::connect(&Config::new([server]), &ConnectOptions::new()).await.unwrap();
    let servers = bind(&servers).await;
    for _ in 0..5 {
        let last = call(&servers, "last", json!({})).await.unwrap();
        assert_eq!(last.to_text(), "goodbye");
        goes_on_or_was_lost(&servers).await;
    }
    servers.close().await;
    let calls = std::fs::read_to_string(&log).unwrap();
    assert_eq!(calls.matches("last").count(), 5, "{calls}");
}

/// A call may be written to a process that has ended and not been buried yet:
/// it is lost, and told so. It is never answered by another.
async fn goes_on_or_was_lost(servers: &Bound) {
    if let Err(error) = call(servers, "echo", json!({"text": "x"})).await {
        assert_eq!(error.kind(), BackendErrorKind::Lost, "{error}");
    }
    goes_on(servers).await;
}

#[tokio::test]
async fn a_second_answer_is_passed_over() {
    let servers = wild(&ConnectOptions::new()).await;
    for _ in 0..20 {
        let first = call(&servers, "double", json!({})).await.unwrap();
        assert_eq!(first.to_text(), "first");
        goes_on(&servers).await;
    }
    servers.close().await;
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_nobodys() {
    let servers = wild(&hasty()).await;
    let error = call(&servers, "slow", json!({})).await.unwrap_err();
    assert_eq!(error.kind(), BackendErrorKind::Timeout);
    // This one's answer stands behind the late one.
    goes_on(&servers).await;
    goes_on(&servers).await;
    servers.close().await;
}

#[tokio::test]
async fn garbage_is_counted_and_passed_over() {
    let servers = wild(&ConnectOptions::new()).await;
    let answer = call(&servers, "garbage", json!({})).await.unwrap();
    assert_eq!(answer.to_text(), "after the garbage");
    assert_eq!(servers.get("rogue").unwrap().noise(), 3);
    goes_on(&servers).await;
    servers.close().await;
}

#[tokio::test]
async fn floods_are_swallowed() {
    let servers = wild(&ConnectOptions::new()).await;
    for (tool, answer) in [
        ("noise", "after the noise"),
        ("complain", "after the complaints"),
        ("chatter", "after the chatter"),
    ] {
        assert_eq!(call(&servers, tool, json!({})).await.unwrap().to_text(), answer);
        goes_on(&servers).await;
    }
    assert_eq!(servers.get("rogue").unwrap().noise(), 20_000);
    servers.close().await;
}

/// 40,000 notices for a listener that takes its time: the answer does not wait
/// for it, and what it missed is counted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_listener_holds_nothing_up() {
    let heard = Arc::new(Mutex::new((0_u64, 0_u64)));
    let listener = {
        let heard = heard.clone();
        move |notice: Notification| {
            std::thread::sleep(Duration::from_millis(2));
            let mut heard = heard.lock().unwrap();
            *heard = (heard.0 + 1, heard.1 + notice.lost);
        }
    };
    let servers = wild(&ConnectOptions::new().on_notification(listener)).await;
    let answer = call(&servers, "chatter", json!({})).await.unwrap();
    assert_eq!(answer.to_text(), "after the chatter");
    let (told, lost) = *heard.lock().unwrap();
    assert!(told < 20_000, "the answer waited for all {told} notices, {lost} lost");
    goes_on(&servers).await;
    servers.close().await;
}

/// Notices until the listener has heard of the last step.
fn steps(heard: &Mutex<Vec<Notification>>) -> usize {
    let heard = heard.lock().unwrap();
    heard.iter().filter(|notice| matches!(notice.kind, NotificationKind::Log { .. })).count()
}

#[tokio::test]
async fn progress_and_logs_are_handed_on() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = {
        let heard = heard.clone();
        move |notice: Notification| heard.lock().unwrap().push(notice)
    };
    let servers = wild(&ConnectOptions::new().on_notification(listener)).await;
    let done = servers.of("rogue").call_as("call-7", "work", arguments(json!({"steps": 2}))).await;
    assert_eq!(done.unwrap().to_text(), "done");
    eventually("two logs", || steps(&heard) == 2).await;
    servers.close().await;

    let heard = std::mem::take(&mut *heard.lock().unwrap());
    let kinds: Vec<_> = heard.iter().map(|notice| &notice.kind).collect();
    let [NotificationKind::Progress { call, tool, progress, total, message }, log, second, _] =
        kinds.as_slice()
    else {
        panic!("{kinds:?}")
    };
    assert_eq!((call.as_deref(), &**tool), (Some("call-7"), "work"));
    assert_eq!((*progress, *total, message.as_deref()), (1.0, Some(2.0), Some("step 1")));
    let NotificationKind::Log { level, logger, data } = log else { panic!("{log:?}") };
    assert_eq!((level.as_str(), logger, &**data), ("warning", &None, "{\"step\":1}"));
    assert!(matches!(second, NotificationKind::Progress { progress: 2.0, .. }), "{second:?}");
    assert!(heard.iter().all(|notice| &*notice.server == "rogue" && notice.lost == 0));
}

#[tokio::test]
async fn progress_extends_the_time_where_that_is_asked_for() {
    // Ten steps of 100 ms, each well within the 500 ms that a call may take.
    let work = || json!({"steps": 10, "pause": 100});
    let servers = wild(&hasty()).await;
    let error = call(&servers, "work", work()).await.unwrap_err();
    assert_eq!(error.kind(), BackendErrorKind::Timeout);
    servers.close().await;

    let servers = wild(&hasty().extend_on_progress(Duration::from_secs(20))).await;
    assert_eq!(call(&servers, "work", work()).await.unwrap().to_text(), "done");
    assert_eq!(
        call(&servers, "hang", json!({})).await.unwrap_err().kind(),
        BackendErrorKind::Timeout
    );
    servers.close().await;

    let servers = wild(&hasty().extend_on_progress(Duration::from_millis(700))).await;
    let error = call(&servers, "work", work()).await.unwrap_err();
    assert_eq!(error.kind(), BackendErrorKind::Timeout, "no longer than in all");
    servers.close().await;
}

#[tokio::test]
async fn a_call_that_nobody_waits_for_is_cancelled_at_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let (cancelled, calls) = (folder.path().join("cancelled"), folder.path().join("calls"));
    let server = rogue(&["wild", cancelled.to_str().unwrap()])
        .with_env("ROGUE_CALLS", calls.to_str().unwrap());
    let servers = Servers::connect(&Config::new([server]), &ConnectOptions::new()).await.unwrap();
    let servers = bind(&servers).await;
    tokio::select! {
        () = eventually("the call is under way", || calls.exists()) => {}
        answer = call(&servers, "hang", json!({})) => panic!("{answer:?}"),
    }
    eventually("the server is told", || cancelled.exists()).await;
    goes_on(&servers).await;
    servers.close().await;
}
