//! The settings of a build, by what comes out of it.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use toolcrib::catalog::{CapturedFrom, Encoded, Lock, Manifest};
use toolcrib::json::Quoted;
use toolcrib::search::{Hits, Ranking};
use toolcrib_build::lint::{Rule, Settings};
use toolcrib_build::{Config, write_lock};

/// A lock folder of servers, each with these tools (name and description).
fn locks(servers: &[(&str, &[(&str, &str)])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (server, tools) in servers {
        let tools: Vec<String> = tools
            .iter()
            .map(|(name, text)| {
                let text = Quoted(text);
                format!("{{\"name\":{name:?},\"description\":{text},\"inputSchema\":{{}}}}")
            })
            .collect();
        let list = format!("{{\"tools\":[{}]}}", tools.join(","));
        let manifest = Manifest::parse(server, &list).unwrap();
        let lock = Lock::new(&manifest, CapturedFrom::default(), vec![]).unwrap();
        write_lock(folder.path(), &lock).unwrap();
    }
    folder
}

fn two() -> TempDir {
    locks(&[
        ("desk", &[("open", "Opens a drawer."), ("close", "Closes a drawer.")]),
        ("lamp", &[("on", "Switches the lamp on.")]),
    ])
}

fn names(encoded: &Encoded) -> Vec<String> {
    encoded.catalog().unwrap().tools().map(|tool| tool.name().to_owned()).collect()
}

fn found(encoded: &Encoded, query: &str) -> Vec<String> {
    let (catalog, mut hits) = (encoded.catalog().unwrap(), Hits::new());
    catalog.search(query, 5, &mut hits);
    hits.as_slice().iter().map(|hit| catalog.get(hit.id).unwrap().name().to_owned()).collect()
}

#[test]
fn synonyms_and_weights_are_the_projects() {
    let folder = two();
    let config = || Config::new().locks(folder.path());
    let opens = ["mcp__desk__open"];
    let nothing: [&str; 0] = [];
    let encode = |config: Config| config.encode().unwrap();
    assert_eq!(found(&encode(config()), "pigeonhole"), nothing);
    let extended = encode(config().synonyms("pigeonhole drawer").synonyms("oad = opens drawer"));
    assert_eq!(found(&extended, "pigeonhole").len(), 2);
    assert_eq!(found(&extended, "oad"), opens);
    // `launch` stands for `start` and `run` in the built-in table; nothing here does.
    let launch = |config: Config| found(&encode(config.hint("desk", "open", "start")), "launch");
    assert_eq!(launch(config()), opens);
    assert_eq!(launch(config().no_synonyms_of("launch")), nothing);
    assert_eq!(launch(config().no_builtin_synonyms()), nothing);
    assert_eq!(launch(config().no_builtin_synonyms().synonyms("launch start")), opens);
    let deaf = Ranking { synonym: 0, near: 0, ..Ranking::DEFAULT };
    let points = |config: Config| {
        let (encoded, mut hits) = (encode(config.hint("desk", "open", "start")), Hits::new());
        encoded.catalog().unwrap().search("launch", 5, &mut hits);
        hits.as_slice().len()
    };
    assert_eq!((points(config()), points(config().ranking(deaf))), (1, 0));
    let error = config().synonyms("lonely").encode().unwrap_err().to_string();
    assert!(error.contains("lonely") && error.contains("Config::synonyms"), "{error}");
}

#[test]
fn an_alias_changes_what_the_model_sees_and_nothing_that_is_verified() {
    let folder = two();
    let plain = Config::new().locks(folder.path()).encode().unwrap();
    let aliased = Config::new().locks(folder.path()).alias("desk", "d").encode().unwrap();
    assert_eq!(names(&aliased), ["mcp__d__close", "mcp__d__open", "mcp__lamp__on"]);
    let (plain, aliased) = (plain.catalog().unwrap(), aliased.catalog().unwrap());
    assert_eq!(plain.digest(), aliased.digest());
    let desk = aliased.find("mcp__d__open").unwrap().server();
    assert_eq!((desk.name(), desk.alias(), desk.visible_name()), ("desk", Some("d"), "d"));
    let desk = plain.find("mcp__desk__open").unwrap().server();
    assert_eq!((desk.name(), desk.alias(), desk.visible_name()), ("desk", None, "desk"));
    assert_eq!(aliased.server("desk").unwrap().digest(), plain.server("desk").unwrap().digest());
}

#[test]
fn hints_and_keywords_are_found_and_add_up() {
    let folder = two();
    let config = Config::new()
        .locks(folder.path())
        .hint("desk", "open", "unlock")
        .hint("desk", "open", "reveal")
        .keywords("desk", "furniture");
    let encoded = config.encode().unwrap();
    for (query, expected) in [("unlock", 1), ("reveal", 1), ("furniture", 2)] {
        let found = found(&encoded, query);
        assert_eq!(found.len(), expected, "{query}: {found:?}");
        assert!(found.contains(&"mcp__desk__open".to_owned()), "{query}");
    }
}

#[test]
fn settings_for_what_is_not_there_are_errors() {
    let folder = two();
    let config = || Config::new().locks(folder.path());
    for (config, named) in [
        (config().alias("desc", "d"), "`desc`"),
        (config().alias("desk", ""), "the alias of server `desk` is empty"),
        (config().keywords("desc", "x"), "`desc`"),
        (config().hint("desk", "opn", "x"), "`opn`"),
        (config().always("lamp", "off"), "`off`"),
        (config().leave_out("chair"), "`chair`"),
    ] {
        let error = config.encode().unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}

fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn builds_are_equal_byte_for_byte_and_a_second_one_writes_nothing() {
    let (one, two) = (two(), two());
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let build = |locks: &TempDir, out: &TempDir| {
        let config = Config::new().locks(locks.path()).out(out.path()).hint("lamp", "on", "light");
        config.try_compile().unwrap()
    };
    build(&one, &a);
    build(&two, &b);
    assert_eq!(content(a.path()), content(b.path()));
    assert_eq!(content(a.path()).len(), 4);
    let times = || {
        let entries = fs::read_dir(a.path()).unwrap().map(|entry| entry.unwrap());
        entries.map(|entry| entry.metadata().unwrap().modified().unwrap()).collect::<Vec<_>>()
    };
    let before = times();
    build(&one, &a);
    assert_eq!(times(), before);
}

#[test]
fn lints_are_errors_or_warnings_of_the_build() {
    let folder = locks(&[("desk", &[("open", "Opens\u{200b}."), ("shut", "")])]);
    let out = tempfile::tempdir().unwrap();
    let config = || Config::new().locks(folder.path()).out(out.path());
    assert_eq!(config().try_compile().unwrap(), Vec::<String>::new());
    let error = config().lint(Settings::new()).try_compile().unwrap_err();
    assert!(error.to_string().contains("U+200B") && error.faults().len() == 1, "{error}");
    let lived_with =
        Settings::new().allow(Rule::InvisibleCharacter, Some("desk"), Some("open"), "known");
    let warnings = config().lint(lived_with.clone()).try_compile().unwrap();
    assert!(warnings.len() == 1 && warnings[0].contains("missing-description"), "{warnings:?}");
    let error = config().lint(lived_with.deny_warnings()).try_compile().unwrap_err();
    assert!(error.to_string().contains("missing-description"), "{error}");

    let settings = out.path().join("lint.json");
    fs::write(&settings, r#"{"deny":["warnings"]}"#).unwrap();
    let error = config().lint_file(&settings).try_compile().unwrap_err();
    assert_eq!(error.faults().len(), 2, "{error}");
    let error = config().lint_file(out.path().join("absent.json")).try_compile().unwrap_err();
    assert!(error.to_string().contains("absent.json: cannot be read"), "{error}");
}

#[test]
fn a_build_that_fails_removes_what_an_earlier_one_wrote() {
    let (folder, out) = (two(), tempfile::tempdir().unwrap());
    let config = || Config::new().locks(folder.path()).out(out.path());
    let faults: [(Config, &str); 3] = [
        (config().leave_out("chair"), "`chair`"),
        (config().alias("desc", "d"), "`desc`"),
        (config().lint_file(folder.path().join("absent.toml")), "absent.toml"),
    ];
    for (failing, named) in faults {
        config().try_compile().unwrap();
        assert_eq!(content(out.path()).len(), 4);
        let error = failing.try_compile().unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
        assert_eq!(content(out.path()), [], "{error}");
    }
}

fn empty(server: &str) -> Lock {
    let manifest = Manifest::parse(server, r#"{"tools":[]}"#).unwrap();
    Lock::new(&manifest, CapturedFrom::default(), vec![]).unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_not_every_disk_can_tell_apart_are_refused() {
    // As a folder may have them that was written elsewhere.
    let of = |names: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(folder.path().join(format!("{name}.json")), empty(name).to_text()).unwrap();
        }
        folder
    };
    let error = |folders: &[&TempDir]| {
        let config = Config::new();
        let config = folders.iter().fold(config, |config, folder| config.locks(folder.path()));
        config.encode().unwrap_err().to_string()
    };
    let both = error(&[&of(&["desk", "Desk"])]);
    assert!(both.contains("`Desk.json` and `desk.json` differ only in case"), "{both}");
    assert!(both.contains("repair: remove one of them"), "{both}");
    let upper = of(&["Desk"]);
    let each = error(&[&upper, &of(&["desk"])]);
    assert!(each.contains("`Desk` and `desk` differ only in case"), "{each}");
    let written = write_lock(upper.path(), &empty("desk")).unwrap_err().to_string();
    assert!(written.contains("`Desk.json` and `desk.json` differ only in case"), "{written}");
    assert_eq!(content(upper.path()).len(), 1);

    for (name, reason) in [
        ("a:b", "< > :"),
        ("con", "device"),
        ("x.", "a dot or a space"),
        ("Native", "reserved for"),
    ] {
        let error = error(&[&of(&[name])]);
        assert!(error.contains(reason) && error.contains("rename the server"), "{error}");
    }
}
