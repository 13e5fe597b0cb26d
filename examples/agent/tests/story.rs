//! The whole example, as a user runs it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Command, Output};

fn agent(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent"));
    for variable in ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"] {
        command.env_remove(variable);
    }
    command.args(args).output().expect("the agent runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The number before a word, thousands set apart or not.
fn number_before(text: &str, word: &str) -> f64 {
    let at = text.find(word).unwrap_or_else(|| panic!("no `{word}` in:\n{text}"));
    let number = text[..at].trim_end().rsplit([' ', '~', '(']).next().unwrap();
    number.replace(',', "").parse().unwrap_or_else(|_| panic!("`{number}` before `{word}`"))
}

#[test]
fn the_story_ends_with_the_refusal() {
    let output = agent(&[]);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains('\u{1b}'), "colours without a terminal");
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = one_line.as_str();
    // In this order.
    for part in [
        "7 Rust functions, 38 of 2 MCP servers",
        "refused `mcp__help-desk__search_tickets` was not run",
        "call tool_search {max_results: 1, query: \"select:mcp__help-desk__search_tickets\"}",
        "promoted mcp__help-desk__search_tickets",
        "HD-1042 is hers",
        "promoted mcp__help-desk__get_ticket",
        "aurora-4.2.1-macos.dmg",
        "promoted mcp__build-farm__verify_artifact",
        "Build 8841 made it",
        "No space left on device",
        "22.9395",
        "I take mac-03 out of service",
        "Build 8847 ran on mac-04",
        "ok: true",
        "https://downloads.aurora.example/aurora-4.2.1-macos.dmg?build=8847",
        "promoted post_message",
        "mira@northwind.example",
        "jonas@fjordkartor.example",
        "HD-1042 and HD-1045 are answered and solved; #releases knows",
        "refused the MCP servers differ from what was captured (1 difference):",
        "server `help-desk`, tool `reply_to_ticket`: /description changed",
        "put the full text of each into `message`",
        "bound 0 tools of MCP servers, 7 of our own",
        "refused there is no tool `mcp__help-desk__reply_to_ticket`",
    ] {
        let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in:\n{text}"));
        rest = &rest[at + part.len()..];
    }
    let full = number_before(&one_line, "tokens with every request");
    let sent = number_before(&one_line, "tokens: ");
    assert!(sent < full / 3.0, "{sent} of {full}");
}

#[test]
fn a_time_line_of_the_calls_when_that_is_asked_for() {
    let text = stdout(&agent(&["--trace"]));
    let (_, line) = text.split_once("The time line of the calls\n").expect("a time line");
    let rows: Vec<&str> = line.lines().take_while(|row| row.contains(" ms ")).collect();
    for (tool, what) in [
        ("(search)", "1 tool"),
        ("mcp__help-desk__search_tickets", "loaded"),
        ("mcp__help-desk__get_ticket", "ok, "),
        ("calculate", "ok, "),
        ("post_message", "ok, "),
    ] {
        let there = rows.iter().any(|row| row.contains(tool) && row.contains(what));
        assert!(there, "no `{what}` of {tool} in:\n{line}");
    }
    assert!(!stdout(&agent(&[])).contains("The time line"));
}

#[test]
fn the_numbers_alone() {
    let output = agent(&["--stats"]);
    let text = stdout(&output);
    assert!(output.status.success());
    assert!(
        text.lines().next().is_some_and(|line| line.starts_with("tools") && line.ends_with(" 45")),
        "{text}"
    );
    let locks = agent(&["--stats", concat!(env!("CARGO_MANIFEST_DIR"), "/mcp.lock")]);
    let text = stdout(&locks);
    assert!(locks.status.success());
    assert_eq!(text.lines().count(), 9, "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("saved")), "{text}");
}

#[test]
fn what_cannot_be_done_is_said() {
    for (args, message) in [
        (&["--provider", "anthropic"][..], "set ANTHROPIC_API_KEY"),
        (&["--provider", "openai"], "set OPENAI_API_KEY"),
        (&["--provider", "gemini"], "use anthropic, openai or openai-chat"),
        (&["--colour"], "`--colour` is not expected here"),
        (
            &["serve", "post-office"],
            "there is no server `post-office`: use build-farm or help-desk",
        ),
        (&["--stats", "/nowhere"], "/nowhere: "),
    ] {
        let output = agent(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

/// The servers are this executable too: a copy of its own tells them from those
/// of other tests.
#[cfg(target_os = "linux")]
#[test]
fn no_server_is_left_running() {
    let folder = std::env::temp_dir().join(format!("toolcrib-agent-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let copy = folder.join("agent");
    std::fs::copy(env!("CARGO_BIN_EXE_agent"), &copy).unwrap();
    let output = Command::new(&copy).output().expect("the copy runs");
    assert!(output.status.success());
    let running = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let exe = std::fs::read_link(entry.ok()?.path().join("exe")).ok()?;
        (exe == copy).then_some(exe)
    });
    let running = running.count();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(running, 0);
}
