//! Where a configuration has secrets.

use std::format;
use std::prelude::v1::*;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Secrets;
use crate::mcp::config::entry::{Endpoint, Expanded};

impl Secrets {
    pub(in crate::mcp) fn of(endpoint: &Endpoint<Expanded>) -> Self {
        let mut secrets = Self::default();
        collect(endpoint, &mut secrets);
        secrets
    }
}

fn collect(endpoint: &Endpoint<Expanded>, secrets: &mut Secrets) {
    match endpoint {
        Endpoint::Stdio { command, args, env, cwd } => {
            for (name, value) in env {
                named(name, value, names_a_secret(name), secrets);
            }
            arguments(args, secrets);
            text("command", command, secrets);
            cwd.iter().for_each(|cwd| text("cwd", cwd, secrets));
        }
        Endpoint::Http { url, headers } => {
            for (name, value) in headers {
                named(name, value, !is_plain_header(name), secrets);
            }
            text("url", url, secrets);
        }
        Endpoint::InProcess(_) => {}
    }
}

/// A value with a name.
fn named(name: &str, value: &Expanded, is_secret: bool, secrets: &mut Secrets) {
    if is_secret {
        credential(name, value.value(), secrets);
        let variables = value.variables().iter();
        variables.for_each(|(_, value)| secrets.add(name, value, true));
    }
    text(name, value, secrets);
}

/// `--token=…`, `--token …`, `-e TOKEN=…`, `--header "Authorization: Bearer …"`.
fn arguments(args: &[Expanded], secrets: &mut Secrets) {
    let mut before = None;
    for arg in args {
        let value = arg.value();
        if let Some(flag) = before.filter(|_| !value.starts_with('-')) {
            named(flag, arg, true, secrets);
        }
        if let Some((name, value)) = value.split_once(['=', ':']).filter(|(name, _)| is_key(name)) {
            credential(bare(name), value.trim(), secrets);
            arg.variables().iter().for_each(|(_, value)| secrets.add(bare(name), value, true));
        }
        text("args", arg, secrets);
        before = Some(bare(value)).filter(|_| value.starts_with('-') && is_key(value));
    }
}

fn bare(flag: &str) -> &str {
    flag.trim_start_matches('-')
}

/// A word that names a secret; a URL or a sentence is none.
fn is_key(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().all(legal) && names_a_secret(name)
}

/// What any text may hold: variables, and the credentials of a URL.
fn text(name: &str, text: &Expanded, secrets: &mut Secrets) {
    url(name, text.value(), secrets);
    for (name, value) in text.variables().iter().filter(|(name, _)| !is_of_the_system(name)) {
        match names_a_secret(name) {
            true => credential(name, value, secrets),
            false => secrets.add(name, value, false),
        }
    }
}

/// A secret, whole and in its parts: after a scheme (`Bearer …`), in a list
/// (`a=…; b=…`), in `Basic`, and each line of a key.
fn credential(name: &str, value: &str, secrets: &mut Secrets) {
    let value = value.trim();
    secrets.add(name, value, true);
    if let Some((scheme, rest)) = value.split_once(' ') {
        secrets.add(name, rest.trim(), true);
        if scheme.eq_ignore_ascii_case("basic") {
            basic(name, rest.trim(), secrets);
        }
    }
    value.lines().for_each(|line| secrets.add(name, line.trim(), true));
    let is_list = name.eq_ignore_ascii_case("cookie");
    for (key, value) in value.split([';', ',']).filter_map(|part| part.split_once('=')) {
        if is_list || is_key(key.trim()) {
            secrets.add(name, value.trim().trim_matches('"'), true);
        }
    }
}

/// The two of `user:password`, as `Basic` has them.
fn basic(name: &str, encoded: &str, secrets: &mut Secrets) {
    let decoded = STANDARD.decode(encoded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    if let Some(pair) = decoded {
        secrets.add(name, &pair, true);
        if let Some((_, password)) = pair.split_once(':') {
            secrets.add(name, password, true);
        }
    }
}

/// The credentials of each URL in a text.
fn url(name: &str, text: &str, secrets: &mut Secrets) {
    for (at, _) in text.match_indices("://") {
        let rest = text.get(at + 3..).unwrap_or("");
        let rest = rest.split([' ', '\n', '"', '\'', '<', '>']).next().unwrap_or(rest);
        let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
        if let Some((user, _)) = authority.rsplit_once('@') {
            user_info(name, user, secrets);
        }
        let queries = rest.split(['?', '#']).skip(1);
        for pair in queries.flat_map(|query| query.split(['&', ';'])) {
            let Some((key, value)) = pair.split_once('=') else { continue };
            let key = decoded(key);
            if names_a_secret(&key) {
                credential(&key, &decoded(value), secrets);
            }
        }
    }
}

fn user_info(name: &str, user: &str, secrets: &mut Secrets) {
    let pair = decoded(user);
    match user.split_once(':') {
        Some((_, password)) => {
            secrets.add(name, &decoded(password), true);
            secrets.add(name, &STANDARD.encode(&pair), true);
        }
        // A token in place of a user.
        None => secrets.add(name, &STANDARD.encode(format!("{pair}:")), true),
    }
    secrets.add(name, &pair, true);
}

/// Percent-decoded; as it is where that gives no text.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        let code = rest.strip_prefix('%').and_then(|rest| rest.get(..2));
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = rest.get(3..).unwrap_or("");
            }
            None => {
                let c = if c == '+' { ' ' } else { c };
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                rest = rest.get(c.len_utf8()..).unwrap_or("");
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.into())
}

fn names_a_secret(name: &str) -> bool {
    const PARTS: [&str; 12] = [
        "KEY",
        "TOKEN",
        "SECRET",
        "PASS",
        "PWD",
        "AUTH",
        "CRED",
        "COOKIE",
        "BEARER",
        "JWT",
        "DSN",
        "SIGNATURE",
    ];
    let upper = name.to_ascii_uppercase();
    let words = || upper.split(['_', '-', '.']);
    let is_about_one = words().next_back().is_some_and(|last| {
        matches!(last, "FILE" | "PATH" | "DIR" | "SOCK" | "TYPE" | "MODE" | "METHOD")
    });
    !is_of_the_system(name)
        && !is_about_one
        && (PARTS.iter().any(|part| upper.contains(part))
            || words().any(|word| matches!(word, "SIG" | "PAT" | "PSK")))
}

/// Variables that say where things are on a machine: no secret, and what shows
/// where an error comes from.
fn is_of_the_system(name: &str) -> bool {
    const NAMES: [&str; 17] = [
        "HOME",
        "PWD",
        "OLDPWD",
        "PATH",
        "USER",
        "LOGNAME",
        "USERNAME",
        "SHELL",
        "LANG",
        "TMPDIR",
        "TEMP",
        "TMP",
        "USERPROFILE",
        "APPDATA",
        "LOCALAPPDATA",
        "PROGRAMFILES",
        "HOSTNAME",
    ];
    let name = name.to_ascii_uppercase();
    NAMES.contains(&&*name) || name.starts_with("XDG_") || name.starts_with("LC_")
}

/// Headers that say in which form something is, or who asks.
fn is_plain_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_plain = matches!(
        &*name,
        "accept" | "user-agent" | "host" | "origin" | "cache-control" | "mcp-protocol-version"
    );
    is_plain || name.starts_with("accept-") || name.starts_with("content-")
}
