//! `cargo toolcrib` on the manifests of real servers, where they are at hand.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use toolcrib_tests::shared;

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolcrib-command"));
    command.args(args).env_remove("CI").output().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The name of the server is what stands before `@`.
fn server(path: &Path) -> String {
    let stem = path.file_stem().unwrap().to_str().unwrap();
    stem.split('@').next().unwrap().into()
}

fn manifests() -> Option<(Vec<PathBuf>, Value)> {
    let vectors = fs::read_to_string(shared("vectors/manifests.json")?).unwrap();
    let entries = fs::read_dir(shared("manifests")?).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    Some((paths, serde_json::from_str(&vectors).unwrap()))
}

fn import(lock: &Path, path: &Path, more: &[&str]) -> Output {
    let server = server(path);
    let args = ["import", "--json", "--lock", text(lock), "--server", &server, text(path)];
    run(&[&args[..], more].concat())
}

#[test]
fn each_is_imported_with_its_digest_and_holds() {
    let Some((paths, vectors)) = manifests() else { return };
    for path in paths {
        let folder = tempfile::tempdir().unwrap();
        let expected = &vectors["files"][path.file_name().unwrap().to_str().unwrap()]["digest"];
        let mut imported = import(folder.path(), &path, &[]);
        if expected.is_null() {
            assert_eq!(imported.status.code(), Some(1), "{path:?}");
            let told = String::from_utf8(imported.stderr).unwrap();
            assert!(told.contains("is listed more than once"), "{told}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
            imported = import(folder.path(), &path, &["--duplicates", "first"]);
        } else {
            assert_eq!(&json(&imported)["digest"], expected, "{path:?}");
        }
        assert_eq!(imported.status.code(), Some(0), "{path:?}");
        let checked = run(&["check", "--lock", text(folder.path())]);
        assert_eq!(checked.status.code(), Some(0), "{path:?}");
    }
}

#[test]
fn each_pair_of_versions_is_compared() {
    let Some((paths, _)) = manifests() else { return };
    let mut versions: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        versions.entry(server(&path)).or_default().push(path);
    }
    let mut compared = 0;
    for pair in versions.values().flat_map(|paths| paths.windows(2)) {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let digests = [0, 1].map(|at| {
            json(&import(folders[at].path(), &pair[at], &["--duplicates", "first"]))["digest"]
                .clone()
        });
        let diff = run(&["diff", "--json", text(folders[0].path()), text(folders[1].path())]);
        let told = json(&diff);
        let differ = digests[0] != digests[1];
        assert_eq!(diff.status.code(), Some(i32::from(differ)), "{pair:?}");
        assert_eq!(!told["differences"].as_array().unwrap().is_empty(), differ, "{pair:?}");
        let table = run(&[
            "diff",
            "--format",
            "markdown",
            text(folders[0].path()),
            text(folders[1].path()),
        ]);
        let rows = String::from_utf8(table.stdout).unwrap();
        let rows = rows.lines().filter(|line| line.starts_with("| **")).count();
        assert_eq!(rows, told["differences"].as_array().unwrap().len(), "{pair:?}");
        compared += 1;
    }
    assert!(compared > 20, "only {compared} pairs");
}
