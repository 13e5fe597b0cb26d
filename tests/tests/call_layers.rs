//! Loading tools, and custom layers around them.

mod call_support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use call_support::{Do, call, toolbox_of};
use toolcrib::call::{CallError, Outcome, ToolCall, ToolInfo, ToolService};
use toolcrib::{tool, tools};
use tower::{Layer, ServiceExt, limit::ConcurrencyLimitLayer};

/// Takes as long as it is told.
#[tool]
async fn sleep(
    /// Milliseconds.
    ms: u64,
) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept"
}

static SEEN: AtomicUsize = AtomicUsize::new(0);

#[tokio::test]
async fn layers_of_ones_own_stand_around_every_tool() {
    let shout = |_: &ToolInfo, service: ToolService| {
        let loud = service.map_response(|outcome| Outcome::text(outcome.to_text().to_uppercase()));
        ToolService::new(loud)
    };
    let count = |tool: &ToolInfo, service: ToolService| {
        assert_eq!(tool.loader, if tool.server.is_some() { "mcp" } else { "native" });
        let counted = service.map_request(|call: ToolCall| {
            SEEN.fetch_add(1, Ordering::Relaxed);
            call
        });
        ToolService::new(ConcurrencyLimitLayer::new(1).layer(counted))
    };
    let (toolbox, _) =
        toolbox_of(|builder| builder.native(tools![sleep]).layer(shout).layer(count));
    let read = toolbox.call("mcp__desk__read", Do::Answer.arguments()).await.unwrap();
    assert_eq!(read.to_text(), "ANSWER");
    let slept = toolbox.call("sleep", r#"{"ms": 0}"#).await.unwrap();
    assert_eq!(slept.to_text(), "SLEPT");
    assert_eq!(SEEN.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn a_foreign_layer_may_fail_in_its_own_words() {
    let layer = |_: &ToolInfo, service: ToolService| {
        let limit = tower::timeout::TimeoutLayer::new(Duration::from_millis(10));
        ToolService::new(limit.layer(service))
    };
    let (toolbox, _) = toolbox_of(|builder| builder.layer(layer));
    let error = toolbox.call("mcp__desk__read", Do::Hang.arguments()).await.unwrap_err();
    assert_eq!(error, CallError::failed("request timed out"));
    // Errors of our own come through it as they were.
    let error = toolbox.call("mcp__desk__read", Do::Drift.arguments()).await.unwrap_err();
    assert!(matches!(error, CallError::Server(_)), "{error:?}");
}

#[tokio::test]
async fn a_layer_that_panics_while_it_is_made_fails_that_call() {
    let layer = |tool: &ToolInfo, service: ToolService| {
        assert_ne!(tool.raw_name, "read", "not this one");
        service
    };
    let (toolbox, _) = toolbox_of(|builder| builder.layer(layer));
    let error = toolbox.call("mcp__desk__read", Do::Answer.arguments()).await.unwrap_err();
    assert!(matches!(error, CallError::Panicked { .. }), "{error:?}");
    toolbox.call("mcp__desk__write", Do::Answer.arguments()).await.unwrap();
}

#[tokio::test]
async fn loaded_tools_are_bounded_and_a_session_keeps_its_own() {
    let loads = std::sync::Arc::new(AtomicUsize::new(0));
    let counter = loads.clone();
    let (toolbox, _) = toolbox_of(|builder| {
        builder.max_loaded(1).layer(move |_, service| {
            counter.fetch_add(1, Ordering::Relaxed);
            service
        })
    });
    let both = async || {
        for tool in ["mcp__desk__read", "mcp__desk__write"] {
            toolbox.call(tool, Do::Answer.arguments()).await.unwrap();
        }
    };
    both().await;
    both().await;
    assert_eq!(loads.swap(0, Ordering::Relaxed), 4, "each makes room for the other");

    let mut session = toolbox.session();
    for tool in ["mcp__desk__read", "mcp__desk__write"] {
        session.promote(tool);
        session.call(call(tool, Do::Answer.arguments())).await;
    }
    loads.store(0, Ordering::Relaxed);
    both().await;
    assert_eq!(loads.load(Ordering::Relaxed), 0, "the session holds both, for all");
    drop(session);
    both().await;
    assert_ne!(loads.load(Ordering::Relaxed), 0, "nobody holds both any longer");
}

#[tokio::test]
async fn calls_at_the_same_time_load_a_tool_once_and_a_warm_up_before_them() {
    let loads = std::sync::Arc::new(AtomicUsize::new(0));
    let counter = loads.clone();
    let (toolbox, script) = toolbox_of(|builder| {
        builder.layer(move |_, service| {
            counter.fetch_add(1, Ordering::Relaxed);
            service
        })
    });
    assert_eq!(script.listed(), 0);
    let calls = (0..50).map(|_| toolbox.call("mcp__desk__read", Do::Answer.arguments()));
    futures_util::future::join_all(calls).await;
    assert_eq!(loads.load(Ordering::Relaxed), 1);
    toolbox.warm_up(&["mcp__desk__read", "mcp__desk__write"]).await.unwrap();
    assert_eq!(loads.load(Ordering::Relaxed), 2);
    assert!(script.listed() > 0);
    let unknown = toolbox.warm_up(&["nope"]).await.unwrap_err();
    assert_eq!(unknown[0].to_string(), "there is no tool `nope`");
}
