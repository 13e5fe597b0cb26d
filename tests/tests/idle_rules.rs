//! What is configured and has no effect is told when a toolbox is built.

mod aliased;

use aliased::builder;
use toolcrib::call::Limits;
use toolcrib::catalog::{DriftPolicy, Manifest};
use toolcrib::toolbox::{BuildFault, Builder, Notice, Permissions, ToolConfig, Unavailable};
use toolcrib::{Toolbox, tools};
use toolcrib_tests::FakeServers;

fn denying(rule: &str) -> Builder {
    builder().permissions(Permissions::new().deny([rule]).unwrap())
}

fn notices(builder: Builder) -> Vec<String> {
    builder.build().unwrap().notices().iter().map(Notice::to_string).collect()
}

#[test]
fn a_rule_that_names_no_tool_is_told_with_what_may_be_meant() {
    for (rule, repair) in [
        ("mcp__github__*", "; the model knows server `github` as `gh`: write `mcp__gh__*`"),
        ("mcp__github", "; the model knows server `github` as `gh`: write `mcp__gh`"),
        ("mcp__githu?", "; the model knows server `github` as `gh`: write `mcp__gh`"),
        (
            "mcp__github__create_issue",
            "; the model knows server `github` as `gh`: write `mcp__gh__create_issue`",
        ),
        (
            "mcp__enterprise__r*",
            "; the model knows server `enterprise` as `e.nt`: write `mcp__e_nt__r*`",
        ),
        ("server:gh", "; `gh` is configured as `github`: write `server:github`"),
        ("create_issue", "; did you mean `mcp__gh__create_issue`?"),
        ("create_*", "; did you mean `mcp__*__create_*`?"),
        ("mcp__tmie__*", "; did you mean `mcp__time__*`?"),
        ("mcp__time__noww", "; did you mean `mcp__time__now`?"),
        ("mcp__gh__create_isue", "; did you mean `mcp__gh__create_issue`?"),
        ("ADD", "; did you mean `add`?"),
        ("MCP__GH__READ", ""),
        ("mcp__GH__*", "; did you mean `mcp__gh__*`?"),
        ("adds", "; did you mean `add`?"),
        ("group:sum", "; did you mean `group:sums`?"),
        ("server:tme", "; did you mean `server:time`?"),
        ("mcp__nowhere", ""),
        ("tool_search", ""),
    ] {
        let told = notices(denying(rule));
        let expected =
            format!("the permissions have the rule `{rule}`, which matches no tool{repair}");
        assert_eq!(told, [expected]);
        let error = denying(rule).strict().build().unwrap_err();
        assert!(matches!(error.faults(), [BuildFault::Idle(Notice::IdleRule { .. })]), "{error}");
        assert!(error.to_string().contains(&told[0]), "{error}");
    }
    for rule in ["mcp__gh__*", "server:github", "*", "add", "group:sums", "mcp__house", "lift_box"]
    {
        assert_eq!(notices(denying(rule).strict()), [""; 0], "{rule}");
    }
}

#[test]
fn every_place_that_has_rules_is_looked_at() {
    let config: ToolConfig = serde_json::from_str(
        r#"{"settings": [{"match": "mcp__github", "priority": 1}, {"match": "add"}]}"#,
    )
    .unwrap();
    let built = || {
        let permissions = Permissions::new().allow(["mcp__github", "add", "mcp__gh"]).unwrap();
        builder()
            .configured(config.clone(), tools![])
            .permissions(permissions)
            .subagent_deny(["mcp__github__delete*"])
            .unwrap()
            .server_limits("gh", Limits::new())
    };
    let write = "matches no tool; the model knows server `github` as `gh`: write";
    let expected = [
        format!("a setting is for `mcp__github`, which {write} `mcp__gh`"),
        format!("the permissions have the rule `mcp__github`, which {write} `mcp__gh`"),
        format!("sub-agents are denied `mcp__github__delete*`, which {write} `mcp__gh__delete*`"),
        "limits are set for `gh`, which is not a tool or server".to_owned(),
    ];
    assert_eq!(notices(built()), expected);
    let error = built().strict().build().unwrap_err();
    let faults: Vec<String> = error.faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults, expected);
}

/// What is known and cannot be used at the moment is no mistake.
#[test]
fn what_is_known_and_not_usable_is_not_idle() {
    // Declared, and in no catalog.
    let absent = |rule: &str| {
        denying(rule).unavailable("mail", Unavailable::Pending).strict().build().map(drop)
    };
    for rule in ["mcp__mail", "mcp__mail__send", "mcp__ma*__send", "server:mail"] {
        assert_eq!(absent(rule), Ok(()), "{rule}");
    }
    assert!(matches!(absent("mcp__male").unwrap_err().faults(), [BuildFault::Idle(_)]));

    // Refused, because it lists something else now.
    let (catalog, mut live) =
        aliased::catalog_of(&[("github", Some("gh"), "create_issue"), ("time", None, "now")], &[]);
    live[0] = Manifest::parse("github", r#"{"tools": []}"#).unwrap();
    for rule in ["mcp__gh", "mcp__gh__create_*", "server:github", "mcp__gh__create_issue"] {
        let verified = catalog.verify_with(&live, DriftPolicy::QuarantineServer).unwrap();
        let built = Toolbox::builder()
            .catalog(verified, FakeServers::new(live.clone()))
            .permissions(Permissions::new().deny([rule]).unwrap())
            .server_limits("github", Limits::new())
            .tool_limits("mcp__gh__create_issue", Limits::new())
            .strict()
            .build();
        assert!(built.is_ok(), "{rule}: {}", built.unwrap_err());
    }

    // Out of reach: a configured tool goes before a native one of the same name.
    let config: ToolConfig = serde_json::from_str(r#"{"tools": [{"use": "add"}]}"#).unwrap();
    let told = notices(denying("group:sums").configured(config, tools![ungrouped::add]).strict());
    assert!(told.len() == 1 && told[0].contains("unreachable"), "{told:?}");
}

mod ungrouped {
    /// Adds.
    #[toolcrib::tool]
    pub(super) fn add() -> i64 {
        0
    }
}
