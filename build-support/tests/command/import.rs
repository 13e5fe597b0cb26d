use std::fs;

use serde_json::{Value, json};

use crate::{command, folder, locked, run, tool};

#[test]
fn writes_a_lock_that_holds() {
    let folder = folder(&[tool("b", "Second."), tool("a", "First.")]);
    let ran = run(folder.path(), &["import", "--json", "--server", "desk", "list.json"]).expect(0);
    let told = ran.json();
    let lock: Value =
        serde_json::from_slice(&fs::read(folder.path().join("mcp.lock/desk.json")).unwrap())
            .unwrap();
    assert_eq!(told["digest"], lock["digest"]);
    assert_eq!(
        (&told["outcome"], &told["new"], &told["tools"]),
        (&json!("written"), &json!(true), &json!(2))
    );
    assert_eq!(lock["tools"][0]["name"], "a");
    let again =
        run(folder.path(), &["import", "--json", "--server", "desk", "list.json"]).expect(0);
    assert_eq!(again.json()["outcome"], "unchanged");
}

#[test]
fn a_name_that_is_the_file_of_another_server_is_refused() {
    let folder = folder(&[tool("a", "First.")]);
    let import = |server: &str| run(folder.path(), &["import", "--server", server, "list.json"]);
    import("GitHub").expect(0);
    let refused = import("github").expect(2);
    let clash = "`GitHub.json` and `github.json` differ only in case";
    assert!(refused.err.contains(clash) && refused.err.contains("repair: remove"), "{refused:?}");
    for (name, reason) in [("a:b", "< > :"), ("CON", "device"), ("x ", "a dot or a space")] {
        let refused = import(name).expect(2);
        assert!(refused.err.contains(reason), "{refused:?}");
    }
    let locks: Vec<_> = fs::read_dir(folder.path().join("mcp.lock")).unwrap().collect();
    assert_eq!(locks.len(), 1);
}

#[test]
fn pages_and_answers_are_listings_too() {
    let one = json!({"tools": [tool("a", "First.")], "nextCursor": "2"});
    let two = json!({"tools": [tool("b", "Second.")]});
    let whole = json!({"tools": [tool("a", "First."), tool("b", "Second.")]});
    let forms = [
        whole.to_string(),
        json!([one, two]).to_string(),
        json!({"pages": [one, two]}).to_string(),
        format!("{one}\n{two}\n"),
        json!({"jsonrpc": "2.0", "id": 1, "result": whole}).to_string(),
    ];
    let folder = folder(&[]);
    let mut digests = Vec::new();
    for form in forms {
        fs::write(folder.path().join("list.json"), form).unwrap();
        let ran =
            run(folder.path(), &["import", "--json", "--server", "desk", "list.json"]).expect(0);
        digests.push(ran.json()["digest"].clone());
    }
    digests.dedup();
    assert_eq!(digests.len(), 1, "{digests:?}");
}

#[test]
fn a_name_listed_twice_is_refused_by_name_or_the_first_taken() {
    let folder = folder(&[tool("a", "First."), tool("a", "Second."), tool("b", "Other.")]);
    let refused = run(folder.path(), &["import", "--server", "desk", "list.json"]).expect(1);
    assert!(
        refused.err.contains("`a`") && refused.err.contains("--duplicates first"),
        "{refused:?}"
    );
    assert!(!folder.path().join("mcp.lock").exists());
    run(folder.path(), &["import", "--server", "desk", "--duplicates", "first", "list.json"])
        .expect(0);
    let lock = fs::read_to_string(folder.path().join("mcp.lock/desk.json")).unwrap();
    assert!(lock.contains("First.") && !lock.contains("Second."));
}

#[test]
fn every_unusable_tool_is_named_and_the_old_lock_stays() {
    let folder = locked(&[tool("a", "A tool.")]);
    let before = fs::read(folder.path().join("mcp.lock/desk.json")).unwrap();
    let faulty = json!({"tools": [
        {"name": "no_schema"},
        {"name": "boolean", "inputSchema": true},
        {"inputSchema": {}},
        tool("sound", "Nothing is wrong with it."),
    ]});
    fs::write(folder.path().join("list.json"), faulty.to_string()).unwrap();
    let ran = run(folder.path(), &["import", "--server", "desk", "list.json"]).expect(1);
    for named in ["no_schema", "boolean", "tool number 3"] {
        assert!(ran.err.contains(named), "{named}: {ran:?}");
    }
    assert_eq!(fs::read(folder.path().join("mcp.lock/desk.json")).unwrap(), before);
}

#[test]
fn what_is_no_listing_is_bad_input() {
    let folder = folder(&[]);
    for text in ["", "not json", "{\"tools\": {}}", "[]", "{\"tool\": []}", "\u{0}"] {
        fs::write(folder.path().join("list.json"), text).unwrap();
        let ran = run(folder.path(), &["import", "--server", "desk", "list.json"]).expect(2);
        assert!(ran.err.contains("list.json"), "{text:?}: {ran:?}");
    }
    fs::write(folder.path().join("list.json"), [0xff, 0xfe]).unwrap();
    run(folder.path(), &["import", "--server", "desk", "list.json"]).expect(2);
    let ran =
        run(folder.path(), &["import", "--json", "--server", "desk", "absent.json"]).expect(2);
    assert!(ran.json()["error"].as_str().unwrap().contains("absent.json"));
    assert!(!folder.path().join("mcp.lock").exists());
}

#[test]
fn a_listing_with_pages_missing_is_refused() {
    let folder = folder(&[]);
    let page = json!({"tools": [tool("a", "First.")], "nextCursor": "2"});
    fs::write(folder.path().join("list.json"), page.to_string()).unwrap();
    run(folder.path(), &["import", "--server", "desk", "list.json"]).expect(1);
}

#[test]
fn names_that_cannot_name_a_file_are_refused() {
    let folder = folder(&[tool("a", "A tool.")]);
    for name in ["native", "", ".", "../up", "a/b", "a\\b", "a\nb"] {
        let ran = run(folder.path(), &["import", "--server", name, "list.json"]).expect(2);
        assert!(ran.err.contains("name"), "{name:?}: {ran:?}");
    }
}

#[test]
fn in_ci_it_looks_and_does_not_write() {
    let folder = folder(&[tool("a", "A tool.")]);
    let mut import = command(folder.path());
    import.args(["import", "--server", "desk", "list.json"]).env("CI", "true");
    let looked = crate::Ran::from(import.output().unwrap()).expect(1);
    assert!(looked.out.contains("CI is set"), "{looked:?}");
    assert!(!folder.path().join("mcp.lock").exists());
    import.arg("--write");
    crate::Ran::from(import.output().unwrap()).expect(0);
    let mut again = command(folder.path());
    again.args(["import", "--server", "desk", "list.json"]).env("CI", "1");
    crate::Ran::from(again.output().unwrap()).expect(0);
}

#[test]
fn after_writing_it_prints_what_changed() {
    let folder = locked(&[tool("a", "Old text."), tool("gone", "A tool.")]);
    let new = json!({"tools": [tool("a", "New text."), tool("more", "A tool.")]});
    fs::write(folder.path().join("list.json"), new.to_string()).unwrap();
    let ran = run(folder.path(), &["import", "--json", "--server", "desk", "list.json"]).expect(0);
    let told = ran.json();
    let told = told["differences"].as_array().unwrap();
    let kinds: Vec<(&str, &str)> = told
        .iter()
        .map(|one| (one["tool"].as_str().unwrap_or(""), one["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(kinds, [("", "removed"), ("a", "changed"), ("gone", "removed"), ("more", "added")]);
    assert_eq!((&told[1]["old"], &told[1]["new"]), (&json!("Old text."), &json!("New text.")));
}

#[test]
fn volatile_places_are_blanked() {
    let folder = folder(&[tool("clock", "It is noon.")]);
    let volatile = ["--volatile", "/tools/clock/description"];
    let import = ["import", "--json", "--server", "desk", "list.json"];
    let noon = run(folder.path(), &[&import[..], &volatile].concat()).expect(0).json();
    let list = json!({"instructions": "Be brief.", "tools": [tool("clock", "It is one.")]});
    fs::write(folder.path().join("list.json"), list.to_string()).unwrap();
    let one = run(folder.path(), &[&import[..], &volatile].concat()).expect(0).json();
    assert_eq!((&noon["digest"], &one["outcome"]), (&one["digest"], &json!("unchanged")));
    run(folder.path(), &[&import[..], &["--volatile", "/tools/clock/name"]].concat()).expect(2);
}
