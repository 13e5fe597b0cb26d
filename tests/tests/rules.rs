//! Rules read the names that the model sees.

mod aliased;
#[path = "search_support/mod.rs"]
mod search_support;

use aliased::{LONG, Row, builder_of, entry, toolbox};
use search_support::Random;
use toolcrib::toolbox::{Agent, Entry, Permissions, Rule, ToolConfig};

fn rule(text: &str) -> Rule {
    text.parse().unwrap()
}

/// Each form of rule, against a plain tool, one under an alias, one whose name
/// was cut, one that is both, a native one, and a contract's.
#[test]
fn every_form_of_rule_and_every_kind_of_name() {
    let toolbox = toolbox();
    let tools = [
        ("time", "now"),
        ("github", "create_issue"),
        ("twilio", LONG),
        ("enterprise", LONG),
        ("", "add"),
        ("house", "lift_box"),
    ]
    .map(|(server, tool)| entry(&toolbox, server, tool));
    let [.., twilio, enterprise, _, _] = tools.map(Entry::name);
    assert!(twilio.len() == 64 && enterprise.len() == 64 && !enterprise.ends_with("account"));
    assert_eq!(tools[1].visible_server(), Some("gh"));
    assert_eq!(
        (tools[3].server_name(), tools[3].visible_server()),
        (Some("enterprise"), Some("e.nt"))
    );
    assert_eq!((tools[4].visible_server(), tools[5].visible_server()), (None, Some("house")));
    let uncut = |server: &str| format!("mcp__{server}__{LONG}");
    for (text, expected) in [
        // The whole name.
        ("mcp__time__now", [1, 0, 0, 0, 0, 0]),
        ("mcp__gh__create_issue", [0, 1, 0, 0, 0, 0]),
        (twilio, [0, 0, 1, 0, 0, 0]),
        (&uncut("twilio"), [0, 0, 1, 0, 0, 0]),
        (enterprise, [0, 0, 0, 1, 0, 0]),
        (&uncut("e_nt"), [0, 0, 0, 1, 0, 0]),
        ("add", [0, 0, 0, 0, 1, 0]),
        ("lift_box", [0, 0, 0, 0, 0, 1]),
        ("mcp__house__lift_box", [0, 0, 0, 0, 0, 1]),
        // A server, or several.
        ("mcp__time", [1, 0, 0, 0, 0, 0]),
        ("mcp__gh", [0, 1, 0, 0, 0, 0]),
        ("mcp__e_nt", [0, 0, 0, 1, 0, 0]),
        ("mcp__house", [0, 0, 0, 0, 0, 1]),
        ("mcp__t*", [1, 0, 1, 0, 0, 0]),
        ("mcp__g?", [0, 1, 0, 0, 0, 0]),
        ("mcp__*", [1, 1, 1, 1, 0, 1]),
        // Some of the tools of a server.
        ("mcp__gh__*", [0, 1, 0, 0, 0, 0]),
        ("mcp__gh__create_*", [0, 1, 0, 0, 0, 0]),
        ("mcp__e?nt__list_*_account", [0, 0, 0, 1, 0, 0]),
        ("mcp__*__*_account", [0, 0, 1, 1, 0, 0]),
        // Tools by their names.
        ("*_issue", [0, 1, 0, 0, 0, 0]),
        ("*gh__create*", [0, 1, 0, 0, 0, 0]),
        ("*_account", [0, 0, 1, 1, 0, 0]),
        ("l*", [0, 0, 0, 0, 0, 1]),
        ("a?d", [0, 0, 0, 0, 1, 0]),
        ("*", [1, 1, 1, 1, 1, 1]),
        // The name in the configuration, and nothing but that.
        ("server:time", [1, 0, 0, 0, 0, 0]),
        ("server:github", [0, 1, 0, 0, 0, 0]),
        ("server:enterprise", [0, 0, 0, 1, 0, 0]),
        ("server:house", [0, 0, 0, 0, 0, 1]),
        ("server:gh", [0, 0, 0, 0, 0, 0]),
        ("group:sums", [0, 0, 0, 0, 1, 0]),
        // Names that the model never sees.
        ("mcp__github", [0, 0, 0, 0, 0, 0]),
        ("mcp__github__*", [0, 0, 0, 0, 0, 0]),
        ("mcp__github__create_issue", [0, 0, 0, 0, 0, 0]),
        ("mcp__enterprise*", [0, 0, 0, 0, 0, 0]),
        ("*github*", [0, 0, 0, 0, 0, 0]),
        ("create_issue", [0, 0, 0, 0, 0, 0]),
        ("mcp__sums", [0, 0, 0, 0, 0, 0]),
        ("group:github", [0, 0, 0, 0, 0, 0]),
    ] {
        let found = tools.map(|entry| i32::from(rule(text).matches(entry)));
        assert_eq!(found, expected, "{text}");
    }
}

/// Everything that takes rules reads them alike.
#[test]
fn whatever_has_rules_reads_the_same_names() {
    let names = |session: &toolcrib::Session| {
        session.view().entries().iter().map(|entry| entry.name().to_owned()).collect::<Vec<_>>()
    };
    let create = "mcp__gh__create_issue";
    let gh = [create, "mcp__gh__delete_repository"];
    let only = Permissions::new().allow(["mcp__gh"]).unwrap();
    assert_eq!(names(&toolbox().session_with(&only)), gh);
    let without = Permissions::new().deny(["mcp__gh__*"]).unwrap();
    assert!(names(&toolbox().session_with(&without)).iter().all(|name| !name.contains("__gh__")));

    let agent = |text: &str| serde_json::from_str::<Agent>(text).unwrap();
    let reader = agent(
        r#"{"name": "r", "tools": ["mcp__g*"], "disallowedTools": ["mcp__gh__delete_*"],
            "requires": ["mcp__gh__create_issue"]}"#,
    );
    assert_eq!(names(&toolbox().subagent(&reader).unwrap()), [create]);
    let own = agent(r#"{"name": "r", "requires": ["mcp__github"]}"#);
    let unmet = toolbox().subagent(&own).unwrap_err();
    assert!(unmet.to_string().contains("`mcp__github`"), "{unmet}");

    let denied = aliased::builder().subagent_deny(["mcp__gh"]).unwrap().build().unwrap();
    let session = denied.subagent(&agent(r#"{"name": "r"}"#)).unwrap();
    assert!(!names(&session).contains(&create.to_owned()));

    let config: ToolConfig = serde_json::from_str(
        r#"{"settings": [{"match": "mcp__gh__create_issue", "priority": 7}]}"#,
    )
    .unwrap();
    let toolbox = aliased::builder().configured(config, toolcrib::tools![]).build().unwrap();
    assert_eq!(entry(&toolbox, "github", "create_issue").priority(), 7);
}

/// The page of `Rule`, once more and with no care for speed.
fn naive(rule: &str, entry: &Entry) -> bool {
    let portable = |text: &str| {
        let keep = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        text.chars().map(keep).collect::<String>()
    };
    if let Some(server) = rule.strip_prefix("server:") {
        return entry.server_name() == Some(server);
    }
    if let Some(group) = rule.strip_prefix("group:") {
        return entry.group() == Some(group);
    }
    let server = entry.visible_server().map(portable);
    let tool = portable(entry.raw_name());
    let Some(rest) = rule.strip_prefix("mcp__") else {
        let uncut = server.map(|server| format!("mcp__{server}__{tool}"));
        return glob(rule, entry.name()) || uncut.is_some_and(|uncut| glob(rule, &uncut));
    };
    let is_server = |pattern: &str, server: &str| match pattern.contains(['*', '?']) {
        true => !pattern.contains("__") && glob(pattern, server),
        false => pattern == server,
    };
    let by_parts = |server: &str| {
        let places = (1..rest.len()).filter(|&at| rest[at..].starts_with("__"));
        let mut parts = places.map(|at| (&rest[..at], &rest[at + 2..]));
        is_server(rest, server) || parts.any(|(s, t)| is_server(s, server) && glob(t, &tool))
    };
    rule == entry.name() || server.is_some_and(|server| by_parts(&server))
}

fn glob(pattern: &str, text: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return text.is_empty() };
    let rest = &pattern[1..];
    match first {
        '*' => (0..=text.len()).any(|at| glob(rest, &text[at..])),
        c => text.starts_with(|first| c == '?' || c == first) && glob(rest, &text[1..]),
    }
}

const PIECES: [&str; 12] = ["a", "b", "ab", "_", "__", "db", ".", " ", "gh", "é", "-", "read"];

fn name(random: &mut Random, pieces: usize) -> String {
    let mut name = String::from(*random.of(&["a", "b", "db", "_"]));
    (0..random.below(pieces)).for_each(|_| name.push_str(random.of::<&str>(&PIECES)));
    name
}

/// A name with something left out, changed or replaced by a wildcard.
fn pattern(random: &mut Random, name: &str) -> String {
    let mut out: Vec<char> =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    for _ in 0..random.below(3) {
        let at = random.below(out.len());
        match random.below(4) {
            0 => out[at] = '?',
            1 => out[at] = '*',
            2 => out.truncate(at + 1),
            _ => drop(out.splice(at.., ['*'])),
        }
    }
    out.into_iter().collect()
}

#[test]
fn rules_are_what_their_page_says() {
    let mut random = Random(11);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..60 {
        let mut servers: Vec<(String, Option<String>)> = (0..3)
            .map(|at| {
                let alias = (random.below(2) == 0).then(|| name(&mut random, 4));
                (format!("{}{at}", name(&mut random, 3)), alias)
            })
            .collect();
        servers.sort();
        let long = "x_".repeat(30);
        let owned: Vec<(String, Option<String>, String)> = (0..8)
            .map(|at| {
                let (server, alias) = random.of(&servers).clone();
                let end = if random.below(3) == 0 { long.as_str() } else { "" };
                (server, alias, format!("{}{at}{end}", name(&mut random, 4)))
            })
            .collect();
        let rows: Vec<Row<'_>> = owned
            .iter()
            .map(|(server, alias, tool)| (server.as_str(), alias.as_deref(), tool.as_str()))
            .collect();
        let toolbox = builder_of(&rows, &["db__read"]).build().unwrap();
        let entries = toolbox.view().entries();
        for _ in 0..200 {
            let entry = random.of(entries);
            let (server, visible) = (entry.server_name().unwrap(), entry.visible_server().unwrap());
            let text = match random.below(6) {
                0 => format!("server:{server}"),
                1 => entry.name().to_owned(),
                2 => pattern(&mut random, entry.name()),
                3 => format!("mcp__{}", pattern(&mut random, visible)),
                4 => format!("mcp__{}", pattern(&mut random, server)),
                _ => {
                    let server = pattern(&mut random, visible);
                    format!("mcp__{server}__{}", pattern(&mut random, entry.raw_name()))
                }
            };
            let rule = rule(&text);
            for entry in entries {
                let expected = naive(rule.as_str(), entry);
                let (name, own) = (entry.name(), entry.raw_name());
                assert_eq!(rule.matches(entry), expected, "{text} {name} {visible} {own}");
                if expected { yes += 1 } else { no += 1 }
            }
        }
    }
    assert!(yes > 5_000 && no > 5_000, "{yes} {no}");
}
