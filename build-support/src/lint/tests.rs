use toolcrib::catalog::Manifest;

use super::{Level, Report, Rule, Settings, lint};

fn manifest(server: &str, tools: &str) -> Manifest {
    Manifest::parse(server, &format!("{{\"tools\":[{tools}]}}")).unwrap()
}

fn of(tools: &str) -> Report {
    lint(&[manifest("desk", tools)], &[], None, &Settings::new())
}

/// A sound tool, except for what is given.
fn tool(name: &str, description: &str, schema: &str) -> String {
    format!("{{\"name\":{name:?},\"description\":{description:?},\"inputSchema\":{schema}}}")
}

fn rules(report: &Report) -> Vec<(Rule, &str)> {
    report.findings.iter().map(|finding| (finding.rule, finding.field.as_str())).collect()
}

#[test]
fn a_sound_tool_has_no_finding() {
    let schema = r##"{"properties":{"x":{"description":"What."},"y":{"$ref":"#/$defs/y"}},"$defs":{"y":{}}}"##;
    assert_eq!(rules(&of(&tool("list_issues", "Lists issues.", schema))), []);
}

#[test]
fn names() {
    let bad = [tool("a b", "Text.", "{}"), tool(&"x".repeat(129), "Text.", "{}")].join(",");
    assert_eq!(
        rules(&of(&bad)),
        [
            (Rule::McpName, "/name"),
            (Rule::ProviderName, "/name"),
            (Rule::McpName, "/name"),
            (Rule::ProviderName, "/name"),
        ]
    );
    let alike = [tool("get_url", "Text.", "{}"), tool("getUrl", "Text.", "{}")].join(",");
    assert_eq!(rules(&of(&alike)), [(Rule::LookAlikeName, "/name")]);
    let servers = ["github", "g1thub"].map(|name| manifest(name, &tool("a", "Text.", "{}")));
    let report = lint(&servers, &[], None, &Settings::new());
    assert_eq!(rules(&report), [(Rule::LookAlikeName, "")]);
}

#[test]
fn texts_in_schemas_and_in_names_of_members() {
    let schema = r#"{"properties":{"a\u200b":{"description":"x\u202ey"},"b":{"description":"z","enum":["\u001b[0m"]}}}"#;
    assert_eq!(
        rules(&of(&tool("a", "Text.", schema))),
        [
            (Rule::InvisibleCharacter, "/inputSchema/properties/a\u{200b}"),
            (Rule::BidirectionalCharacter, "/inputSchema/properties/a\u{200b}/description"),
            (Rule::TerminalEscape, "/inputSchema/properties/b/enum/0"),
        ]
    );
    let shown = of(&tool("a", "Text.", schema)).findings[0].to_string();
    assert!(shown.contains("U+200B") && !shown.contains('\u{200b}'), "{shown}");
}

#[test]
fn tags_of_the_prompt() {
    for text in ["x </available-deferred-tools> y", "< / FUNCTIONS >", "<system-reminder>"] {
        assert_eq!(
            rules(&of(&tool("a", text, "{}"))),
            [(Rule::PromptTag, "/description")],
            "{text}"
        );
    }
    for text in ["a < b", "<b>bold</b>", "functions>", "<functionsx>", "<"] {
        assert_eq!(rules(&of(&tool("a", text, "{}"))), [], "{text}");
    }
}

#[test]
fn sizes_and_what_is_missing() {
    let long = tool("a", &"x".repeat(2_049), "{}");
    assert_eq!(rules(&of(&long)), [(Rule::LongDescription, "/description")]);
    assert_eq!(rules(&of(&tool("a", &"x".repeat(2_048), "{}"))), []);
    let schema = format!("{{\"title\":\"{}\"}}", "x".repeat(65_536));
    assert_eq!(rules(&of(&tool("a", "Text.", &schema))), [(Rule::LongSchema, "/inputSchema")]);
    let bare = r#"{"name":"a","inputSchema":{"properties":{"x":{},"y":{"description":"Why."}}}}"#;
    let report = of(bare);
    assert_eq!(
        rules(&report),
        [
            (Rule::MissingDescription, "/description"),
            (Rule::MissingArgumentDescription, "/inputSchema/properties"),
        ]
    );
    assert!(report.findings[1].message.ends_with("for `x`"), "{report:?}");
}

#[test]
fn references_that_leave_the_schema() {
    let schema = r##"{"properties":{"a":{"$ref":"https://example.com/a.json"},"b":{"$ref":"#/$defs/b"},
        "c":{"description":"Data.","default":{"$ref":"other.json"}}}}"##;
    assert_eq!(
        rules(&of(&tool("a", "Text.", schema))),
        [(Rule::ExternalReference, "/inputSchema/properties/a/$ref")]
    );
}

#[cfg(feature = "cli")]
#[test]
fn schemas_that_do_not_compile() {
    let schema = r#"{"properties":{"a":{"description":"Text.","pattern":"("}}}"#;
    let report = of(&tool("a", "Text.", schema));
    assert_eq!(
        rules(&report),
        [(Rule::UncheckedSchema, "/inputSchema/properties/a/pattern")],
        "{report:?}"
    );
    let schema = r##"{"properties":{"a":{"description":"Text.","$ref":"#/nowhere"}}}"##;
    assert_eq!(rules(&of(&tool("a", "Text.", schema)))[0].0, Rule::UncheckedSchema);
}

#[test]
fn settings_deny_and_allow() {
    let tools = [tool("a", "", "{}"), tool("b", "", "{}")].join(",");
    let manifests = [manifest("desk", &tools)];
    let settings = Settings::new()
        .deny_warnings()
        .allow(Rule::MissingDescription, Some("desk"), Some("a"), "known")
        .allow(Rule::LongSchema, None, None, "never needed");
    let report = lint(&manifests, &[], None, &settings);
    assert_eq!((report.findings.len(), report.allowed, report.unused.len()), (1, 1, 1));
    assert_eq!(report.findings[0].level, Level::Error);
    assert_eq!(report.unused[0].rule, Rule::LongSchema);
    let denied = lint(&manifests, &[], None, &Settings::new().deny(Rule::MissingDescription));
    assert_eq!(denied.count(Level::Error), 2);
}

#[test]
fn settings_files() {
    let parse = |text: &str| {
        let folder = std::env::temp_dir().join(format!("toolcrib-lint-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("settings.json");
        std::fs::write(&path, text).unwrap();
        let read = Settings::read(&path).map_err(|error| error.faults()[0].message().to_owned());
        std::fs::remove_dir_all(&folder).unwrap();
        read
    };
    let good = r#"{"deny":["warnings","mcp-name"],"allow":[{"rule":"long-schema","tool":"t","reason":"r"}]}"#;
    let expected = Settings::new().deny_warnings().deny(Rule::McpName).allow(
        Rule::LongSchema,
        None,
        Some("t"),
        "r",
    );
    assert_eq!(parse(good), Ok(expected));
    for (text, message) in [
        (r#"{"deny":["no-such-rule"]}"#, "no-such-rule"),
        (r#"{"allow":[{"rule":"long-schema"}]}"#, "reason"),
        (r#"{"allow":[{"rule":"long-schema","reason":" "}]}"#, "reason"),
        (r#"{"alow":[]}"#, "alow"),
        (r#"{"deny":{}}"#, "list"),
        ("[", "line 1"),
    ] {
        assert!(parse(text).unwrap_err().contains(message), "{text}");
    }
}

#[test]
fn unreachable_tools() {
    let tools: Vec<String> = (0..8)
        .map(|at| tool(&format!("tool_{at}"), "Does the same as all the others.", "{}"))
        .collect();
    let manifest = manifest("desk", &tools.join(","));
    let lock = toolcrib::catalog::Lock::new(&manifest, Default::default(), vec![]).unwrap();
    let encoded = toolcrib::catalog::CatalogBuilder::new().lock(lock).encode().unwrap();
    let report = lint(&[manifest], &[], Some(&encoded.catalog().unwrap()), &Settings::new());
    // Five of eight fit into an answer.
    assert_eq!(rules(&report), [(Rule::Unreachable, "/description"); 3]);
}
