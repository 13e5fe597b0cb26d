use std::fs;

use serde_json::json;

use crate::{locked, run, tool};

#[test]
fn a_lock_that_is_missing_damaged_or_edited_is_2() {
    let folder = locked(&[tool("a", "A tool."), tool("b", "Another.")]);
    let path = folder.path().join("mcp.lock/desk.json");
    let good = fs::read_to_string(&path).unwrap();
    let damaged = [
        (good[..good.len() / 2].to_owned(), "desk.json"),
        (String::new(), "desk.json"),
        ("\u{1}\u{2}".into(), "desk.json"),
        (good.replace("Another.", "Another one."), "`b`"),
        (good.replace("Be brief.", "Be long."), "instructions"),
        (good.replace("\"lockVersion\": 1", "\"lockVersion\": 2"), "update"),
        (good.replace("\n}", ",\n  \"volatile\": [\"/tools/a/description\"]\n}"), "not blank"),
        (good.replace("\"server\": \"desk\"", "\"server\": \"chair\""), "edited"),
    ];
    for (text, named) in damaged {
        fs::write(&path, &text).unwrap();
        let ran = run(folder.path(), &["check"]).expect(2);
        assert!(ran.err.contains(named) && ran.err.contains("repair:"), "{named}: {ran:?}");
    }
    fs::write(&path, [0xff, 0x00]).unwrap();
    run(folder.path(), &["check"]).expect(2);
    fs::remove_file(&path).unwrap();
    run(folder.path(), &["check"]).expect(2);
    run(folder.path(), &["check", "--lock", "nowhere"]).expect(2);
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let folder = locked(&[tool("a", "A tool.")]);
    for name in ["one", "two"] {
        fs::write(folder.path().join(format!("mcp.lock/{name}.json")), "{").unwrap();
    }
    let ran = run(folder.path(), &["check"]).expect(2);
    assert!(ran.err.contains("one.json") && ran.err.contains("two.json"), "{ran:?}");
}

#[test]
fn a_lock_under_another_servers_name_is_refused() {
    let folder = locked(&[tool("a", "A tool.")]);
    let lock = folder.path().join("mcp.lock");
    fs::copy(lock.join("desk.json"), lock.join("other.json")).unwrap();
    let ran = run(folder.path(), &["check"]).expect(2);
    assert!(ran.err.contains("named after `other`"), "{ran:?}");
}

#[test]
fn it_says_what_it_read() {
    let folder = locked(&[tool("a", "A tool.")]);
    let told = run(folder.path(), &["check", "--json"]).expect(0).json();
    assert_eq!(
        (&told["locks"][0]["server"], &told["locks"][0]["tools"]),
        (&json!("desk"), &json!(1))
    );
    assert_eq!(told["catalog"].as_str().unwrap().len(), 64);
    let same = run(folder.path(), &["check", "--format", "json"]).expect(0).json();
    assert_eq!(same, told);
}

#[test]
fn the_programs_own_lock_is_checked_and_no_server_of_the_catalog() {
    let folder = locked(&[tool("a", "A tool.")]);
    let lock = folder.path().join("mcp.lock");
    let native = toolcrib::catalog::Manifest::parse(
        "native",
        &json!({"tools": [tool("n", "Native.")]}).to_string(),
    );
    let native =
        toolcrib::catalog::Lock::new(&native.unwrap(), Default::default(), vec![]).unwrap();
    fs::write(lock.join("native.json"), native.to_text()).unwrap();
    let told = run(folder.path(), &["check", "--json"]).expect(0).json();
    assert_eq!(told["locks"].as_array().unwrap().len(), 2);
    let stats = run(folder.path(), &["stats", "--json"]).expect(0).json();
    assert_eq!(stats["total"]["tools"], 1);
    fs::write(lock.join("native.json"), native.to_text().replace("Native.", "Naïve.")).unwrap();
    let ran = run(folder.path(), &["check"]).expect(2);
    assert!(ran.err.contains("native.json") && ran.err.contains("`n`"), "{ran:?}");
}

#[test]
fn live_without_a_usable_configuration_is_2() {
    let folder = locked(&[tool("a", "A tool.")]);
    run(folder.path(), &["check", "--live"]).expect(2);
    for (text, named) in [
        ("{", "line 1"),
        ("{}", "mcpServers"),
        (r#"{"mcpServers":{"a":{"type":"carrier-pigeon","url":"x"}}}"#, "carrier-pigeon"),
        (r#"{"mcpServers":{"a":{"command":"x","args":"y"}}}"#, "args"),
    ] {
        fs::write(folder.path().join(".mcp.json"), text).unwrap();
        for args in [&["check", "--live"][..], &["snapshot"]] {
            let ran = run(folder.path(), args).expect(2);
            assert!(ran.err.contains(named), "{named}: {ran:?}");
        }
    }
}
