//! Listings of a server that misbehaves.

#![allow(clippy::expect_used)]

mod common;

use std::time::{Duration, Instant};

use common::{list, names, rogue, within};
use toolcrib::catalog::Duplicates;
use toolcrib::mcp::{ConnectOptions, Connection, McpError, McpErrorKind, Phase, ServerConfig};

async fn failure(args: &[&str]) -> McpError {
    list(&rogue(args)).await.expect_err("this mode fails")
}

/// With a time-out of half a second, which has to be kept.
async fn no_answer(mode: &str) -> McpError {
    let started = Instant::now();
    let options = ConnectOptions::new().timeout(Duration::from_millis(500));
    let error = Connection::open_and_list(&rogue(&[mode]), &options).await.map(|_| ());
    within(started, Duration::from_secs(6), error.expect_err("this mode hangs"))
}

#[tokio::test]
async fn a_good_server_is_listed() {
    let listing = list(&rogue(&["good"])).await.unwrap();
    assert_eq!(names(&listing), ["echo", "fail", "add", "picture", "slow", "crash"]);
    assert_eq!(listing.server, "rogue");
    assert_eq!(listing.name.as_deref(), Some("rogue"));
    assert_eq!(listing.version.as_deref(), Some("1.2.3"));
    assert_eq!(listing.protocol_version, "2025-06-18");
    assert_eq!(listing.instructions.as_deref(), Some("Be careful."));
    assert_eq!((listing.pages, listing.noise), (1, 0));
}

#[tokio::test]
async fn all_pages_are_followed() {
    let listing = list(&rogue(&["many"])).await.unwrap();
    let expected: Vec<_> = (0..101).map(|at| format!("tool_{at}")).collect();
    assert_eq!(names(&listing), expected);
    assert_eq!(listing.pages, 3);
}

#[tokio::test]
async fn a_repeated_cursor_ends_the_listing_with_an_error() {
    let error = failure(&["repeat-cursor"]).await;
    assert!(
        matches!(error.kind(), McpErrorKind::RepeatedCursor { page: 2, cursor } if cursor == "2"),
        "{error}"
    );
}

#[tokio::test]
async fn an_empty_cursor_is_a_cursor_once() {
    let listing = list(&rogue(&["empty-cursor"])).await.unwrap();
    assert_eq!(names(&listing), ["a", "b"]);
}

#[tokio::test]
async fn pages_and_bytes_are_capped() {
    let options = ConnectOptions::new().max_pages(7);
    let error = Connection::open_and_list(&rogue(&["endless"]), &options).await.unwrap_err();
    assert!(matches!(error.kind(), McpErrorKind::TooManyPages { limit: 7 }), "{error}");

    let options = ConnectOptions::new().max_bytes(9_000);
    let error = Connection::open_and_list(&rogue(&["many"]), &options).await.unwrap_err();
    assert!(matches!(error.kind(), McpErrorKind::TooLarge { limit: 9_000 }), "{error}");

    let options = ConnectOptions::new().max_bytes(1_000_000);
    let error = Connection::open_and_list(&rogue(&["big"]), &options).await.unwrap_err();
    assert!(error.to_string().contains("a line of more than 1000000 bytes"), "{error}");
}

#[tokio::test]
async fn a_later_page_that_fails_fails_the_listing() {
    let error = failure(&["error-page-2"]).await;
    assert!(
        matches!(
            error.kind(),
            McpErrorKind::Refused { phase: Phase::Listing { page: 2 }, code: -32603, .. }
        ),
        "{error:?}"
    );
    assert!(error.to_string().contains("page 2 is \\u{1b}[1mlost"), "{error}");

    let error = no_answer("hang-page-2").await;
    assert!(
        matches!(error.kind(), McpErrorKind::Timeout { phase: Phase::Listing { page: 2 }, .. }),
        "{error:?}"
    );
}

#[tokio::test]
async fn no_answer_is_an_error_in_time() {
    let error = no_answer("silent").await;
    assert!(
        matches!(error.kind(), McpErrorKind::Timeout { phase: Phase::Handshake, after }
            if *after == Duration::from_millis(500)),
        "{error:?}"
    );
    assert!(error.to_string().contains("did not answer within 500ms"), "{error}");
    assert!(error.to_string().contains("`timeout`"), "{error}");

    let error = no_answer("silent-listing").await;
    assert!(
        matches!(error.kind(), McpErrorKind::Timeout { phase: Phase::Listing { page: 1 }, .. }),
        "{error:?}"
    );
    // The answer to another request is no answer.
    let error = no_answer("wrong-id").await;
    assert!(
        matches!(error.kind(), McpErrorKind::Timeout { phase: Phase::Listing { page: 1 }, .. }),
        "{error:?}"
    );
}

#[tokio::test]
async fn faulty_tools_are_handed_on_with_the_sound_ones() {
    let listing = list(&rogue(&["faulty"])).await.unwrap();
    assert_eq!(listing.tools.len(), 5);
    assert_eq!(names(&listing), ["no_schema", "boolean_schema", "text_schema", "sound"]);
    assert_eq!(listing.tools[1], r#"{"inputSchema":true,"name":"boolean_schema"}"#);

    let error = listing.manifest().unwrap_err();
    let faults: Vec<_> = error.faults().iter().map(|fault| fault.tool()).collect();
    let expected = [Some("no_schema"), Some("boolean_schema"), Some("text_schema"), None];
    assert_eq!(faults, expected);
}

#[tokio::test]
async fn a_name_listed_twice_is_refused_unless_the_first_is_wanted() {
    let listing = list(&rogue(&["twice"])).await.unwrap();
    assert_eq!(names(&listing), ["a", "a"]);
    let error = listing.manifest().unwrap_err();
    assert_eq!(error.faults()[0].tool(), Some("a"));

    let config = rogue(&["twice"]).with_duplicates(Duplicates::First);
    let manifest = list(&config).await.unwrap().manifest().unwrap();
    assert_eq!(manifest.tools().len(), 1);
    assert_eq!(manifest.tools()[0].definition().description, Some("First."));
}

#[tokio::test]
async fn nothing_of_a_tool_is_lost() {
    let listing = list(&rogue(&["exact"])).await.unwrap();
    assert_eq!(
        listing.tools,
        [concat!(
            r#"{"_meta":{"anthropic/alwaysLoad":true},"annotations":{"readOnlyHint":true,"vendor":1},"#,
            r#""inputSchema":{"default":[9007199254740993,18446744073709551615,1,0,0.1,5e-324,"#,
            r#"123456789012345680000],"type":"object"},"name":"exact","vendor":{"x":[1.5]}}"#
        )]
    );
}

#[tokio::test]
async fn pages_that_cannot_be_read_are_errors() {
    let error = failure(&["wrong-type"]).await;
    assert!(error.to_string().contains("`tools` is an object, not an array"), "{error}");
    let error = failure(&["doubled"]).await;
    assert!(matches!(error.kind(), McpErrorKind::BrokenPage { page: 1, .. }), "{error:?}");
    assert!(error.to_string().contains("a member name given twice"), "{error}");
}

#[tokio::test]
async fn a_server_without_tools_has_an_empty_listing() {
    let listing = list(&rogue(&["none"])).await.unwrap();
    assert_eq!((listing.tools.len(), listing.pages), (0, 0));
}

#[tokio::test]
async fn a_slow_start_is_waited_for() {
    assert_eq!(list(&rogue(&["slow-start"])).await.unwrap().tools.len(), 6);
}

#[tokio::test]
async fn noise_is_skipped_and_counted() {
    let listing = list(&rogue(&["noise"])).await.unwrap();
    assert_eq!(listing.tools.len(), 6);
    // Five lines at the start and two before each of two answers; the blank
    // line is not counted.
    assert_eq!(listing.noise, 5 + 4);
}

#[tokio::test]
async fn standard_error_is_always_read() {
    let started = Instant::now();
    let listing = list(&rogue(&["flood"])).await.unwrap();
    assert_eq!(within(started, Duration::from_secs(10), listing).tools.len(), 6);
}

#[tokio::test]
async fn an_exit_is_told_with_status_and_last_words() {
    let started = Instant::now();
    let error = within(started, Duration::from_secs(5), failure(&["exit"]).await);
    match error.kind() {
        McpErrorKind::Ended { phase: Phase::Handshake, exit: Some(exit), .. } => {
            assert_eq!(exit.code(), Some(3));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(error.stderr(), ["first line", "no licence: \\u{1b}[31mset ROGUE_KEY\\u{1b}[0m"]);
    assert!(error.to_string().contains("exited during the handshake (exit status: 3)"), "{error}");

    let error = failure(&["exit-listing"]).await;
    assert!(error.to_string().contains("exited while listing its tools (page 1)"), "{error}");
    assert!(error.to_string().contains("the disk is full"), "{error}");
}

#[tokio::test]
async fn a_command_that_does_not_exist_is_named() {
    let config = ServerConfig::stdio("ghost", "toolcrib-no-such-command", ["--serve"]);
    let error = list(&config).await.unwrap_err();
    assert!(
        matches!(error.kind(), McpErrorKind::CannotStart { command, error }
            if command == "toolcrib-no-such-command --serve"
            && error.kind() == std::io::ErrorKind::NotFound),
        "{error:?}"
    );
    assert!(error.to_string().starts_with("server `ghost` cannot be started"), "{error}");
}

#[tokio::test]
async fn requests_of_the_server_are_not_taken_for_answers() {
    let listing = list(&rogue(&["chatty"])).await.unwrap();
    assert_eq!((listing.tools.len(), listing.noise), (6, 0));
}

#[tokio::test]
async fn a_large_line_is_read_in_seconds() {
    let started = Instant::now();
    let listing = within(started, Duration::from_secs(8), list(&rogue(&["big"])).await.unwrap());
    assert_eq!(listing.tools.len(), 2_720);
    assert!(listing.tools.iter().map(String::len).sum::<usize>() > 3_000_000);
}

#[tokio::test]
async fn both_eras_list_the_same_tools() {
    let (old, new) = (rogue(&["old"]), rogue(&["new"]));
    let (old, new) = (list(&old).await.unwrap(), list(&new).await.unwrap());
    assert_eq!(old.protocol_version, "2024-11-05");
    assert_eq!(new.protocol_version, "2026-07-28");
    assert_eq!(old.tools, new.tools);
    assert_eq!(old.manifest().unwrap().digest(), new.manifest().unwrap().digest());
}
