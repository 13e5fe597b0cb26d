//! `cargo toolcrib snapshot` and `check --live` against a server that misbehaves.

#![allow(clippy::expect_used, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use toolcrib_tests::wait::{blocking, is_alive, process_ids_blocking};

const ROGUE: &str = env!("CARGO_BIN_EXE_rogue");

struct Project(TempDir);

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect(&self.out)
    }

    /// The outcomes that a snapshot tells, by server.
    fn outcomes(&self) -> BTreeMap<String, String> {
        let told = self.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let servers = told["servers"].as_array().unwrap().iter();
        servers.map(|server| (text(&server["server"]), text(&server["outcome"]))).collect()
    }

    #[track_caller]
    fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self
    }
}

impl Project {
    fn new(servers: Value) -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        project.configure(servers);
        project
    }

    /// One server in each of these modes, under the mode's name.
    fn of(modes: &[&str]) -> Self {
        Self::new(modes.iter().map(|mode| ((*mode).to_owned(), rogue(&[mode]))).collect())
    }

    fn configure(&self, servers: Value) {
        let config = json!({"mcpServers": servers}).to_string();
        fs::write(self.path().join(".mcp.json"), config).unwrap();
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolcrib-command"));
        command.args(args).current_dir(self.path()).stdin(Stdio::null());
        command.env_remove("CI").env_remove("ROGUE");
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        ran(self.command(args).output().unwrap())
    }

    fn lock(&self, server: &str) -> Option<String> {
        fs::read_to_string(self.path().join(format!("mcp.lock/{server}.json"))).ok()
    }

    /// Names of everything in the lock folder.
    fn locks(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path().join("mcp.lock")).into_iter().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn rogue(args: &[&str]) -> Value {
    json!({"command": ROGUE, "args": args})
}

#[test]
fn sound_servers_are_captured_and_checked() {
    let modes = ["good", "noise", "chatty", "many", "old", "new", "empty-cursor", "none", "flood"];
    let project = Project::of(&modes);
    let ran = project.run(&["snapshot", "--json"]).expect(0);
    assert!(ran.outcomes().values().all(|outcome| outcome == "written"), "{}", ran.out);
    assert_eq!(ran.outcomes().len(), modes.len());
    assert!(ran.err.contains("not messages"), "the noise is reported: {}", ran.err);
    let live = project.run(&["check", "--live", "--json"]).expect(0).json();
    assert_eq!(live["live"]["same"].as_array().unwrap().len(), modes.len());
    let again = project.run(&["snapshot", "--json"]).expect(0);
    assert!(again.outcomes().values().all(|outcome| outcome == "unchanged"), "{}", again.out);
}

#[test]
fn one_that_fails_does_not_spoil_the_others_nor_its_own_lock() {
    let bad = ["exit", "exit-listing", "silent-listing", "wrong-type", "doubled"];
    let pages = ["error-page-2", "hang-page-2", "repeat-cursor"];
    let all: Vec<&str> = bad.iter().chain(&pages).copied().chain(["good"]).collect();
    let project = Project::of(&all);
    fs::create_dir(project.path().join("mcp.lock")).unwrap();
    let good = Project::of(&["good"]);
    good.run(&["snapshot"]).expect(0);
    let old = good.lock("good").unwrap().replace("\"good\"", "\"exit\"");
    fs::write(project.path().join("mcp.lock/exit.json"), &old).unwrap();

    let ran = project.run(&["snapshot", "--json", "--timeout", "1s"]).expect(2);
    let outcomes = ran.outcomes();
    assert_eq!(outcomes["good"], "written");
    for mode in bad.iter().chain(&pages) {
        assert_eq!(outcomes[*mode], "failed", "{mode}: {}", ran.out);
    }
    assert_eq!(project.locks(), ["exit.json", "good.json"]);
    assert_eq!(project.lock("exit").unwrap(), old);
    assert!(ran.err.contains("no licence") && !ran.err.contains('\u{1b}'), "{}", ran.err);
}

#[test]
fn the_wait_is_bounded_and_the_command_that_is_missing_named() {
    let project = Project::new(json!({
        "silent": rogue(&["silent"]),
        "absent": {"command": "/no/such/program"},
    }));
    let started = Instant::now();
    let ran = project.run(&["snapshot", "--timeout", "500ms"]).expect(2);
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    assert!(ran.err.contains("did not answer within 500ms"), "{}", ran.err);
    assert!(ran.err.contains("/no/such/program"), "{}", ran.err);
    assert!(project.locks().is_empty());
}

#[test]
fn refused_listings_are_a_finding() {
    let project = Project::of(&["faulty", "twice"]);
    let ran = project.run(&["snapshot", "--json"]).expect(1);
    for named in ["no_schema", "boolean_schema", "text_schema", "tool number 4", "`a`"] {
        assert!(ran.err.contains(named), "{named}: {}", ran.err);
    }
    assert!(project.locks().is_empty());
    let first = project.run(&["snapshot", "--server", "twice", "--duplicates", "first"]);
    first.expect(0);
    assert_eq!(project.locks(), ["twice.json"]);
}

#[test]
fn what_differs_from_run_to_run_is_named_until_it_is_declared() {
    let project = Project::of(&["cwd", "time"]);
    let ran = project.run(&["snapshot", "--json"]).expect(1);
    let told = ran.json();
    assert_eq!(told["servers"][0]["unstable"], json!(["/tools/files/description"]));
    assert_eq!(told["servers"][1]["unstable"], json!(["/tools/clock/description"]));
    assert!(project.locks().is_empty());
    project.run(&["snapshot", "--once", "--server", "cwd"]).expect(0);

    let declare = |mode: &str, pointer: &str| json!({"command": ROGUE, "args": [mode], "volatile": [pointer]});
    project.configure(json!({
        "cwd": declare("cwd", "/tools/files/description"),
        "time": declare("time", "/tools/clock/description"),
    }));
    project.run(&["snapshot"]).expect(0);
    project.run(&["check", "--live"]).expect(0);
    assert!(project.lock("time").unwrap().contains("\"description\": \"\""));
}

#[test]
fn a_changed_description_is_found_live() {
    let server = json!({"env": {"command": ROGUE, "args": ["env"], "env": {"ROGUE": "${WORDS}"}}});
    let project = Project::new(server);
    let run = |words: &str, args: &[&str]| {
        ran(project.command(args).env("WORDS", words).output().unwrap())
    };
    run("Old text.", &["snapshot"]).expect(0);
    run("Old text.", &["check", "--live"]).expect(0);
    let told = run("New text.", &["check", "--live", "--json"]).expect(1).json();
    let difference = &told["live"]["differences"][0];
    assert_eq!(
        (&difference["field"], &difference["new"]),
        (&json!("/description"), &json!("New text."))
    );
    let lines = run("New text.", &["check", "--live", "--format", "github"]).expect(1);
    assert!(lines.out.starts_with("::error file=mcp.lock/env.json,line="), "{}", lines.out);
    let table = run("New text.", &["check", "--live", "--format", "markdown"]).expect(1);
    assert!(
        table.out.contains("| **changed** (description) | env | env | /description |"),
        "{}",
        table.out
    );
    let shown = run("New text.", &["snapshot", "--json"]).expect(0).json();
    assert_eq!(shown["servers"][0]["differences"][0]["old"], "Old text.");
}

#[test]
fn in_ci_nothing_is_written() {
    let project = Project::of(&["good"]);
    let ci = |args: &[&str]| ran(project.command(args).env("CI", "true").output().unwrap());
    let looked = ci(&["snapshot", "--json"]).expect(1);
    assert_eq!((looked.outcomes()["good"].as_str(), project.locks().len()), ("not_written", 0));
    ci(&["snapshot", "--write"]).expect(0);
    ci(&["snapshot"]).expect(0);
}

#[test]
fn an_unset_variable_fails_its_server_alone_and_no_value_is_kept() {
    let project = Project::new(json!({
        "unset": {"command": ROGUE, "args": ["good"], "env": {"TOKEN": "${TOOLCRIB_TEST_UNSET}"}},
        "set": {"command": ROGUE, "args": ["good"], "env": {"TOKEN": "${SECRET_WORD}"}},
    }));
    let mut command = project.command(&["snapshot", "--json"]);
    let ran = ran(command.env("SECRET_WORD", "hunter2hunter2").output().unwrap()).expect(2);
    assert_eq!((&*ran.outcomes()["set"], &*ran.outcomes()["unset"]), ("written", "failed"));
    assert!(ran.err.contains("TOOLCRIB_TEST_UNSET"), "{}", ran.err);
    for text in [&ran.out, &ran.err, &project.lock("set").unwrap()] {
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[test]
fn a_server_that_lists_its_secret_is_refused_until_the_place_is_blanked() {
    let server = |more: Value| {
        let env = json!({"API_TOKEN": "${SECRET_WORD}", "ROGUE": "It is ${SECRET_WORD}."});
        let mut server = json!({"command": ROGUE, "args": ["env"], "env": env});
        server.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"tell": server})
    };
    let project = Project::new(server(json!({})));
    let run = || {
        let mut command = project.command(&["snapshot", "--json"]);
        ran(command.env("SECRET_WORD", "hunter2hunter2").output().unwrap())
    };
    let refused = run().expect(1);
    assert!(
        refused.err.contains("`API_TOKEN`") && refused.err.contains("tool `env`"),
        "{}",
        refused.err
    );
    assert!(!refused.err.contains("hunter2") && project.locks().is_empty());
    project.configure(server(json!({"volatile": ["/tools/env/description"]})));
    run().expect(0);
    assert!(!project.lock("tell").unwrap().contains("hunter2"));
}

/// With what JSON and shells escape; its end is the same in every form.
const SECRET: &str = "a\"b\\c hunter2";

#[test]
fn a_secret_is_found_in_every_form_and_place() {
    let json = json!(SECRET).to_string();
    let forms = [SECRET, &json, "a%22b%5Cc%20hunter2", "a\\u0022b\\u005cc hunter2"];
    let entry = |args: &[&str], env: Value| json!({"command": ROGUE, "args": args, "env": env});
    let run = |server: Value, args: &[&str]| {
        let project = Project::new(json!({"tell": server}));
        let mut command = project.command(args);
        let ran = ran(command.env("SECRET_WORD", SECRET).output().unwrap());
        for text in [&ran.out, &ran.err] {
            assert!(!text.contains("hunter2"), "{text}");
        }
        (project, ran)
    };
    for form in forms {
        let says = json!({"ROGUE": format!("It is {form}."), "ROGUE_SAYS": form});
        for (args, name, place) in [
            (&["env", "x", "--token", "${SECRET_WORD}"] as &[&str], "token", "tool `env`"),
            (&["env", "x", "--url=https://u:${SECRET_WORD}@x"], "SECRET_WORD", "tool `env`"),
            (&["env", "x", "${SECRET_WORD}"], "SECRET_WORD", "tool `env`"),
            (&["says", "info", "${SECRET_WORD}"], "SECRET_WORD", "says about itself"),
        ] {
            let (project, ran) = run(entry(args, says.clone()), &["snapshot"]);
            let refused = ran.expect(1).err;
            assert!(refused.contains(&format!("`{name}`")), "{form} {refused}");
            assert!(refused.contains(place) && project.locks().is_empty(), "{form} {refused}");
        }
        for place in ["stderr", "initialize", "list", "cursor", "tool", "page"] {
            let env = json!({"ROGUE_SAYS": form, "API_TOKEN": "${SECRET_WORD}"});
            let (_, ran) = run(entry(&["says", place], env), &["snapshot", "--json"]);
            assert!(matches!(ran.outcomes()["tell"].as_str(), "failed" | "refused"), "{}", ran.out);
        }
    }
}

#[test]
fn a_secret_that_is_listed_only_now_is_not_shown() {
    let server = |text: &str| {
        let env = json!({"API_TOKEN": "${SECRET_WORD}", "ROGUE": text});
        json!({"tell": {"command": ROGUE, "args": ["env"], "env": env}})
    };
    let project = Project::new(server("Nothing."));
    let run =
        |args: &[&str]| ran(project.command(args).env("SECRET_WORD", SECRET).output().unwrap());
    run(&["snapshot"]).expect(0);
    project.configure(server("It is ${SECRET_WORD}."));
    for format in ["text", "markdown", "github", "json"] {
        let drift = run(&["check", "--live", "--format", format]).expect(1);
        let text = drift.out + &drift.err;
        assert!(text.contains("It is ….") && !text.contains("hunter2"), "{text}");
    }
}

#[test]
fn servers_whose_locks_would_be_one_file_are_refused() {
    let project = Project::new(json!({"Desk": rogue(&["good"]), "desk": rogue(&["good"])}));
    let refused = project.run(&["snapshot"]).expect(2);
    assert!(refused.err.contains("\"Desk\" only in case; rename one"), "{}", refused.err);
    project.configure(json!({"Desk": rogue(&["good"])}));
    project.run(&["snapshot"]).expect(0);
    project.configure(json!({"desk": rogue(&["good"])}));
    for write in [&["snapshot"] as &[&str], &["snapshot", "--write"]] {
        let refused = project.run(write).expect(2);
        let clash = "`Desk.json` and `desk.json` differ only in case";
        assert!(refused.err.contains(clash), "{}", refused.err);
    }
    assert_eq!(project.locks(), ["Desk.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn told_to_stop_it_ends_its_servers() {
    let folder = tempfile::tempdir().unwrap();
    let (ids, silent) = (folder.path().join("ids"), folder.path().join("silent"));
    let project = Project::new(json!({
        "stubborn": rogue(&["stubborn", ids.to_str().unwrap()]),
        "silent": {"command": ROGUE, "args": ["silent"], "env": {"ROGUE_PID": silent}},
    }));
    let mut command = project.command(&["snapshot"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // It waits for the silent one.
    let ids = [process_ids_blocking(&ids, 2), process_ids_blocking(&silent, 1)].concat();
    let told = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(told.success());
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(project.locks().is_empty());
    blocking("no server is left", || !ids.iter().any(|id| is_alive(id)));
}

#[test]
fn servers_that_went_are_reported_and_their_locks_stay() {
    let project = Project::of(&["good", "many"]);
    project.run(&["snapshot"]).expect(0);
    project.configure(json!({"good": rogue(&["good"]), "fresh": rogue(&["old"])}));
    let told = project.run(&["check", "--live", "--json"]).expect(1).json();
    let whole: Vec<(&str, &str)> = told["live"]["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["server"].as_str().unwrap(), one["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(whole, [("fresh", "added"), ("many", "removed")]);
    let ran = project.run(&["snapshot", "--json"]).expect(0);
    assert_eq!(ran.json()["stale"], json!(["many"]));
    assert_eq!(project.locks(), ["fresh.json", "good.json", "many.json"]);
}

#[test]
fn what_is_relative_is_relative_to_the_configuration() {
    let project = Project::new(json!({
        "command": {"command": "./server", "args": ["good"]},
        "argument": {"command": "sh", "args": ["./start.sh"]},
        "directory": {"command": "sh", "args": ["../start.sh", "../server"], "cwd": "inner"},
    }));
    fs::copy(ROGUE, project.path().join("server")).unwrap();
    fs::write(project.path().join("start.sh"), "exec ${1:-./server} good\n").unwrap();
    fs::create_dir(project.path().join("inner")).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let config = project.path().join(".mcp.json");
    let mut command = project.command(&["snapshot", "--json", "--config"]);
    let ran = ran(command.arg(config).current_dir(elsewhere.path()).output().unwrap()).expect(0);
    assert_eq!(ran.outcomes().len(), 3);
    let told = ran.json();
    assert!(told["servers"][0]["notes"].to_string().contains("working directory"), "{told}");
    assert_eq!(
        (&told["servers"][1]["notes"], &told["servers"][2]["notes"]),
        (&json!([]), &json!([]))
    );
    assert!(elsewhere.path().join("mcp.lock/command.json").exists());
}

#[test]
fn a_damaged_lock_is_captured_again_and_a_newer_one_is_left() {
    let project = Project::of(&["good"]);
    project.run(&["snapshot"]).expect(0);
    let good = project.lock("good").unwrap();
    let path = project.path().join("mcp.lock/good.json");
    fs::write(&path, &good[..good.len() / 2]).unwrap();
    project.run(&["check", "--live"]).expect(2);
    let ran = project.run(&["snapshot"]).expect(0);
    assert!(ran.err.contains("unusable"), "{}", ran.err);
    assert_eq!(project.lock("good").unwrap(), good);
    let newer = good.replace("\"lockVersion\": 1", "\"lockVersion\": 99");
    fs::write(&path, &newer).unwrap();
    project.run(&["snapshot"]).expect(2);
    assert_eq!(project.lock("good").unwrap(), newer);
}

#[test]
fn a_native_server_and_a_configuration_without_servers_are_refused() {
    let project = Project::new(json!({"native": rogue(&["good"])}));
    let ran = project.run(&["snapshot"]).expect(2);
    assert!(ran.err.contains("native"), "{}", ran.err);
    project.configure(json!({}));
    project.run(&["snapshot"]).expect(2);
    project.configure(json!({"good": rogue(&["good"])}));
    let ran = project.run(&["snapshot", "--server", "absent"]).expect(2);
    assert!(ran.err.contains("absent") && ran.err.contains("good"), "{}", ran.err);
}
