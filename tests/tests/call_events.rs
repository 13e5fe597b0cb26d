//! What is seen of calls: events, and the spans of `tracing`.

mod call_support;

use std::io;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use call_support::{Do, call, toolbox_of};
use serde_json::json;
use toolcrib::call::{Breaker, BreakerState, EventKind, Events, Limits, Retry, Status, ToolCall};
use toolcrib::{Toolbox, tool, tools};
use tracing_subscriber::fmt::format::FmtSpan;

const SECRET: &str = "correct horse battery staple";

/// Keeps a word.
#[tool]
fn keep(
    /// The word.
    word: String,
    /// How often.
    times: u8,
) -> Result<String, String> {
    match times {
        0 => Err(format!("not even once: {word}")),
        13 => panic!("{word}"),
        _ => Ok(word),
    }
}

fn all(events: &mut Events) -> Vec<EventKind> {
    std::iter::from_fn(|| events.try_next()).map(|event| event.kind).collect()
}

/// The same without what differs each time.
fn words(kinds: &[EventKind]) -> Vec<String> {
    let word = |kind: &EventKind| match kind {
        EventKind::Started { bytes_in } => format!("started {bytes_in}"),
        EventKind::Retried { attempt, .. } => format!("retried {attempt}"),
        EventKind::Finished { status, bytes_out, .. } => format!("{status} {bytes_out}"),
        EventKind::CutOff { shown, total } => format!("cut {shown} of {total}"),
        EventKind::Loaded { .. } => "loaded".into(),
        EventKind::Evicted => "evicted".into(),
        EventKind::Breaker { state: BreakerState::Closed } => "closed".into(),
        EventKind::Breaker { state: BreakerState::HalfOpen } => "half open".into(),
        EventKind::Breaker { .. } => "open".into(),
        other => format!("{other:?}"),
    };
    kinds.iter().map(word).collect()
}

#[tokio::test(start_paused = true)]
async fn the_events_of_a_call_tell_its_story() {
    let (toolbox, script) = toolbox_of(|builder| {
        let breaker = Breaker::new().failures(2).open_for(Duration::from_secs(1));
        let limits = Limits::new().retry(Retry::times(1)).breaker(breaker).max_output(1_000);
        builder.limits(limits).max_loaded(1)
    });
    let mut session = toolbox.session();
    for tool in ["mcp__desk__read", "mcp__desk__write"] {
        session.promote(tool);
    }
    let mut events = toolbox.events();
    script.fail(1);
    session.call(call("mcp__desk__read", Do::Answer.arguments())).await;
    let story = all(&mut events);
    assert_eq!(words(&story), ["started 15", "loaded", "retried 1", "ok 6"]);

    session.call(call("mcp__desk__read", Do::Lost.arguments())).await;
    assert_eq!(words(&all(&mut events)), ["started 13", "retried 1", "open", "failed 0"]);
    session.call(call("mcp__desk__read", Do::Lost.arguments())).await;
    assert_eq!(words(&all(&mut events)), ["started 13", "open 0"]);
    tokio::time::sleep(Duration::from_secs(1)).await;
    session.call(call("mcp__desk__write", Do::Flood.arguments())).await;
    let told = words(&all(&mut events));
    let story = ["started 14", "half open", "loaded", "evicted", "closed", "cut 1200 of 300200"];
    assert_eq!(told[..6], story);
    assert!(told.len() == 7 && told[6].starts_with("ok 1"), "{told:?}");
}

#[tokio::test]
async fn a_search_is_told_without_what_was_searched_for() {
    let (toolbox, _) = toolbox_of(|builder| builder);
    let mut events = toolbox.events();
    let query = json!({"query": "select:mcp__desk__read"});
    toolbox.session().call(call(toolcrib::session::SEARCH_TOOL, query)).await;
    let told = all(&mut events);
    assert!(matches!(told[..], [EventKind::Searched { loaded: 1, .. }]), "{told:?}");
}

#[tokio::test]
async fn events_say_which_call_they_belong_to() {
    let (toolbox, _) = toolbox_of(|builder| builder.native(tools![keep]));
    let mut events = toolbox.events();
    let mut session = toolbox.session();
    for id in ["a", "b"] {
        let call = ToolCall::new(id, "keep", json!({"word": "x", "times": 1}));
        session.call(call).await;
    }
    let (mut seen, mut numbers) = (Vec::new(), Vec::new());
    while let Some(event) = events.try_next() {
        let call = event.call.unwrap();
        assert_eq!((event.tool, event.server), (Some("keep"), None));
        seen.push(call.id.to_string());
        numbers.push(call.number);
    }
    assert_eq!(seen, ["a", "a", "b", "b"]);
    assert!(numbers[0] == numbers[1] && numbers[1] < numbers[2], "{numbers:?}");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_nobody_waits_for_is_told_as_cancelled() {
    let (toolbox, _) = toolbox_of(|builder| builder);
    let mut events = toolbox.events();
    let hang = toolbox.call("mcp__desk__read", Do::Hang.arguments());
    tokio::time::timeout(Duration::from_secs(1), hang).await.unwrap_err();
    let last = all(&mut events).pop();
    let Some(EventKind::Finished { status: Status::Cancelled, .. }) = last else {
        panic!("{last:?}")
    };
}

#[tokio::test]
async fn who_reads_too_slowly_loses_the_oldest_and_is_told() {
    let (toolbox, _) = toolbox_of(|builder| builder.native(tools![keep]));
    let (mut slow, mut quick) = (toolbox.events(), toolbox.events());
    let calls = Events::CAPACITY;
    let mut read = 0;
    for _ in 0..calls {
        toolbox.call("keep", r#"{"word": "x", "times": 1}"#).await.unwrap();
        read += all(&mut quick).len();
    }
    assert_eq!((read, quick.lost()), (2 * calls, 0));
    assert_eq!(all(&mut slow).len(), Events::CAPACITY);
    assert_eq!(slow.lost(), (2 * calls - Events::CAPACITY) as u64);
    drop(toolbox);
    assert!(slow.next().await.is_none());
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything that a subscriber sees, at every level, as text.
fn logged(toolbox: &Toolbox) -> String {
    // While there is one dispatcher in all, `tracing` asks that of the thread
    // which comes first to a span: the other tests, which have none, would
    // switch it off for this one.
    static OTHER: LazyLock<tracing::Dispatch> =
        LazyLock::new(|| tracing::Dispatch::new(tracing_subscriber::registry()));
    LazyLock::force(&OTHER);
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_span_events(FmtSpan::FULL)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    tracing::subscriber::with_default(subscriber, || runtime.block_on(provoke(toolbox)));
    String::from_utf8(log.0.lock().unwrap().clone()).unwrap()
}

/// Brings the secret everywhere it can get.
async fn provoke(toolbox: &Toolbox) {
    let mut session = toolbox.session();
    session.promote("mcp__desk__read");
    let arguments = [
        json!({"word": SECRET, "times": 1}),
        json!({"word": SECRET, "times": 0}),
        json!({"word": SECRET, "times": 13}),
        json!({"word": [SECRET], "times": SECRET}),
        json!({ SECRET: SECRET }),
        json!(SECRET),
    ];
    for arguments in arguments {
        session.call(call("keep", arguments.clone())).await;
        session.call(call("keep", arguments.to_string())).await;
        session.call(call("mcp__desk__read", arguments)).await;
    }
    for what in [Do::Answer, Do::Lost, Do::Drift, Do::ToolError, Do::PanicLate] {
        let mut arguments: serde_json::Value = serde_json::from_str(what.arguments()).unwrap();
        arguments["note"] = SECRET.into();
        session.call(call("mcp__desk__read", arguments)).await;
    }
}

#[test]
fn spans_say_what_happened_and_never_with_what() {
    let retry = || Limits::new().retry(Retry::times(1)).breaker(Breaker::new().failures(1));
    let (toolbox, _) = toolbox_of(|builder| builder.native(tools![keep]).limits(retry()));
    let log = logged(&toolbox);
    for said in [
        "tool=\"keep\"",
        "id=\"call-1\"",
        "tool=\"mcp__desk__read\"",
        "server=\"desk\"",
        "outcome=\"ok\"",
        "outcome=\"tool_error\"",
        "outcome=\"arguments\"",
        "outcome=\"panicked\"",
        "outcome=\"open\"",
        "duration_ms=",
        "bytes_in=",
        "bytes_out=",
        "circuit breaker",
    ] {
        assert!(log.contains(said), "{said} is not in\n{log}");
    }
    for word in SECRET.split(' ') {
        assert!(!log.contains(word), "`{word}` is in\n{log}");
    }
}

#[test]
fn spans_have_arguments_and_results_when_that_is_asked_for() {
    let (toolbox, _) = toolbox_of(|builder| builder.native(tools![keep]).trace_contents(true));
    let log = logged(&toolbox);
    assert!(log.contains("arguments=") && log.contains("result="), "{log}");
    assert!(log.contains(SECRET), "{log}");
}

#[test]
fn events_hold_no_contents_either() {
    let (toolbox, _) = toolbox_of(|builder| builder.native(tools![keep]));
    let mut events = toolbox.events();
    pollster::block_on(async {
        let mut session = toolbox.session();
        session.call(call("keep", json!({"word": SECRET, "times": 1}))).await;
        session.call(call("keep", json!({"word": SECRET, "times": SECRET}))).await;
    });
    let told: Vec<_> = std::iter::from_fn(|| events.try_next()).collect();
    assert_eq!(told.len(), 4);
    assert!(!format!("{told:?}").contains("horse"), "{told:?}");
}
