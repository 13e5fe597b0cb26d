//! The command, run as a user runs it, on files.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod check;
mod contracts;
mod diff;
mod import;
mod lint;
mod search;
mod show;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// What a run of the command gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The command in a folder, as outside of any CI.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-toolcrib"));
    for variable in ["CI", "GITHUB_STEP_SUMMARY", "NO_COLOR"] {
        command.env_remove(variable);
    }
    command.current_dir(folder).stdin(Stdio::null());
    command
}

pub(crate) fn run(folder: &Path, args: &[&str]) -> Ran {
    command(folder).args(args).output().unwrap().into()
}

pub(crate) fn tool(name: &str, description: &str) -> Value {
    let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    json!({"name": name, "description": description, "inputSchema": schema})
}

/// A folder with `list.json` in it.
pub(crate) fn folder(tools: &[Value]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let list = json!({"instructions": "Be brief.", "tools": tools});
    std::fs::write(folder.path().join("list.json"), list.to_string()).unwrap();
    folder
}

/// The same with the lock of server `desk` made of it.
pub(crate) fn locked(tools: &[Value]) -> TempDir {
    let folder = folder(tools);
    run(folder.path(), &["import", "--server", "desk", "list.json"]).expect(0);
    folder
}

#[test]
fn cargo_calls_it_with_its_own_name_first() {
    let folder = locked(&[tool("a", "A tool.")]);
    run(folder.path(), &["toolcrib", "check"]).expect(0);
    let help = run(folder.path(), &["toolcrib", "--help"]).expect(0);
    assert!(
        help.out.contains("Usage: cargo toolcrib") && help.out.contains("Examples:"),
        "{help:?}"
    );
    run(folder.path(), &["check", "--no-such-flag"]).expect(2);
}

#[test]
fn every_command_has_examples() {
    let folder = tempfile::tempdir().unwrap();
    for name in
        ["snapshot", "import", "check", "diff", "lint", "search", "eval", "show", "completions"]
    {
        let help = run(folder.path(), &[name, "--help"]).expect(0);
        assert!(help.out.contains("Examples:"), "{name}: {}", help.out);
    }
}

#[test]
fn completions_for_the_usual_shells() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(folder.path(), &["completions", shell]).expect(0);
        assert!(script.out.contains("snapshot"), "{shell}");
    }
}
