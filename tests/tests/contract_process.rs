//! The loader `process` against a program that misbehaves.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod contracts;

use std::path::PathBuf;
use std::time::Duration;

use contracts::{catalog, contract};
use serde_json::{Value, json};
use tempfile::TempDir;
use toolcrib::Toolbox;
use toolcrib::call::{CallError, Outcome};
use toolcrib_tests::wait::{eventually, is_alive, process_ids};

const PROGRAM: &str = env!("CARGO_BIN_EXE_scoundrel");

/// A toolbox with one tool, `t`, that runs the program; `more` are settings.
fn toolbox(args: &[&str], more: Value) -> Toolbox {
    let mut settings = json!({"command": PROGRAM, "args": args, "stdin": "json"});
    settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}, "list": {"type": "array"}}});
    let catalog = catalog(&[contract("t", "process", settings, schema)]);
    Toolbox::builder().contracts(&catalog).unwrap().build().unwrap()
}

async fn run(args: &[&str], more: Value, arguments: Value) -> Result<Outcome, CallError> {
    toolbox(args, more).call("t", &arguments).await
}

async fn plain(args: &[&str]) -> Outcome {
    run(args, json!({}), json!({})).await.unwrap()
}

/// A file that a process writes its id into.
struct Scene(TempDir);

impl Scene {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("pid")
    }

    fn args<'a>(&self, mode: &'a str, file: &'a mut String) -> [&'a str; 2] {
        *file = self.file().to_str().unwrap().into();
        [mode, file]
    }

    async fn pid(&self) -> String {
        process_ids(&self.file(), 1).await.remove(0)
    }
}

#[tokio::test]
async fn the_environment_is_what_the_contract_names() {
    let folder = tempfile::tempdir().unwrap();
    let cwd = folder.path().canonicalize().unwrap();
    let more = json!({
        "stdout": "json",
        "cwd": cwd.to_str().unwrap(),
        "env": {"LANG": "C", "FROM_US": "<${HOME}>", "NONE": "${TOOLCRIB_TEST_UNSET:-}"},
    });
    let told = run(&["tell"], more, json!({})).await.unwrap().structured.unwrap();
    let home = std::env::var("HOME").unwrap();
    assert_eq!(told["env"], json!({"LANG": "C", "FROM_US": format!("<{home}>"), "NONE": ""}));
    assert_eq!(told["cwd"], json!(cwd));
    let told =
        run(&["tell"], json!({"stdout": "json"}), json!({})).await.unwrap().structured.unwrap();
    assert_eq!(told["env"], json!({}));
}

#[tokio::test]
async fn arguments_are_elements_and_no_shell_reads_them() {
    let hostile = "a b; touch /tmp/x $(id) `id` \"' \n* ~ ${HOME} {a} %PATH% \\";
    let arguments = json!({"a": hostile, "list": ["--x", "y z"]});
    let args = ["tell", "--flag={a}", "--", "{a}", "{list*}"];
    let more = json!({"stdout": "json", "memory_limit_mb": 4096});
    for more in [json!({"stdout": "json"}), more] {
        let outcome = run(&args, more, arguments.clone()).await;
        if cfg!(not(target_os = "linux")) && outcome.is_err() {
            continue;
        }
        let told = outcome.unwrap().structured.unwrap();
        let flag = format!("--flag={hostile}");
        assert_eq!(told["args"], json!([flag, "--", hostile, "--x", "y z"]));
    }
    let refused = run(&["tell", "{a}"], json!({}), json!({"a": "-rf"})).await.unwrap_err();
    assert!(refused.to_string().contains("`a` must not begin with `-`"), "{refused}");
    let refused = run(&["tell", "{a}"], json!({}), json!({"a": "\u{0}"})).await.unwrap_err();
    assert!(matches!(refused, CallError::Arguments { .. }), "{refused}");
    let long = "x".repeat(4 << 20);
    let refused = run(&["tell", "{a}"], json!({}), json!({"a": long})).await.unwrap_err();
    assert!(refused.to_string().contains("too long for a command line"), "{refused}");
}

#[tokio::test]
async fn ends_become_outcomes() {
    let given = json!({"a": "x".repeat(1 << 19)});
    assert_eq!(
        run(&["cat"], json!({"stdout": "json"}), given.clone()).await.unwrap(),
        Outcome::json(given.clone())
    );
    assert_eq!(run(&["deaf"], json!({}), given).await.unwrap(), Outcome::text("not listening"));
    assert_eq!(plain(&["code", "0"]).await, Outcome::text("no output"));
    assert_eq!(plain(&["code", "7"]).await, Outcome::error("exit code 7"));
    let fine = run(&["code", "1"], json!({"success_codes": [0, 1]}), json!({})).await.unwrap();
    assert_eq!(fine, Outcome::text("no output"));
    assert_eq!(plain(&["crash"]).await, Outcome::error("ended by signal 6 (aborted)"));
    assert_eq!(plain(&["what"]).await, Outcome::error("exit code 2\nwhat is `what`?"));
    assert_eq!(plain(&["noise"]).await, Outcome::text("\u{fffd}\u{fffd}a\u{1b}"));
    let text = run(&["deaf"], json!({"stdout": "json"}), json!({})).await.unwrap().to_text();
    assert!(
        text.starts_with("the output is not JSON") && text.ends_with("not listening\n"),
        "{text}"
    );
}

#[tokio::test]
async fn floods_are_bounded() {
    let flood = run(&["flood"], json!({"max_bytes": 10_000}), json!({})).await.unwrap();
    assert!(flood.is_error);
    assert_eq!(flood.to_text(), "x".repeat(10_000) + "\n[stopped after 10000 bytes of output]");
    let grumble = plain(&["grumble"]).await;
    let text = grumble.to_text();
    assert!(
        grumble.is_error && text.starts_with("exit code 3\n… e") && text.ends_with("e\nthe end"),
        "{text}"
    );
    assert!(text.len() < 4_200, "{}", text.len());
}

#[tokio::test]
async fn a_call_that_runs_out_of_time_leaves_nothing() {
    for mode in ["sleep", "guard"] {
        let (scene, mut file) = (Scene::new(), String::new());
        let args = scene.args(mode, &mut file);
        let error = run(&args, json!({"time_limit_seconds": 2}), json!({})).await.unwrap_err();
        assert_eq!(error, CallError::TimedOut { after: Duration::from_secs(2) });
        let pid = scene.pid().await;
        eventually("the process is gone", || !is_alive(&pid)).await;
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_leaves_nothing() {
    let (scene, mut file) = (Scene::new(), String::new());
    let args = scene.args("guard", &mut file);
    let toolbox = toolbox(&args, json!({}));
    let call = tokio::spawn(async move { toolbox.call("t", "{}").await });
    let pid = scene.pid().await;
    assert!(is_alive(&pid));
    call.abort();
    eventually("the process is gone", || !is_alive(&pid)).await;
}

#[tokio::test]
async fn what_a_program_leaves_behind_goes_with_it() {
    let (scene, mut file) = (Scene::new(), String::new());
    let args = scene.args("leave", &mut file);
    assert_eq!(run(&args, json!({}), json!({})).await.unwrap(), Outcome::text("left"));
    let pid = scene.pid().await;
    eventually("the child is gone", || !is_alive(&pid)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_at_once_leave_nothing() {
    let scenes: Vec<Scene> = (0..30).map(|_| Scene::new()).collect();
    let calls = scenes.iter().enumerate().map(|(at, scene)| {
        let mode = ["leave", "guard", "sleep"][at % 3];
        let mut file = String::new();
        let seconds = if mode == "leave" { 60 } else { 1 + at % 2 };
        let more = json!({"time_limit_seconds": seconds});
        let toolbox = toolbox(&scene.args(mode, &mut file), more);
        tokio::spawn(async move { toolbox.call("t", "{}").await })
    });
    let calls: Vec<_> = calls.collect();
    for (at, call) in calls.into_iter().enumerate() {
        // Some are given up, the others end by themselves or run out of time.
        if at % 5 == 4 {
            call.abort();
            continue;
        }
        match (at % 3, call.await.unwrap()) {
            (0, Ok(outcome)) => assert_eq!(outcome, Outcome::text("left")),
            (1 | 2, Err(CallError::TimedOut { .. })) => {}
            (_, answer) => panic!("{at}: {answer:?}"),
        }
    }
    for scene in &scenes {
        if let Ok(pid) = std::fs::read_to_string(scene.file()) {
            eventually("each process is gone", || !is_alive(&pid)).await;
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_is_bounded() {
    let eaten = run(&["eat", "100"], json!({"memory_limit_mb": 1000}), json!({})).await.unwrap();
    assert_eq!(eaten, Outcome::text("ate 100"));
    let refused = run(&["eat", "4096"], json!({"memory_limit_mb": 256}), json!({})).await.unwrap();
    assert!(refused.is_error && refused.to_text().contains("memory allocation"), "{refused:?}");
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let missing = json!({"command": "./no/such/program"});
    let error = run(&[], missing, json!({})).await.unwrap_err();
    assert!(error.to_string().contains("the command `./no/such/program` is not found"), "{error}");
    let error = run(&["tell"], json!({"cwd": "/no/such/folder"}), json!({})).await.unwrap_err();
    assert!(
        error.to_string().contains("the working directory `/no/such/folder` does not exist"),
        "{error}"
    );
    let error = run(&["tell"], json!({"env": {"A": "${TOOLCRIB_TEST_UNSET}"}}), json!({}))
        .await
        .unwrap_err();
    assert!(error.to_string().contains("the variable `TOOLCRIB_TEST_UNSET` is not set"), "{error}");
}
