//! `.mcp.json`: what is read, what is refused, what is never shown, and the digest
//! of an entry (`docs/formats.md`).

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

#[cfg(unix)]
use std::path::Path;
use std::time::Duration;

use toolcrib::catalog::Duplicates;
use toolcrib::mcp::{Config, ConfigError, ConfigFaultKind as Kind, ConfigFile};

fn lookup(name: &str) -> Option<String> {
    match name {
        "TOKEN" => Some("s3cret-value".into()),
        "EMPTY" => Some(String::new()),
        _ => None,
    }
}

fn config(text: &str) -> Result<Config, ConfigError> {
    ConfigFile::parse(text, ".mcp.json")?.expand(&lookup)
}

/// One server `s` with this entry.
fn server(entry: &str) -> Result<Config, ConfigError> {
    config(&format!("{{\"mcpServers\": {{\"s\": {entry}}}}}"))
}

fn address(entry: &str) -> String {
    server(entry).unwrap().servers()[0].address()
}

#[track_caller]
fn refused(text: &str, kind: Kind, message: &str) {
    let error = config(text).expect_err(text);
    assert!(error.faults().iter().any(|problem| problem.kind == kind), "{error:?}");
    assert!(error.to_string().contains(message), "{error}");
    assert!(error.to_string().starts_with(".mcp.json: "), "{error}");
}

#[track_caller]
fn entry_refused(entry: &str, kind: Kind, message: &str) {
    refused(&format!("{{\"mcpServers\": {{\"s\": {entry}}}}}"), kind, message);
}

#[test]
fn both_forms_and_both_transports_are_read() {
    let config = config(
        r#"{"servers": {
            "web": {"type": "streamable-http", "url": "https://x.example/mcp", "headers": {"A": "b"}},
            "plain": {"url": "http://localhost:1/mcp"},
            "files": {"command": "npx", "args": ["-y", "files"], "cwd": "/tmp", "timeout": 5,
                      "duplicates": "first", "alwaysAllow": ["read"], "volatile": ["/instructions"]},
            "off": {"command": "x", "disabled": true},
            "out": {"command": "$UNSET", "enabled": false}
        }, "inputs": []}"#,
    )
    .unwrap();
    let names: Vec<_> = config.servers().iter().map(|server| server.name()).collect();
    assert_eq!(names, ["files", "plain", "web"]);
    let files = config.get("files").unwrap();
    assert_eq!(files.address(), "npx -y files");
    assert_eq!(files.timeout(), Some(Duration::from_secs(5)));
    assert_eq!(files.duplicates(), Duplicates::First);
    assert_eq!(files.volatile()[0].to_string(), "/instructions");
    assert_eq!(config.get("web").unwrap().address(), "https://x.example/mcp");
}

#[test]
fn timeouts_are_milliseconds_from_one_thousand_on() {
    let timeout = |number: &str| {
        let entry = format!("{{\"command\": \"x\", \"timeout\": {number}}}");
        server(&entry).unwrap().servers()[0].timeout()
    };
    assert_eq!(timeout("60"), Some(Duration::from_secs(60)));
    assert_eq!(timeout("999"), Some(Duration::from_secs(999)));
    assert_eq!(timeout("1000"), Some(Duration::from_secs(1)));
    assert_eq!(timeout("30000"), Some(Duration::from_secs(30)));
    for wrong in ["0", "-1", "1.5", "\"30\""] {
        let entry = format!("{{\"command\": \"x\", \"timeout\": {wrong}}}");
        entry_refused(&entry, Kind::WrongType, "timeout");
    }
}

#[test]
fn what_is_not_json_is_refused_with_its_place() {
    refused("{\n  \"mcpServers\": {,}\n}", Kind::NotJson, "line 2 column 18");
    refused("", Kind::NotJson, "line 1 column 1");
    let twice = "{\"mcpServers\": {\n\"a\": {\"command\": \"x\"},\n\"a\": {\"command\": \"y\"}}}";
    refused(twice, Kind::NotJson, "line 3");
    refused(twice, Kind::NotJson, "a member name given twice");
}

#[test]
fn wrong_shapes_are_refused_with_their_place() {
    refused("{}", Kind::Missing, "mcpServers");
    refused("[]", Kind::Missing, "mcpServers");
    refused(r#"{"mcpServers": []}"#, Kind::WrongType, "is an array");
    refused(r#"{"mcpServers": {}, "servers": {}}"#, Kind::Contradiction, "both");
    entry_refused("3", Kind::WrongType, "server \"s\": is a number");
    entry_refused(r#"{"command": ["x"]}"#, Kind::WrongType, "command: is an array");
    entry_refused(r#"{"command": "x", "args": "y"}"#, Kind::WrongType, "args: is a string");
    entry_refused(r#"{"command": "x", "args": [1]}"#, Kind::WrongType, "args/0: is a number");
    entry_refused(r#"{"command": "x", "env": {"A": 1}}"#, Kind::WrongType, "env/A: is a number");
    entry_refused(r#"{"command": "x", "enabled": "no"}"#, Kind::WrongType, "enabled");
    entry_refused(r#"{"command": "x", "url": "y"}"#, Kind::Contradiction, "both");
    entry_refused(r#"{"comand": "x"}"#, Kind::Missing, "neither");
    entry_refused(r#"{"type": "http"}"#, Kind::Missing, "url: is not there");
    entry_refused(r#"{"command": ""}"#, Kind::BadValue, "command: is empty");
    entry_refused(r#"{"command": "x", "duplicates": "last"}"#, Kind::BadValue, "refuse");
    entry_refused(r#"{"command": "x", "volatile": ["tools"]}"#, Kind::BadValue, "volatile");
}

#[test]
fn unknown_transports_name_themselves_and_the_known_ones() {
    entry_refused(r#"{"type": "ws", "url": "x"}"#, Kind::UnknownTransport, "\"ws\"");
    entry_refused(r#"{"type": "ws", "url": "x"}"#, Kind::UnknownTransport, "streamable-http");
    entry_refused(r#"{"type": "sse", "url": "x"}"#, Kind::UnknownTransport, "streamable HTTP");
}

#[test]
fn names_that_cannot_name_a_file_are_refused() {
    for name in
        ["", "..", ".x", "a/b", "a\\\\b", "a\\u0000b", "a\\nb", "a:b", "CON", "con.x", "x.", "x "]
    {
        let text = format!("{{\"mcpServers\": {{\"{name}\": {{\"command\": \"x\"}}}}}}");
        refused(&text, Kind::ServerName, "its lock file has this name");
    }
    refused(r#"{"servers": {"com1": {"url": "x"}}}"#, Kind::ServerName, "a device on Windows");
    config(r#"{"mcpServers": {"a b.c-d_é": {"command": "x"}}}"#).unwrap();
    for (one, other) in [("GitHub", "github"), ("ärger", "ÄRGER"), ("straße", "STRASSE")] {
        let text = |end: &str| {
            format!(
                r#"{{"mcpServers": {{"{one}": {{"command": "x"}}, "{other}": {{"url": "y"{end}}}}}}}"#
            )
        };
        let clash = format!("server {other:?}: the name differs from that of {one:?} only in case");
        let clash = if one < other {
            clash
        } else {
            format!("server {one:?}: the name differs from that of {other:?} only in case")
        };
        refused(&text(""), Kind::ServerName, &clash);
        config(&text(r#", "disabled": true"#)).unwrap();
    }
}

#[test]
fn every_problem_is_reported_at_once() {
    let text = r#"{"mcpServers": {"a": {"command": 1}, "b": {"type": "x"}, ".c": {}}}"#;
    assert_eq!(config(text).unwrap_err().faults().len(), 4);
}

#[test]
fn variables_are_expanded() {
    let show = |arg: &str| {
        let entry = format!("{{\"command\": \"{arg}\"}}");
        let config = server(&entry).unwrap();
        // What is shown is the entry as written.
        assert_eq!(config.servers()[0].address(), arg);
        config
    };
    for arg in [
        "$TOKEN",
        "${TOKEN}",
        "x${TOKEN}y",
        "${NONE:-d}",
        "${EMPTY:-d}",
        "$$x",
        "a$",
        "${env:TOKEN}",
    ] {
        show(arg);
    }
    assert_eq!(address(r#"{"url": "${NONE:-http://x}/mcp"}"#), "${NONE:-http://x}/mcp");
}

#[test]
fn unset_variables_are_named_with_server_and_member() {
    entry_refused(
        r#"{"command": "$NONE"}"#,
        Kind::UnsetVariable,
        "server \"s\": command: the variable NONE",
    );
    entry_refused(r#"{"command": "x", "args": ["a", "${NONE}"]}"#, Kind::UnsetVariable, "args/1");
    entry_refused(r#"{"command": "x", "env": {"K": "$NONE"}}"#, Kind::UnsetVariable, "env/K");
    entry_refused(r#"{"url": "http://$NONE"}"#, Kind::UnsetVariable, "url");
    entry_refused(r#"{"url": "x", "headers": {"K": "${NONE}"}}"#, Kind::UnsetVariable, "headers/K");
    entry_refused(r#"{"command": "${TOKEN"}"#, Kind::BadVariable, "without its");
    entry_refused(r#"{"command": "${input:key}"}"#, Kind::BadVariable, "input:key");
}

#[test]
fn no_value_is_ever_shown() {
    let config = server(
        r#"{"command": "run $TOKEN", "args": ["--key=$TOKEN"], "env": {"K": "$TOKEN", "L": "lit3ral"}}"#,
    )
    .unwrap();
    let web =
        server(r#"{"url": "http://x/$TOKEN", "headers": {"Authorization": "Bearer $TOKEN"}}"#);
    for shown in
        [format!("{config:?}"), format!("{:?}", web.unwrap()), config.servers()[0].address()]
    {
        assert!(!shown.contains("s3cret"), "{shown}");
        assert!(!shown.contains("lit3ral"), "{shown}");
    }
    let file = ConfigFile::parse(
        r#"{"mcpServers": {"s": {"command": "x", "env": {"L": "lit3ral"}}}}"#,
        "f",
    );
    assert!(!format!("{file:?}").contains("lit3ral"));
}

#[test]
fn the_digest_covers_the_command_line_and_no_secret() {
    let digest = |entry: &str| server(entry).unwrap().servers()[0].config_digest();
    let base = digest(r#"{"command": "x", "args": ["$TOKEN"], "env": {"A": "1"}}"#);
    assert_eq!(base, digest(r#"{ "env": {"A": "2"}, "args": ["$TOKEN"], "command": "x" }"#));
    assert_ne!(base, digest(r#"{"command": "x", "args": ["${TOKEN}"], "env": {"A": "1"}}"#));
    assert_ne!(base, digest(r#"{"command": "x", "args": ["$TOKEN"], "env": {"B": "1"}}"#));
    // sha256("toolcrib/config/1\0" + {"args":["a"],"command":"x","env":{"K":null}})
    assert_eq!(
        digest(r#"{"command": "x", "args": ["a"], "env": {"K": "v"}}"#).to_hex(),
        "9776c5410b56eb833b102989f170ad023f5e470ad557581009e92aa91b23bba3"
    );
    let built = toolcrib::mcp::ServerConfig::stdio("s", "x", ["a"]).with_env("K", "v");
    assert_eq!(
        built.config_digest(),
        digest(r#"{"command": "x", "args": ["a"], "env": {"K": "v"}}"#)
    );
}

#[test]
fn servers_are_selected_by_name() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "$NONE"}}}"#;
    let file = ConfigFile::parse(text, "f").unwrap();
    let config = file.clone().select(&["a"]).unwrap().expand(&lookup).unwrap();
    assert_eq!(config.servers().len(), 1);
    let error = file.select(&["a", "c"]).unwrap_err();
    assert_eq!(error.to_string(), "f: there is no server \"c\"; the servers here are: a, b");
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let error = Config::read("no/such/.mcp.json").unwrap_err();
    assert_eq!(error.faults()[0].kind, Kind::Unreadable);
    assert!(error.to_string().starts_with("no/such/.mcp.json: cannot be read"), "{error}");
}

/// What a server started by this entry lists as its working directory.
#[cfg(unix)]
async fn started_in(folder: &Path, entry: &serde_json::Value) -> String {
    let path = folder.join("conf/.mcp.json");
    std::fs::create_dir_all(folder.join("conf/inner")).unwrap();
    std::fs::write(&path, serde_json::json!({"mcpServers": {"s": entry}}).to_string()).unwrap();
    let config = Config::read(&path).unwrap();
    common::list(&config.servers()[0]).await.unwrap().tools.concat()
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_relative_is_relative_to_the_folder_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (inner, rogue) = (folder.path().join("conf/inner"), env!("CARGO_BIN_EXE_rogue"));
    std::fs::create_dir_all(&inner).unwrap();
    for place in [folder.path().join("conf/server"), inner.join("server")] {
        std::os::unix::fs::symlink(rogue, place).unwrap();
    }
    for (entry, place) in [
        (serde_json::json!({"command": rogue, "args": ["cwd"]}), "conf."),
        (serde_json::json!({"command": rogue, "args": ["cwd"], "cwd": "inner"}), "conf/inner."),
        (serde_json::json!({"command": "./server", "args": ["cwd"]}), "conf."),
        (
            serde_json::json!({"command": "./server", "args": ["cwd"], "cwd": "inner"}),
            "conf/inner.",
        ),
        (serde_json::json!({"command": "sh", "args": ["-c", "./server cwd"]}), "conf."),
        (serde_json::json!({"command": rogue, "args": ["cwd"], "cwd": "/"}), "below /."),
    ] {
        let listed = started_in(folder.path(), &entry).await;
        assert!(listed.contains(place), "{entry}: {listed}");
    }
}

#[test]
fn no_text_makes_it_panic() {
    let text = r#"{"mcpServers": {"é": {"type": "stdio", "command": "$A${B:-c}", "args": ["\u00e9", 1],
        "env": {"K": "${"}, "timeout": 1e9, "volatile": ["/tools/~1/x"], "headers": null}}}"#;
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        let _ = config(&text[..end]);
        for insert in ["{", "]", "\"", "null", "$", "\\", ",", "0", "\u{0}"] {
            let _ = config(&format!("{}{insert}{}", &text[..end], &text[end..]));
        }
    }
}

#[test]
fn a_misspelt_member_is_pointed_at() {
    entry_refused(r#"{"comand": "x"}"#, Kind::Missing, "did you mean `command` by `comand`?");
    entry_refused(r#"{"URL": "x"}"#, Kind::Missing, "did you mean `url` by `URL`?");
}
