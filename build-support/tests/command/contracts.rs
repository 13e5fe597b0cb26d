use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use crate::{locked, run, tool};

const GREET: &str = r#"
id = "greet"
description = "Says hello to somebody."
search_hint = "welcome"
provider = "house"
loader = "process"
input_schema = { type = "object", properties = { name = { type = "string" } }, required = ["name"] }
[settings]
command = "echo"
args = ["hello", "{name}"]
"#;

fn write(folder: &Path, name: &str, content: &str) {
    fs::create_dir_all(folder.join("tools")).unwrap();
    fs::write(folder.join("tools").join(name), content).unwrap();
}

fn with_greet(folder: TempDir) -> TempDir {
    write(folder.path(), "greet.toml", GREET);
    folder
}

#[test]
fn contracts_are_checked_searched_and_shown() {
    let folder = with_greet(locked(&[tool("open", "Opens a drawer.")]));
    let with = |args: &[&str]| run(folder.path(), &[args, &["--contracts", "tools"]].concat());
    let told = with(&["check", "--json"]).expect(0).json();
    let contract = &told["contracts"][0];
    assert_eq!((&contract["id"], &contract["loader"]), (&json!("greet"), &json!("process")));
    let plain = run(folder.path(), &["check", "--json"]).expect(0).json();
    assert_eq!((plain.get("contracts"), &plain["locks"]), (None, &told["locks"]));
    assert_ne!(plain["catalog"], told["catalog"]);
    let hits = with(&["search", "--json", "welcome"]).expect(0).json();
    assert_eq!(hits["hits"][0]["name"], "greet");
    assert_eq!(hits["hits"][0]["server"], "house");
    let shown = with(&["show", "--json", "greet"]).expect(0).json();
    assert_eq!((&shown["loader"], &shown["digest"]), (&json!("process"), &contract["digest"]));
    assert_eq!(shown["needs"], json!({"commands": ["echo"]}));
    let stats = with(&["stats", "--json"]).expect(0).json();
    assert_eq!(stats["servers"][1]["provider"], true);
    with(&["lint"]).expect(0);
}

#[test]
fn contracts_need_no_locks() {
    let folder = with_greet(tempfile::tempdir().unwrap());
    run(folder.path(), &["check", "--contracts", "tools"]).expect(0);
    run(folder.path(), &["search", "hello", "--contracts", "tools"]).expect(0);
    run(folder.path(), &["check"]).expect(2);
    run(folder.path(), &["check", "--contracts", "tools", "--lock", "nowhere"]).expect(2);
    run(folder.path(), &["check", "--contracts", "nowhere"]).expect(2);
}

#[test]
fn what_is_wrong_has_its_place() {
    let folder = with_greet(locked(&[tool("open", "Opens a drawer.")]));
    write(folder.path(), "b.toml", &GREET.replace("{name}", "{nam}"));
    let ran = run(folder.path(), &["check", "--contracts", "tools"]).expect(2);
    assert!(ran.err.contains("b.toml:10:18: names the argument `nam`"), "{ran:?}");
    assert!(ran.err.contains("did you mean `name`?"), "{ran:?}");
    write(folder.path(), "b.toml", &GREET.replace("house", "desk").replace("greet", "b"));
    let ran = run(folder.path(), &["check", "--contracts", "tools"]).expect(2);
    assert!(ran.err.contains("the provider `desk` has the name of a captured server"), "{ran:?}");
}

#[test]
fn texts_of_contracts_are_linted() {
    let folder = with_greet(tempfile::tempdir().unwrap());
    write(folder.path(), "greet.toml", &GREET.replace("somebody.", "some\\u200bbody."));
    let ran = run(folder.path(), &["lint", "--contracts", "tools"]).expect(1);
    assert!(ran.out.contains("house/greet /description: invisible characters"), "{ran:?}");
}
