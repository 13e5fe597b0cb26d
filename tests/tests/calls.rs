//! What stands around a call: limits, breaker, retry, panics, checks.

mod call_support;

use std::time::Duration;

use call_support::{Do, Script, call, toolbox_of};
use serde_json::json;
use toolcrib::call::{Breaker, BreakerState, CallError, Limits, Outcome, Retry, ToolCall};
use toolcrib::{Toolbox, tool, tools};
use tower::ServiceExt;

/// Takes as long as it is told.
#[tool]
async fn sleep(
    /// Milliseconds.
    ms: u64,
) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept"
}

/// Panics.
#[tool]
fn panics(
    /// How.
    how: String,
) -> String {
    match how.as_str() {
        "text" => panic!("one {}", "two\u{1b}"),
        "long" => panic!("{}", "é".repeat(10_000)),
        "value" => std::panic::panic_any(7_u8),
        "bomb" => std::panic::panic_any(Bomb),
        _ => how,
    }
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("again");
    }
}

/// Panics after it has waited.
#[tool]
async fn panics_late() -> String {
    tokio::task::yield_now().await;
    panic!("late")
}

fn native() -> Toolbox {
    let tools = tools![sleep, panics, panics_late];
    let limits = Limits::new().time(Duration::from_millis(100));
    Toolbox::builder().native(tools).limits(limits).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_native_call_that_takes_too_long_is_an_error() {
    let mut session = native().session();
    let slow = session.call(call("sleep", json!({"ms": 10_000}))).await.outcome;
    assert!(slow.is_error);
    assert_eq!(slow.to_text(), "no result within 100ms; the tool may have run anyway");
    let fast = session.call(call("sleep", json!({"ms": 99}))).await.outcome;
    assert_eq!(fast.to_text(), "slept");
}

#[test]
fn without_a_runtime_there_is_no_limit_and_everything_else() {
    let toolbox = native();
    let error = pollster::block_on(toolbox.call("panics_late", "{}"));
    // `yield_now` works anywhere.
    assert!(matches!(error, Err(CallError::Panicked { .. })), "{error:?}");
    let echo = pollster::block_on(toolbox.call("panics", r#"{"how": "not"}"#)).unwrap();
    assert_eq!(echo.to_text(), "not");
}

#[test]
fn a_runtime_without_a_timer_is_none_to_fail_in() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let error = runtime.block_on(native().call("panics_late", "{}"));
    assert!(matches!(error, Err(CallError::Panicked { .. })), "{error:?}");
    let (toolbox, script) =
        toolbox_of(|builder| builder.limits(Limits::new().retry(Retry::times(3))));
    runtime.block_on(toolbox.call("mcp__desk__read", Do::Lost.arguments())).unwrap_err();
    assert_eq!(script.calls(), 1);
}

#[tokio::test]
async fn a_panic_is_an_error_of_that_call_alone() {
    let mut session = native().session();
    let mut told = async |how: &str| {
        let outcome = session.call(call("panics", json!({"how": how}))).await.outcome;
        (outcome.is_error, outcome.to_text())
    };
    assert_eq!(told("text").await, (true, "`panics` crashed: one two\\u{1b}".into()));
    let (failed, long) = told("long").await;
    assert!(failed && long.len() < 600, "{long}");
    assert_eq!(told("value").await.1, "`panics` crashed: panic without a message");
    assert_eq!(told("bomb").await.1, "`panics` crashed: panic without a message");
    assert_eq!(told("not at all").await, (false, "not at all".into()));
    let late = session.call(call("panics_late", json!({}))).await.outcome;
    assert_eq!(late.to_text(), "`panics_late` crashed: late");
}

#[tokio::test]
async fn a_backend_may_panic_at_any_moment() {
    let (toolbox, _) = toolbox_of(|builder| builder);
    for what in [Do::PanicAtOnce, Do::PanicLate] {
        let error = toolbox.call("mcp__desk__read", what.arguments()).await.unwrap_err();
        assert!(matches!(error, CallError::Panicked { .. }), "{error:?}");
    }
    let fine = toolbox.call("mcp__desk__read", Do::Answer.arguments()).await.unwrap();
    assert_eq!(fine.to_text(), "answer");
}

#[tokio::test(start_paused = true)]
async fn a_hanging_server_is_timed_out_and_its_call_dropped() {
    let limits = Limits::new().time(Duration::from_secs(3));
    let (toolbox, script) = toolbox_of(|builder| builder.server_limits("desk", limits));
    let error = toolbox.call("mcp__desk__read", Do::Hang.arguments()).await.unwrap_err();
    assert_eq!(error, CallError::TimedOut { after: Duration::from_secs(3) });
    assert_eq!(script.running(), 0);
}

#[tokio::test(start_paused = true)]
async fn the_limit_of_a_tool_goes_before_that_of_its_server_and_of_all() {
    let seconds = |seconds| Limits::new().time(Duration::from_secs(seconds));
    let (toolbox, _) = toolbox_of(|builder| {
        builder
            .limits(seconds(1))
            .server_limits("desk", seconds(2))
            .tool_limits("mcp__desk__write", seconds(3))
    });
    for (tool, limit) in [("other__read", 1), ("desk__read", 2), ("desk__write", 3)] {
        let hang = toolbox.call(&format!("mcp__{tool}"), Do::Hang.arguments()).await;
        assert_eq!(hang, Err(CallError::TimedOut { after: Duration::from_secs(limit) }), "{tool}");
    }
}

#[test]
fn limits_of_what_is_not_here_are_noticed() {
    let (toolbox, _) = toolbox_of(|builder| {
        let none = Limits::new;
        let known = builder.server_limits("desk", none()).tool_limits("mcp__desk__read", none());
        known.server_limits("dsek", none()).tool_limits("read", none())
    });
    let notices: Vec<String> = toolbox.notices().iter().map(ToString::to_string).collect();
    let expected = |of: &str| format!("limits are set for `{of}`, which is not a tool or server");
    assert_eq!(notices, [expected("read"), expected("dsek")]);
}

#[tokio::test(start_paused = true)]
async fn so_many_calls_run_at_once_and_the_others_wait_their_turn() {
    let (toolbox, script) =
        toolbox_of(|builder| builder.server_limits("desk", Limits::new().concurrency(3)));
    let calls = (0..20).map(|_| toolbox.call("mcp__desk__read", Do::Sleep.arguments()));
    let other = toolbox.call("mcp__other__read", Do::Sleep.arguments());
    let (results, other) = futures_util::join!(futures_util::future::join_all(calls), other);
    for result in results.into_iter().chain([other]) {
        assert_eq!(result.unwrap().to_text(), "slept");
    }
    assert_eq!(script.most("desk"), 3);
    assert_eq!(toolbox.traffic("desk").map(|traffic| traffic.running), Some(0));
}

#[tokio::test(start_paused = true)]
async fn a_breaker_opens_probes_once_and_closes() {
    let breaker = Breaker::new().failures(3).open_for(Duration::from_secs(10));
    let (toolbox, script) = toolbox_of(|builder| {
        builder.limits(Limits::new().breaker(breaker).time(Duration::from_secs(1)))
    });
    let run = |what: Do| toolbox.call("mcp__desk__read", what.arguments());
    let state = || toolbox.traffic("desk").unwrap().breaker;

    // What a tool says itself, and what is refused, are no failures of the server.
    for _ in 0..10 {
        assert!(run(Do::ToolError).await.unwrap().is_error);
        let refused = run(Do::Drift).await.unwrap_err();
        assert!(matches!(refused, CallError::Server(_)) && !refused.is_fault(), "{refused:?}");
    }
    assert_eq!(state(), BreakerState::Closed);

    for what in [Do::Lost, Do::Hang, Do::Lost] {
        assert!(run(what).await.unwrap_err().is_fault());
    }
    let before = script.calls();
    let open = run(Do::Answer).await.unwrap_err();
    assert_eq!(
        open.to_string(),
        "not called: server `desk` has failed several times in a row; it is tried again in 10 s"
    );
    assert_eq!(script.calls(), before);
    // The other server has one of its own.
    toolbox.call("mcp__other__read", Do::Answer.arguments()).await.unwrap();

    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(state(), BreakerState::HalfOpen);
    let before = script.calls();
    let both = futures_util::join!(run(Do::Sleep), run(Do::Answer));
    assert_eq!(both.0.unwrap().to_text(), "slept");
    assert!(matches!(both.1, Err(CallError::Open { .. })));
    assert_eq!(script.calls(), before + 1);
    assert_eq!(state(), BreakerState::Closed);
}

#[tokio::test(start_paused = true)]
async fn calls_that_waited_while_it_opened_are_refused() {
    let (toolbox, script) = toolbox_of(|builder| {
        let breaker = Breaker::new().failures(1);
        builder.limits(Limits::new().breaker(breaker).concurrency(1))
    });
    let first = toolbox.call("mcp__desk__read", Do::LostLate.arguments());
    let second = toolbox.call("mcp__desk__read", Do::Answer.arguments());
    let (first, second) = futures_util::join!(first, second);
    assert!(matches!(first, Err(CallError::Server(_))));
    assert!(matches!(second, Err(CallError::Open { .. })));
    assert_eq!(script.calls(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_given_up_says_nothing_against_the_server() {
    let (toolbox, _) =
        toolbox_of(|builder| builder.limits(Limits::new().breaker(Breaker::new().failures(1))));
    let hang = toolbox.call("mcp__desk__read", Do::Hang.arguments());
    tokio::time::timeout(Duration::from_secs(1), hang).await.unwrap_err();
    assert_eq!(toolbox.traffic("desk").unwrap().breaker, BreakerState::Closed);
}

#[tokio::test(start_paused = true)]
async fn only_idempotent_tools_are_tried_again_and_only_when_asked() {
    let retry = || Limits::new().retry(Retry::times(2)).breaker(Breaker::never());
    let attempts = async |toolbox: &Toolbox, script: &Script, tool: &str| {
        let before = script.calls();
        toolbox.call(tool, Do::Lost.arguments()).await.unwrap_err();
        script.calls() - before
    };
    let (plain, script) = toolbox_of(|builder| builder);
    assert_eq!(attempts(&plain, &script, "mcp__desk__read").await, 1);
    let (asked, script) = toolbox_of(|builder| builder.limits(retry()));
    assert_eq!(attempts(&asked, &script, "mcp__desk__read").await, 3);
    assert_eq!(attempts(&asked, &script, "mcp__desk__write").await, 1);
    // A tool's own failure is an answer.
    let before = script.calls();
    assert!(asked.call("mcp__desk__read", Do::ToolError.arguments()).await.unwrap().is_error);
    assert_eq!(script.calls(), before + 1);
}

#[tokio::test(start_paused = true)]
async fn a_retry_mends_and_keeps_within_the_time_limit() {
    let wait = Duration::from_secs(1);
    let retry = Retry::times(10).wait(wait);
    let (toolbox, script) = toolbox_of(|builder| {
        let limits = Limits::new().retry(retry).time(Duration::from_secs(5));
        builder.limits(limits.breaker(Breaker::never()))
    });
    script.fail(1);
    let start = tokio::time::Instant::now();
    let mended = toolbox.call("mcp__desk__read", Do::Answer.arguments()).await.unwrap();
    assert_eq!(mended.to_text(), "answer");
    assert!(start.elapsed() >= wait && start.elapsed() <= wait * 3 / 2);

    script.fail(usize::MAX);
    let start = tokio::time::Instant::now();
    let error = toolbox.call("mcp__desk__read", Do::Answer.arguments()).await.unwrap_err();
    assert!(matches!(error, CallError::TimedOut { .. }), "{error:?}");
    assert_eq!(start.elapsed(), Duration::from_secs(5));
}

#[tokio::test(start_paused = true)]
async fn an_open_breaker_ends_the_retries() {
    let (toolbox, script) = toolbox_of(|builder| {
        let breaker = Breaker::new().failures(2);
        builder.limits(Limits::new().retry(Retry::times(9)).breaker(breaker))
    });
    let error = toolbox.call("mcp__desk__read", Do::Lost.arguments()).await.unwrap_err();
    assert!(matches!(error, CallError::Open { .. }), "{error:?}");
    assert_eq!(script.calls(), 2);
}

#[tokio::test]
async fn a_long_result_is_cut_for_the_model_and_kept_for_the_program() {
    let limits = Limits::new().max_output(1_000).max_media(100);
    let (toolbox, _) = toolbox_of(|builder| builder.limits(limits));
    let mut session = toolbox.session();
    session.promote("mcp__desk__read");
    let result = session.call(call("mcp__desk__read", Do::Flood.arguments())).await;
    let text = result.outcome.to_text();
    assert!(text.len() < 1_200, "{}", text.len());
    assert!(text.contains("the first 1000 of 300000 bytes of text are shown"), "{text}");
    assert!(text.contains("1 image or resource was too large"), "{text}");

    let rest = session.rest("call-1").unwrap();
    assert_eq!((rest.shown, rest.outcome.content.len()), (1_000, 2));
    let mut whole = text[..rest.shown].to_owned();
    while let Some(piece) = Some(rest.text(whole.len(), 7_777)).filter(|piece| !piece.is_empty()) {
        whole += &piece;
    }
    assert!(whole.starts_with(&"é".repeat(150_000)));
    assert!(session.rest("other").is_none());
    // Outside of a conversation nothing is cut.
    let whole = toolbox.call("mcp__desk__read", Do::Flood.arguments()).await.unwrap();
    assert_eq!(whole.content.len(), 2);
}

/// Sends to a place.
#[tool]
fn send(
    /// Three capitals.
    place: Place,
    /// From 1 to 5.
    #[arg(range = 1..=5)]
    count: u8,
) -> String {
    format!("{count} to {}", place.0)
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Place(#[schemars(regex(pattern = "^[A-Z]{3}$"))] String);

#[tokio::test]
async fn arguments_are_checked_before_anything_else_happens() {
    let breaker = Breaker::new().failures(1);
    let (toolbox, script) =
        toolbox_of(|builder| builder.native(tools![send]).limits(Limits::new().breaker(breaker)));
    let refused = toolbox.call("mcp__desk__read", r#"{"do": {"a": 1}}"#).await.unwrap_err();
    assert!(matches!(refused, CallError::Arguments { .. }), "{refused:?}");
    assert!(refused.to_string().contains("`do`: expected a string"), "{refused}");
    let refused = toolbox.call("mcp__desk__read", "[").await.unwrap_err();
    assert!(matches!(refused, CallError::Arguments { .. }), "{refused:?}");
    assert_eq!((script.calls(), script.listed()), (0, 0));
    // What can be mended is.
    let mended = toolbox.call("mcp__desk__read", r#""{\"do\": \"Answer\"}""#).await.unwrap();
    assert_eq!(mended.to_text(), "answer");

    // What the decoder of a native tool does not look at, the schema does.
    let refused = toolbox.call("send", r#"{"place": "Oslo", "count": 1}"#).await.unwrap_err();
    assert!(refused.to_string().starts_with("`send` was not called:\n- `place`: "), "{refused}");
    let refused = toolbox.call("send", r#"{"place": "OSL", "count": 6}"#).await.unwrap_err();
    assert!(refused.to_string().contains("`count`"), "{refused}");
    let sent = toolbox.call("send", r#"{"place": "OSL", "count": "5"}"#).await.unwrap();
    assert_eq!(sent.to_text(), "5 to OSL");
}

/// The whole way of a call, limits included, as one service among others.
#[tokio::test]
async fn a_tool_is_a_service() {
    let toolbox = native();
    let arguments = |ms: u64| ToolCall::new("1", "sleep", json!({"ms": ms}));
    let service = toolbox.service("sleep").unwrap();
    let words = service.clone().map_response(|outcome: Outcome| outcome.to_text());
    assert_eq!(words.oneshot(arguments(1)).await.unwrap(), "slept");
    let late = service.clone().oneshot(arguments(10_000)).await.unwrap_err();
    assert!(matches!(late, CallError::TimedOut { .. }), "{late:?}");
    let odd = service.oneshot(ToolCall::new("2", "sleep", json!({"ms": "?"}))).await.unwrap_err();
    assert!(odd.to_string().contains("ms"), "{odd}");
    assert!(matches!(toolbox.service("nap").unwrap_err(), CallError::Unknown { .. }));
    let denied = toolcrib::toolbox::Permissions::new().deny(["sleep"]).unwrap();
    let toolbox = Toolbox::builder().native(tools![sleep]).permissions(denied).build().unwrap();
    assert!(matches!(toolbox.service("sleep").unwrap_err(), CallError::Denied { .. }));
}
