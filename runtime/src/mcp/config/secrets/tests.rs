use super::*;
use crate::mcp::{ConfigFile, ServerConfig};

fn server(entry: &str) -> ServerConfig {
    let lookup = |name: &str| match name {
        "HOME" => Some("/home/somebody".into()),
        "REGION" => Some("eu-west-1".into()),
        "QUOTED" | "API_TOKEN" => Some("p\"q\\r/7 é😀".into()),
        "SHORT_KEY" => Some("12345".into()),
        "PEM_KEY" => Some("-----BEGIN-----\nMIIEvQIBADAN\nBgkqhkiG9w0B\n".into()),
        _ => None,
    };
    let text = format!("{{\"mcpServers\": {{\"s\": {entry}}}}}");
    let config = ConfigFile::parse(&text, "f").unwrap().expand(&lookup).unwrap();
    config.servers()[0].clone()
}

fn with_token() -> ServerConfig {
    server(r#"{"command": "run", "args": ["${API_TOKEN}"]}"#)
}

#[test]
fn a_secret_is_found_in_every_escaped_form() {
    let (server, value) = (with_token(), "p\"q\\r/7 é😀");
    let json = crate::json::Quoted(value).to_string();
    let nested = crate::json::Quoted(&json).to_string();
    for form in [
        value,
        &json,
        &nested,
        &crate::json::Quoted(&nested).to_string(),
        r#"p\"q\\r\/7 \u00e9\ud83d\ude00"#,
        r#"p\u0022q\u005Cr\u002f7\u0020\u00E9\uD83D\uDE00"#,
        r#"p\\u0022q\\u005Cr\\u002f7\\u0020\\u00E9\\uD83D\\uDE00"#,
        r#"p\u{22}q\u{5c}r/7 \u{e9}\u{1f600}"#,
        r"p\x22q\x5cr/7 é😀",
        "p%22q%5Cr%2F7%20%C3%A9%F0%9F%98%80",
        "p%22q%5cr%2f7+%c3%a9%f0%9f%98%80",
        "p%2522q%255Cr%252F7%2520%25C3%25A9%25F0%259F%2598%2580",
        "p&quot;q\\r/7 &#233;&#x1f600;",
    ] {
        let text = format!("before {form} after");
        assert_eq!(server.secret_in(&text).as_deref(), Some("API_TOKEN"), "{text}");
        let shown = server.without_secrets(&text);
        assert!(!shown.contains("q\\r") && !shown.contains("r/7"), "{shown}");
        assert!(shown.starts_with("before ") && shown.contains(" after"), "{shown}");
        assert_eq!(shown.matches('…').count(), 1, "{shown}");
    }
    for text in ["", "p\"q\\r", "p\\", "%", "p\"q\\r/7 é", "&quot", "\\u{", "P\"Q\\R/7 É😀"] {
        assert_eq!(server.secret_in(text), None, "{text}");
    }
}

#[test]
fn the_end_of_a_text_hides_no_beginning_of_a_secret() {
    let server = with_token();
    for text in ["said p\"q\\r", "said p\"q\\", "said p%22q%5Cr%2", "said p\\\"q\\\\r\\/7 \\u00"] {
        assert_eq!(server.without_secrets(text), "said …", "{text}");
    }
    assert_eq!(server.without_secrets("said p\"q"), "said p\"q", "too little to tell");
}

#[test]
fn lines_are_bounded_and_seen_without_secrets() {
    let secrets = Secrets::of(&with_token().endpoint);
    assert_eq!(secrets.line(" a\n\u{1b}[31m\u{202e} "), r" a\n\u{1b}[31m\u{202e}");
    for text in ["x".repeat(100_000), "é\n".repeat(100_000), "p\"q\\r/7 é😀".repeat(1_000)] {
        let line = secrets.line(&text);
        assert!(line.len() <= LINE + HIDDEN.len_utf8() && line.ends_with('…'), "{line}");
        assert!(!line.contains("q\\r"), "{line}");
    }
    let at_the_end = format!("{}{}", "x".repeat(LINE - 3), "p\"q\\r/7 é😀");
    assert!(!secrets.line(&at_the_end).contains("p\""));
    assert_eq!(secrets.bounded(&"é".repeat(3_000), 101), format!("{}…", "é".repeat(50)));
}

/// What is a credential of this entry, by name.
#[track_caller]
fn credentials(entry: &str, expected: &[(&str, &str)]) {
    let server = server(entry);
    for (name, value) in expected {
        assert_eq!(server.secret_in(value).as_deref(), Some(*name), "{value} in {entry}");
        assert_eq!(server.without_secrets(value), "…", "{value} in {entry}");
        assert!(!format!("{server:?} {}", server.address()).contains(value), "{server:?}");
    }
}

#[test]
fn credentials_are_found_wherever_they_stand() {
    credentials(
        r#"{"command": "x", "env": {"API_KEY": "abc-def", "GITHUB_PAT": "Bearer gh-pat-1"}}"#,
        &[("API_KEY", "abc-def"), ("GITHUB_PAT", "gh-pat-1")],
    );
    credentials(
        r#"{"url": "https://x/${API_TOKEN}"}"#,
        &[("API_TOKEN", "p%22q%5Cr%2F7%20%C3%A9%F0%9F%98%80")],
    );
    credentials(
        r#"{"url": "https://me:s%33cret-1@x.example/p?q=1&api_key=k%2Fey-22&n=2#sig=sig-333"}"#,
        &[
            ("url", "s3cret-1"),
            ("api_key", "k/ey-22"),
            ("api_key", "k%2fey-22"),
            ("sig", "sig-333"),
        ],
    );
    // `me:s3cret-1`
    credentials(r#"{"url": "https://me:s3cret-1@x.example/p"}"#, &[("url", "bWU6czNjcmV0LTE=")]);
    credentials(r#"{"url": "https://ghp_1234@x.example/p"}"#, &[("url", "ghp_1234")]);
    credentials(
        r#"{"url": "https://x", "headers": {"Authorization": "Basic bWU6czNjcmV0LTE=",
            "X-Any": "any-value", "Cookie": "a=cookie-a; sid=cookie-s"}}"#,
        &[
            ("Authorization", "s3cret-1"),
            ("Authorization", "me:s3cret-1"),
            ("X-Any", "any-value"),
            ("Cookie", "cookie-a"),
            ("Cookie", "cookie-s"),
        ],
    );
    credentials(
        r#"{"command": "x", "args": ["--token=tok-1111", "--api-key", "key-2222", "-e", "DB_PASSWORD=pw-33333",
            "--header", "Authorization: Bearer brr-4444", "postgres://u:pg-55555@h/db"]}"#,
        &[
            ("token", "tok-1111"),
            ("api-key", "key-2222"),
            ("DB_PASSWORD", "pw-33333"),
            ("Authorization", "brr-4444"),
            ("args", "pg-55555"),
        ],
    );
    credentials(
        r#"{"command": "x", "env": {"K": "${PEM_KEY}"}}"#,
        &[("PEM_KEY", "MIIEvQIBADAN"), ("PEM_KEY", "BgkqhkiG9w0B")],
    );
}

#[test]
fn what_is_no_credential_refuses_no_capture() {
    let server = server(
        r#"{"command": "${HOME}/run", "cwd": "$HOME", "args": ["--key-file", "/etc/keys", "${REGION}", "$SHORT_KEY"],
            "env": {"LOG_LEVEL": "verbose", "SSH_AUTH_SOCK": "/tmp/agent.1", "WHERE": "$QUOTED"}}"#,
    );
    for text in ["/home/somebody/run", "/etc/keys", "eu-west-1", "12345", "verbose", "/tmp/agent.1"]
    {
        assert_eq!(server.secret_in(text), None, "{text}");
    }
    assert_eq!(server.without_secrets("in eu-west-1"), "in eu-west-1");
    // But an error says of no variable what it stands for, where that is not a
    // place on the machine.
    let secrets = Secrets::of(&server.endpoint);
    assert_eq!(secrets.line("in eu-west-1: p\"q\\r/7 é😀"), "in …: …");
    assert_eq!(secrets.line("/home/somebody: verbose"), "/home/somebody: verbose");
    let headers = r#"{"url": "https://x", "headers": {"Accept": "application/json", "User-Agent": "toolcrib"}}"#;
    assert_eq!(self::server(headers).secret_in("toolcrib takes application/json"), None);
}
