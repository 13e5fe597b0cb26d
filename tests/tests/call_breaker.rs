//! What a circuit breaker holds against a server, and what it does not.

mod call_support;

use std::time::Duration;

use call_support::{Do, toolbox_of};
use futures_util::future::join_all;
use toolcrib::Toolbox;
use toolcrib::call::{
    Breaker, BreakerState, CallError, Limits, Outcome, ToolCall, ToolInfo, ToolService,
};

const SECOND: Duration = Duration::from_secs(1);

fn state(toolbox: &Toolbox) -> BreakerState {
    toolbox.traffic("desk").unwrap().breaker
}

fn is_open(toolbox: &Toolbox) -> bool {
    matches!(state(toolbox), BreakerState::Open { .. })
}

async fn run(toolbox: &Toolbox, what: Do) -> Result<Outcome, CallError> {
    toolbox.call("mcp__desk__read", what.arguments()).await
}

async fn at_once(toolbox: &Toolbox, what: Do, calls: usize) {
    let results = join_all((0..calls).map(|_| run(toolbox, what))).await;
    assert!(results.iter().all(Result::is_err), "{results:?}");
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_breaks_under_many_calls_has_failed_once() {
    let (toolbox, _) = toolbox_of(|builder| builder);
    for lost in 1..5 {
        at_once(&toolbox, Do::LostLate, 5).await;
        assert_eq!(state(&toolbox), BreakerState::Closed, "{lost}");
    }
    at_once(&toolbox, Do::LostLate, 5).await;
    assert!(is_open(&toolbox));
}

#[tokio::test(start_paused = true)]
async fn calls_that_run_out_of_time_fail_each_for_itself() {
    let (toolbox, _) = toolbox_of(|builder| builder);
    at_once(&toolbox, Do::Hang, 4).await;
    assert_eq!(state(&toolbox), BreakerState::Closed);
    at_once(&toolbox, Do::Hang, 1).await;
    assert!(is_open(&toolbox));
}

/// One call at a time; those of `write` may take `write` of the minute.
fn one_at_a_time(failures: u32, write: Duration) -> Toolbox {
    let limits = Limits::new().concurrency(1).breaker(Breaker::new().failures(failures));
    let (toolbox, _) = toolbox_of(|builder| {
        builder.limits(limits).tool_limits("mcp__desk__write", Limits::new().time(write))
    });
    toolbox
}

#[tokio::test(start_paused = true)]
async fn a_call_that_waited_for_its_turn_is_not_held_against_the_server() {
    for (before, held) in [(59_900, false), (31_000, false), (30_000, true), (1_000, true)] {
        let toolbox = one_at_a_time(2, Duration::from_millis(before));
        let first = toolbox.call("mcp__desk__write", Do::Hang.arguments());
        let (first, second) = futures_util::join!(first, run(&toolbox, Do::Hang));
        assert!(matches!(first, Err(CallError::TimedOut { .. })), "{first:?}");
        assert!(matches!(second, Err(CallError::TimedOut { .. })), "{second:?}");
        assert_eq!(is_open(&toolbox), held, "after {before} ms of waiting");
    }
}

/// A person who thinks for so long before the tool is called, and says no to
/// what hangs.
fn asking(think: Duration) -> impl Fn(&ToolInfo, ToolService) -> ToolService + Send + Sync {
    move |_, service| {
        ToolService::from_fn(move |call: ToolCall| {
            let service = service.clone();
            async move {
                tokio::time::sleep(think).await;
                service.run(call).await
            }
        })
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_layer_waits_for_is_not_held_against_the_server() {
    for (think, held) in [(90, false), (59, false), (31, false), (29, true), (0, true)] {
        let limits = Limits::new().breaker(Breaker::new().failures(1));
        let (toolbox, _) =
            toolbox_of(|builder| builder.limits(limits).layer(asking(think * SECOND)));
        let late = run(&toolbox, Do::Hang).await;
        assert_eq!(late, Err(CallError::TimedOut { after: 60 * SECOND }), "{think}");
        assert_eq!(is_open(&toolbox), held, "after {think} s of thinking");
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_layer_does_after_the_answer_is_not_held_against_the_server() {
    let limits = Limits::new().breaker(Breaker::new().failures(1));
    let slow = |_: &ToolInfo, service: ToolService| {
        ToolService::from_fn(move |call: ToolCall| {
            let service = service.clone();
            async move {
                let answer = service.run(call).await;
                tokio::time::sleep(90 * SECOND).await;
                answer
            }
        })
    };
    let (toolbox, _) = toolbox_of(|builder| builder.limits(limits).layer(slow));
    let late = run(&toolbox, Do::Answer).await;
    assert_eq!(late, Err(CallError::TimedOut { after: 60 * SECOND }));
    assert_eq!(state(&toolbox), BreakerState::Closed);
}

#[tokio::test(start_paused = true)]
async fn what_a_layer_refuses_is_no_failure_of_the_server() {
    let refuse = |_: &ToolInfo, service: ToolService| {
        ToolService::from_fn(move |call: ToolCall| {
            let service = service.clone();
            async move {
                let asked = call.arguments.to_string();
                match asked.contains("Answer") {
                    true => Err(CallError::failed("the user says no")),
                    false => service.run(call).await,
                }
            }
        })
    };
    let limits = Limits::new().breaker(Breaker::new().failures(1));
    let (toolbox, _) = toolbox_of(|builder| builder.limits(limits).layer(refuse));
    assert_eq!(run(&toolbox, Do::Answer).await, Err(CallError::failed("the user says no")));
    assert_eq!(state(&toolbox), BreakerState::Closed);
    let lost = run(&toolbox, Do::Lost).await.unwrap_err();
    assert!(matches!(lost, CallError::Server(_)) && lost.is_fault(), "{lost:?}");
    assert!(is_open(&toolbox));
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_only_waited_leaves_room_for_the_next() {
    let limits = Limits::new().breaker(Breaker::new().failures(1).open_for(SECOND));
    let (toolbox, _) = toolbox_of(|builder| builder.limits(limits).layer(asking(59 * SECOND)));
    at_once(&toolbox, Do::Lost, 1).await;
    tokio::time::sleep(SECOND).await;
    assert_eq!(state(&toolbox), BreakerState::HalfOpen);
    let probe = run(&toolbox, Do::Hang).await;
    assert_eq!(probe, Err(CallError::TimedOut { after: 60 * SECOND }));
    assert_eq!(state(&toolbox), BreakerState::HalfOpen, "neither failed nor stuck");
    assert_eq!(run(&toolbox, Do::Answer).await.unwrap().to_text(), "answer");
    assert_eq!(state(&toolbox), BreakerState::Closed);
}
