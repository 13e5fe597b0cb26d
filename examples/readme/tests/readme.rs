//! README.md shows files of this package as they are, and they run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_page_shows_the_files() {
    let page = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut parts = page.split("<!-- file: ");
    let mut expected = parts.next().unwrap().to_owned();
    let mut files = 0;
    for part in parts {
        let (file, rest) = part.split_once(" -->\n```").unwrap();
        let (_, rest) = rest.split_once("\n```\n").unwrap();
        let code = std::fs::read_to_string(root().join(file)).unwrap();
        let language = match Path::new(file).extension().unwrap().to_str().unwrap() {
            "rs" => "rust",
            other => other,
        };
        expected += &format!("<!-- file: {file} -->\n```{language}\n{code}```\n{rest}");
        files += 1;
    }
    assert_eq!(files, 8);
    xtask::golden(&root().join("README.md"), &expected);
}

#[test]
fn the_functions_are_found_and_called() {
    let output = Command::new(env!("CARGO_BIN_EXE_annotate")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    for part in
        ["2 tools are sent", "post_message\n</available-deferred-tools>", "message 1 in #general"]
    {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
}

#[test]
fn calls_are_limited_and_watched() {
    let output = Command::new(env!("CARGO_BIN_EXE_watched")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    for part in [
        "Bergen: fair\nno result within 200ms",
        "`forecast` was not called:\n- `days`: ",
        "call 1 ended after ",
        " ms: ok\ncall 2 ended after ",
        " ms: timed_out\ncall 3 ended after ",
        " ms: arguments\n",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
}

/// The example agent, which brings two servers; built by `cargo test
/// --workspace`, and here where only this package is tested.
fn agent() -> PathBuf {
    let own = Path::new(env!("CARGO_BIN_EXE_own_loop"));
    let agent = own.with_file_name(format!("agent{}", std::env::consts::EXE_SUFFIX));
    if !agent.exists() {
        let target = own.parent().and_then(Path::parent).unwrap();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "agent", "--target-dir"]).arg(target);
        assert!(build.current_dir(root()).status().unwrap().success());
    }
    agent
}

#[test]
fn the_loop_searches_and_calls_a_tool_of_a_server() {
    let mut own_loop = Command::new(env!("CARGO_BIN_EXE_own_loop"));
    own_loop.current_dir(root().join("examples/agent")).env("AGENT", agent());
    let output = own_loop.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    for part in ["mcp__build-farm__list_builds", "tool_result", "These builds failed."] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(!text.contains("is_error"), "{text}");
}
