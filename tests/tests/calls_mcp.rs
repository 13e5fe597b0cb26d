//! Limits of calls down to a real server.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::time::Duration;

use common::rogue;
use serde_json::json;
use toolcrib::Toolbox;
use toolcrib::call::{Breaker, BreakerState, CallError, Limits, Retry, ToolCall};
use toolcrib::mcp::{Config, ConnectOptions, ServerConfig, Servers};
use toolcrib_tests::wait::eventually;

async fn toolbox(server: ServerConfig, limits: Limits) -> (Toolbox, Servers) {
    let config = Config::new([server]);
    let servers = Servers::connect(&config, &ConnectOptions::new()).await.unwrap();
    let live = servers.manifests().await.unwrap();
    let verified = toolcrib_tests::catalog_of(&live).verify(&live).unwrap();
    let builder = Toolbox::builder().catalog(verified, servers.clone()).limits(limits);
    (builder.build().unwrap(), servers)
}

/// By its time limit in the toolbox, and by a session whose caller gives up.
#[tokio::test]
async fn a_call_that_ends_early_is_cancelled_at_the_server() {
    for given_up in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let (cancelled, calls) = (folder.path().join("cancelled"), folder.path().join("calls"));
        let limit = Duration::from_millis(if given_up { 60_000 } else { 300 });
        let server = rogue(&["good", cancelled.to_str().unwrap()])
            .with_env("ROGUE_CALLS", calls.to_str().unwrap());
        let (toolbox, servers) = toolbox(server, Limits::new().time(limit)).await;
        let mut session = toolbox.session();
        session.promote("mcp__rogue__slow");
        let call = session.start(ToolCall::new("1", "mcp__rogue__slow", json!({})));
        if given_up {
            tokio::select! {
                () = eventually("the call is under way", || calls.exists()) => {}
                result = call => panic!("{result:?}"),
            }
        } else {
            let text = call.await.outcome.to_text();
            assert!(text.starts_with("no result within 300ms"), "{text}");
        }
        eventually("the server is told", || cancelled.exists()).await;
        // The late answer is nobody's, and the connection goes on.
        let echo = toolbox.call("mcp__rogue__echo", &json!({"text": "next"})).await.unwrap();
        assert_eq!(echo.to_text(), "\"next\"");
        servers.close().await;
    }
}

#[tokio::test]
async fn crashes_open_the_breaker_and_what_a_tool_says_itself_does_not() {
    let breaker = Breaker::new().failures(2).open_for(Duration::from_millis(300));
    let (toolbox, servers) = toolbox(rogue(&["good"]), Limits::new().breaker(breaker)).await;
    let state = || toolbox.traffic("rogue").unwrap().breaker;
    for _ in 0..4 {
        assert!(toolbox.call("mcp__rogue__fail", "{}").await.unwrap().is_error);
    }
    assert_eq!(state(), BreakerState::Closed);
    for _ in 0..2 {
        let lost = toolbox.call("mcp__rogue__crash", "{}").await.unwrap_err();
        assert!(matches!(lost, CallError::Server(_)) && lost.is_fault(), "{lost:?}");
    }
    assert!(matches!(state(), BreakerState::Open { .. }));
    let refused = toolbox.call("mcp__rogue__echo", &json!({"text": "x"})).await.unwrap_err();
    assert!(matches!(refused, CallError::Open { .. }) && refused.is_unsent(), "{refused:?}");
    eventually("it is half open", || state() == BreakerState::HalfOpen).await;
    let echo = toolbox.call("mcp__rogue__echo", &json!({"text": "x"})).await.unwrap();
    assert_eq!((echo.to_text(), state()), ("\"x\"".into(), BreakerState::Closed));
    servers.close().await;
}

#[tokio::test]
async fn what_may_be_lost_is_not_tried_again_unless_it_says_so() {
    let retry = Retry::times(2).wait(Duration::from_millis(1));
    let folder = tempfile::tempdir().unwrap();
    let calls = folder.path().join("calls");
    let server = rogue(&["good"]).with_env("ROGUE_CALLS", calls.to_str().unwrap());
    let (toolbox, servers) = toolbox(server, Limits::new().retry(retry)).await;
    toolbox.call("mcp__rogue__crash", "{}").await.unwrap_err();
    let logged = std::fs::read_to_string(&calls).unwrap_or_default();
    assert_eq!(logged.lines().count(), 1, "{logged}");
    servers.close().await;
}
