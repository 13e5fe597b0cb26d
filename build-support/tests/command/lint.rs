use std::fs;

use serde_json::json;

use crate::{locked, run, tool};

#[test]
fn an_error_is_a_finding_and_a_warning_is_not_unless_denied() {
    let folder = locked(&[tool("open", "Opens."), tool("shut", "")]);
    let told = run(folder.path(), &["lint", "--json"]).expect(0).json();
    assert_eq!((&told["errors"], &told["warnings"]), (&json!(0), &json!(1)));
    let finding = &told["findings"][0];
    assert_eq!(
        (&finding["rule"], &finding["tool"]),
        (&json!("missing-argument-description"), &json!("open"))
    );
    run(folder.path(), &["lint", "--deny", "warnings"]).expect(1);
    run(folder.path(), &["lint", "--deny", "missing-description"]).expect(1);
    let allowed = ["lint", "--deny", "warnings", "--allow", "missing-description"];
    run(folder.path(), &allowed).expect(0);
    run(folder.path(), &["lint", "--deny", "no-such-rule"]).expect(2);
    run(folder.path(), &["lint", "--lock", "nowhere"]).expect(2);
}

#[test]
fn what_is_hidden_is_found_and_shown_by_code_point() {
    let folder = locked(&[tool("open", "Opens.\u{200b}\u{202e}\u{1b}[8m\u{e0041}")]);
    let ran = run(folder.path(), &["lint", "--level", "error"]).expect(1);
    for point in ["U+200B", "U+202E", "U+001B", "U+E0041"] {
        assert!(ran.out.contains(point), "{point}: {ran:?}");
    }
    assert!(!ran.out.contains(['\u{200b}', '\u{202e}', '\u{1b}', '\u{e0041}']), "{ran:?}");
}

#[test]
fn the_settings_file_is_read_where_it_is() {
    let folder = locked(&[tool("shut", "")]);
    let settings = folder.path().join("toolcrib-lint.json");
    fs::write(&settings, r#"{"deny":["missing-description"]}"#).unwrap();
    run(folder.path(), &["lint"]).expect(1);
    let allow =
        r#"{"rule":"missing-description","server":"desk","tool":"shut","reason":"says it all"}"#;
    fs::write(&settings, format!("{{\"allow\":[{allow}]}}")).unwrap();
    let told = run(folder.path(), &["lint", "--json"]).expect(0).json();
    assert_eq!((&told["allowed"], &told["unused"]), (&json!(1), &json!([])));
    fs::write(&settings, format!("{{\"allow\":[{}]}}", allow.replace("shut", "open"))).unwrap();
    let ran = run(folder.path(), &["lint"]).expect(0);
    assert!(ran.err.contains("remove it"), "{ran:?}");
    fs::write(&settings, "{").unwrap();
    run(folder.path(), &["lint"]).expect(2);
}

#[test]
fn every_rule_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let rules = run(folder.path(), &["lint", "--rules", "--json"]).expect(0).json();
    assert_eq!(rules.as_array().unwrap().len(), toolcrib_build::lint::Rule::ALL.len());
}
