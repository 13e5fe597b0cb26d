//! Limits of calls, a custom layer, and the events of a conversation.

use std::error::Error;
use std::time::Duration;

use serde_json::json;
use toolcrib::call::{Breaker, EventKind, Limits, Retry, ToolCall, ToolInfo, ToolService};
use toolcrib::{Toolbox, tool, tools};
use tower::ServiceBuilder;
use tower::limit::ConcurrencyLimitLayer;

/// Looks up what the weather will be.
#[tool(read_only)]
async fn forecast(
    /// Name of the place.
    place: String,
    /// Days from now; 0 is today.
    days: u16,
) -> Result<String, String> {
    match days {
        0..=9 => Ok(format!("{place}: fair")),
        // A service that does not answer.
        _ => std::future::pending().await,
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let limits = Limits::new()
        .time(Duration::from_millis(200)) // a call, with all its waiting and retries
        .retry(Retry::times(2)) // of tools that only read or say they are idempotent
        .max_output(64 * 1024); // bytes of text; the rest is in `Session::rest`
    // Of a server: how many calls at once, and when it is left alone.
    let server = Limits::new().concurrency(4).breaker(Breaker::new().failures(3));
    // Any layer of tower, around the tools that are to have it.
    let one_at_a_time = |tool: &ToolInfo, service: ToolService| match tool.is_idempotent() {
        true => service,
        false => ToolService::new(
            ServiceBuilder::new().layer(ConcurrencyLimitLayer::new(1)).service(service),
        ),
    };
    let toolbox = Toolbox::builder()
        .native(tools![forecast])
        .limits(limits)
        .server_limits("github", server)
        .layer(one_at_a_time)
        .build()?;

    let mut events = toolbox.events();
    let mut session = toolbox.session();
    for (id, days) in [("1", json!(2)), ("2", json!(14)), ("3", json!("soon"))] {
        let call = ToolCall::new(id, "forecast", json!({"place": "Bergen", "days": days}));
        println!("{}", session.call(call).await.outcome.to_text());
    }
    while let Some(event) = events.try_next() {
        if let (Some(call), EventKind::Finished { status, took, .. }) = (event.call, event.kind) {
            println!("call {} ended after {} ms: {status}", call.id, took.as_millis());
        }
    }
    Ok(())
}
