//! Permissions, agents and sub-agents, configuration.

use serde_json::json;
use toolcrib::session::{Gate, Mode, SEARCH_TOOL, SearchTool};
use toolcrib::toolbox::{Agent, BuildFault, Entry, Notice, Permissions, ToolConfig, Unavailable};
use toolcrib::wire::{Gemini, OpenAiChat};
use toolcrib::{Session, Toolbox, tools};
use toolcrib_tests::{FakeServers, catalog_of};

mod desk;
use desk::{add, builder, call, look, native, post_message, sent, servers, toolbox};

const DELETE: &str = "mcp__github__delete_repository";

fn names(session: &Session) -> Vec<&str> {
    session.view().entries().iter().map(Entry::name).collect()
}

fn with(permissions: Permissions) -> Session {
    toolbox().session_with(&permissions)
}

#[test]
fn rules_of_every_kind() {
    let cases: [(&[&str], &[&str], &[&str]); 8] = [
        (&["add"], &[], &["add"]),
        (&["group:sums", "mcp__time"], &[], &["add", "mcp__time__now"]),
        (
            &["mcp__github__*"],
            &["*delete*"],
            &["mcp__github__create_issue", "mcp__github__list_issues"],
        ),
        (&["mcp__git*"], &["mcp__github__*_issue*"], &[DELETE]),
        (&["server:time"], &[], &["mcp__time__now"]),
        (&["*"], &["mcp__github", "server:time"], &["add", "post_message"]),
        (&[], &[], &[]),
        (&["mcp__hub__*", "ADD", "group:none"], &[], &[]),
    ];
    for (allow, deny, left) in cases {
        let permissions = Permissions::new().allow(allow).unwrap().deny(deny).unwrap();
        assert_eq!(names(&with(permissions)), left, "{allow:?} without {deny:?}");
    }
    let closure = Permissions::new().only(|entry| entry.server_name() == Some("time"));
    assert_eq!(names(&with(closure)), ["mcp__time__now"]);
    let error = Permissions::new().deny(["Bash(rm *)"]).unwrap_err();
    assert!(error.to_string().contains("Bash(rm *)"), "{error}");
}

#[test]
fn mistyped_rules_are_told() {
    let permissions = Permissions::new().deny(["mcp__githup", "*delete*"]).unwrap();
    let idle: Vec<&str> =
        permissions.idle_rules(toolbox().view()).iter().map(|rule| rule.as_str()).collect();
    assert_eq!(idle, ["mcp__githup"]);
}

#[test]
fn a_capability_that_is_missing_hides_the_tool() {
    assert!(matches!(toolbox().session().gate("look"), Gate::Unknown));
    let session = with(Permissions::new().capabilities(["vision"]));
    assert!(matches!(session.gate("look"), Gate::Hidden(_)));
}

#[tokio::test]
async fn what_is_not_allowed_cannot_be_told_from_what_is_not_there() {
    let mut session = with(Permissions::new().deny(["*delete*"]).unwrap());
    assert!(!session.prompt().contains("delete"));
    let mut answers = Vec::new();
    for name in [DELETE, "mcp__github__demolish_repository"] {
        assert!(matches!(session.gate(name), Gate::Unknown));
        let called = session.call(call(name, json!({}))).await.outcome.to_text();
        let query = json!({"query": format!("select:{name}")});
        let searched = session.call(call(SEARCH_TOOL, query)).await.outcome.to_text();
        answers.push((called.replace(name, "NAME"), searched.replace(name, "NAME")));
    }
    assert_eq!(answers[0], answers[1]);
    let found = session.search("delete repository for good", Some(20));
    assert!(found.found().iter().all(|entry| entry.name() != DELETE));
}

#[test]
fn a_denied_tool_changes_no_score() {
    // Where it is not there at all, the same tools come in the same order.
    let mut without = with(Permissions::new().deny(["*delete*"]).unwrap());
    let mut smaller = servers();
    let tools: Vec<_> = ["create_issue", "list_issues"]
        .iter()
        .map(|name| {
            let tool = smaller[0].tool(name).unwrap();
            json!({"name": name, "description": tool.definition().description,
                   "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}}})
        })
        .collect();
    let list = json!({"tools": tools}).to_string();
    smaller[0] = toolcrib::catalog::Manifest::parse("github", &list).unwrap();
    let verified = catalog_of(&smaller).verify(&smaller).unwrap();
    let toolbox = Toolbox::builder().native(native()).catalog(verified, FakeServers::new(smaller));
    let mut never = toolbox.build().unwrap().session();
    for query in ["repository", "issue", "delete", "delete the issues of a repository for good"] {
        let of = |session: &mut Session| {
            let mut hits = toolcrib::search::Hits::new();
            session.view().search(query, 20, &mut hits);
            hits.as_slice().iter().map(|hit| (hit.id, hit.score)).collect::<Vec<_>>()
        };
        assert_eq!(of(&mut without), of(&mut never), "{query}");
    }
}

#[tokio::test]
async fn what_is_revealed_is_told_to_be_denied() {
    let mut session = with(Permissions::new().deny(["*delete*"]).unwrap().reveal_denied());
    assert!(matches!(session.gate(DELETE), Gate::Denied(_)));
    let refused = session.call(call(DELETE, json!({}))).await;
    assert!(refused.outcome.to_text().contains("not allowed") && refused.ran.is_none());
    let answer = session.search(&format!("select:{DELETE},nope"), None);
    assert_eq!((answer.denied(), answer.not_found()), (&[DELETE.into()][..], &["nope".into()][..]));
}

#[tokio::test]
async fn permission_is_asked_again_at_the_call() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let open = Arc::new(AtomicBool::new(true));
    let door = open.clone();
    let mut session = with(Permissions::new().only(move |_| door.load(Ordering::Relaxed)));
    let sum = |session: &mut Session| session.start(call("add", json!({"a": 1, "b": 2})));
    assert_eq!(sum(&mut session).await.outcome.to_text(), "3");
    open.store(false, Ordering::Relaxed);
    let refused = sum(&mut session).await;
    assert!(refused.outcome.is_error && refused.ran.is_none(), "{refused:?}");
}

fn agent(text: serde_json::Value) -> Agent {
    serde_json::from_value(text).unwrap()
}

#[test]
fn a_sub_agent_has_less_than_its_parent_and_a_search_of_its_own() {
    let toolbox = builder().subagent_deny(["*delete*"]).unwrap().build().unwrap();
    let mut parent = toolbox.session_with(&Permissions::new().deny(["mcp__time"]).unwrap());
    parent.promote("post_message");
    let reviewer = agent(json!({
        "name": "reviewer", "tools": ["mcp__github", "mcp__time", "post_message"],
        "disallowedTools": ["post_*"], "requires": ["mcp__github__list_*"],
    }));
    let mut child = parent.subagent(&reviewer).unwrap();
    assert_eq!(names(&child), ["mcp__github__create_issue", "mcp__github__list_issues"]);
    assert_eq!(sent(&child, &OpenAiChat).len(), 1);
    assert!(child.promoted().names().is_empty());
    assert!(matches!(child.gate(SEARCH_TOOL), Gate::Search));
    assert!(matches!(child.gate("mcp__github__create_issue"), Gate::Hidden(_)));
    for name in ["add", "mcp__time__now", "post_message", DELETE] {
        assert!(matches!(child.gate(name), Gate::Unknown), "{name}");
        assert!(!child.promote(name));
    }
    let answer = child.search("repository", Some(20));
    assert_eq!(answer.found().len(), 2);
    // The parent itself may still delete.
    assert!(matches!(parent.gate(DELETE), Gate::Hidden(_)));
}

#[test]
fn a_sub_agent_without_what_it_requires_is_an_error() {
    let keeper =
        agent(json!({"name": "keeper", "tools": ["add"], "requires": ["add", "mcp__time"]}));
    let error = toolbox().subagent(&keeper).unwrap_err();
    assert_eq!(error.rules().len(), 1);
    assert!(error.to_string().contains("`keeper`") && error.to_string().contains("`mcp__time`"));
    // A misspelt member would otherwise allow everything.
    let misspelt = json!({"name": "x", "disalowedTools": ["*"]});
    let error = serde_json::from_value::<Agent>(misspelt).unwrap_err();
    assert!(error.to_string().contains("`disalowedTools`"), "{error}");
    let seer = agent(json!({"name": "seer", "capabilities": ["vision"]}));
    assert!(names(&toolbox().subagent(&seer).unwrap()).contains(&"look"));
}

fn config(text: serde_json::Value) -> ToolConfig {
    serde_json::from_value(text).unwrap()
}

#[test]
fn configured_tools_come_first_and_nothing_is_silent() {
    mod other {
        /// Adds otherwise.
        #[toolcrib::tool(name = "add")]
        pub(super) fn sum() -> i64 {
            0
        }
    }
    let config = config(json!({
        "tools": [{"use": "add", "name": "plus"}, {"use": "group:sums"}],
        "settings": [
            {"match": "mcp__time", "exposure": "always"},
            {"match": "mcp__nowhere", "priority": 1},
            {"match": "add", "exposure": "deferred"},
        ],
    }));
    let live = servers();
    let verified = catalog_of(&live).verify(&live).unwrap();
    let toolbox = Toolbox::builder()
        .native(tools![other::sum, post_message])
        .configured(config, tools![add, look])
        .catalog(verified, FakeServers::new(live))
        .build()
        .unwrap();
    let text: Vec<String> = toolbox.notices().iter().map(Notice::to_string).collect();
    assert_eq!(text.len(), 3, "{text:?}");
    assert!(text[0].contains("`plus`") && text[0].contains("`add`"), "{text:?}");
    assert!(text[1].contains("unreachable"), "{text:?}");
    assert!(text[2].contains("mcp__nowhere"), "{text:?}");
    assert_eq!(sent(&toolbox.session(), &OpenAiChat).len(), 2);
    let entry = toolbox.view().entry(toolbox.view().find("add").unwrap()).unwrap();
    assert!(entry.is_deferred() && entry.description() == "Adds two numbers.");
}

/// The same in both formats; an error names the file and the place.
#[test]
fn a_configuration_is_read_from_json_and_toml() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        ToolConfig::read(path).map_err(|error| error.to_string())
    };
    let json = r#"{"tools": [{"use": "group:sums"}],
        "settings": [{"match": "mcp__time", "exposure": "always", "priority": 3}]}"#;
    let toml = "[[tools]]\nuse = \"group:sums\"\n\n\
        [[settings]]\nmatch = \"mcp__time\"\nexposure = \"always\"\npriority = 3\n";
    let config = read("tools.json", json).unwrap();
    assert_eq!(read("tools.toml", toml).unwrap(), config);
    let toolbox = builder().configured(config, native()).build();
    // `add` is configured and native: told, and built.
    assert_eq!(toolbox.unwrap().notices().len(), 1);
    for (name, text, parts) in [
        ("a.json", "{\"tools\": [\n{\"uze\": \"x\"}]}", ["a.json", "`uze`", "line 2"]),
        ("b.toml", "[[tools]]\nuze = \"x\"\n", ["b.toml", "uze", "line 2"]),
        ("c.toml", "[[settings]]\nmatch = \"[\"\n", ["c.toml", "match", "line 2"]),
        ("d.yaml", "", ["d.yaml", ".json", ".toml"]),
        ("e.json", "", ["e.json", "EOF", "line 1"]),
    ] {
        let error = read(name, text).unwrap_err();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let missing = ToolConfig::read(folder.path().join("none.toml")).unwrap_err();
    assert!(missing.to_string().contains("none.toml: cannot be read"), "{missing}");
}

#[test]
fn what_cannot_be_is_refused_when_the_toolbox_is_built() {
    let missing = config(json!({"tools": [{"use": "nope"}, {"use": "group:none"}]}));
    let always = config(json!({"settings": [{"match": "*", "exposure": "always"}]}));
    let error = builder().configured(missing, native()).build().unwrap_err();
    assert_eq!(error.faults().len(), 2, "{error}");
    let error = builder().configured(always.clone(), tools![]).build().unwrap_err();
    assert_eq!(error.faults(), [BuildFault::NothingDeferred]);
    builder().configured(always, tools![]).mode(Mode::Off).build().unwrap();
    let odd = SearchTool::new().name("find tools").schema(json!({"type": "object"}));
    assert!(matches!(
        builder().search_tool(odd).build().unwrap_err().faults(),
        [BuildFault::SearchTool { .. }]
    ));
    let error = serde_json::from_value::<ToolConfig>(json!({"setings": []})).unwrap_err();
    assert!(error.to_string().contains("`setings`"), "{error}");
}

#[test]
fn a_schema_that_a_provider_refuses_is_told_with_its_place() {
    let list = json!({"tools": [{"name": "walk", "description": "Walks a tree.", "inputSchema": {
        "type": "object", "properties": {"tree": {"$ref": "#/$defs/Tree"}},
        "$defs": {"Tree": {"type": "object", "properties": {"child": {"$ref": "#/$defs/Tree"}}}},
    }}]});
    let live = vec![toolcrib::catalog::Manifest::parse("forest", &list.to_string()).unwrap()];
    let build = |builder: toolcrib::toolbox::Builder| {
        let verified = catalog_of(&live).verify(&live).unwrap();
        builder.catalog(verified, FakeServers::new(live.clone())).build()
    };
    build(Toolbox::builder().check_for(OpenAiChat)).unwrap();
    let error = build(Toolbox::builder().check_for(Gemini)).unwrap_err().to_string();
    assert!(error.contains("mcp__forest__walk") && error.contains("#/"), "{error}");
}

#[tokio::test]
async fn servers_that_are_not_there_are_told_where_that_is_allowed() {
    let toolbox = builder()
        .unavailable("jira", Unavailable::Pending)
        .unavailable("vault", Unavailable::Refused("its listing changed".into()))
        .build()
        .unwrap();
    let mut session = toolbox.session_with(&Permissions::new().deny(["mcp__vault"]).unwrap());
    let search = |query: &str| call(SEARCH_TOOL, json!({"query": query}));
    let nothing = session.call(search("xyzzyplugh")).await.outcome.to_text();
    assert!(
        nothing.contains("`jira` is still connecting") && !nothing.contains("vault"),
        "{nothing}"
    );
    let named = session.call(search("create issue jira")).await.outcome.to_text();
    assert!(named.contains("jira") && named.contains("create_issue"), "{named}");
    let other = session.call(search("create issue")).await.outcome.to_text();
    assert!(!other.contains("jira"), "{other}");
    let all = toolbox.session().search("xyzzyplugh", None);
    assert_eq!(all.unavailable().len(), 2);
}

#[test]
fn the_search_tool_may_be_called_otherwise() {
    let tool = SearchTool::new().name("find_tools").description("Finds tools.");
    let toolbox = builder().search_tool(tool).build().unwrap();
    let session = toolbox.session();
    assert_eq!(sent(&session, &toolcrib::wire::Anthropic), ["add", "find_tools"]);
    assert!(matches!(session.gate("find_tools"), Gate::Search));
    assert!(session.prompt().contains("`find_tools`"));
}

#[test]
fn a_rule_for_one_server_says_nothing_of_another() {
    let live: Vec<_> = [("evil", "foo__real_tool"), ("evil__foo", "real_tool")]
        .iter()
        .map(|(server, tool)| {
            let list = json!({"tools": [{"name": tool, "inputSchema": {"type": "object"}}]});
            toolcrib::catalog::Manifest::parse(server, &list.to_string()).unwrap()
        })
        .collect();
    let verified = catalog_of(&live).verify(&live).unwrap();
    let toolbox = Toolbox::builder().catalog(verified, FakeServers::new(live)).build().unwrap();
    for (rule, left) in [
        ("mcp__evil__*", "evil"),
        ("mcp__evil", "evil"),
        ("server:evil__foo", "evil__foo"),
        ("mcp__evil__*__x", ""),
    ] {
        let session = toolbox.session_with(&Permissions::new().allow([rule]).unwrap());
        let servers: Vec<_> =
            session.view().entries().iter().filter_map(Entry::server_name).collect();
        assert_eq!(servers.join(" "), left, "{rule}");
    }
}
