//! Toolbox, session, gate, prompt and requests.

use serde_json::{Value, json};
use toolcrib::call::ToolCall;
use toolcrib::catalog::{Catalog, Manifest};
use toolcrib::search::Hits;
use toolcrib::session::{Dropped, Gate, Mode, Promoted, SEARCH_TOOL};
use toolcrib::toolbox::{BuildFault, Toolbox};
use toolcrib::wire::{Anthropic, OpenAiChat, OpenAiResponses, Wire};
use toolcrib::{Session, Tools, tool, tools};
use toolcrib_tests::{FakeServers, catalog_of};

/// Adds two numbers.
#[tool]
fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    a + b
}

/// Posts a message to a chat channel.
#[tool(defer, search_hint = "slack chat notify team")]
async fn post_message(
    /// Channel name, for example "#general".
    channel: String,
    /// Text of the message.
    text: String,
) -> Result<String, String> {
    if channel.starts_with('#') {
        Ok(format!("{channel}: {text}"))
    } else {
        Err("a channel begins with #".into())
    }
}

struct Desk;

/// Greets.
#[tool]
fn greet(desk: &Desk) -> &'static str {
    let Desk = desk;
    "hello"
}

fn github() -> Manifest {
    let tool = |name: &str, description: &str| {
        json!({"name": name, "description": description,
               "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}}})
    };
    let tools = [
        tool("create_issue", "Create a new issue in a repository."),
        tool("list_issues", "List the issues of a repository."),
        tool("merge_pull_request", "Merge a pull request."),
    ];
    Manifest::parse("github", &json!({"tools": tools}).to_string()).unwrap()
}

fn toolbox() -> Toolbox {
    let live = vec![github()];
    let verified = catalog_of(&live).verify(&live).unwrap();
    Toolbox::builder()
        .native(tools![add, post_message])
        .catalog(verified, FakeServers::new(live))
        .build()
        .unwrap()
}

fn names(session: &Session) -> Vec<String> {
    let request = session.request(&Anthropic).unwrap();
    request.tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

fn call(name: &str, arguments: Value) -> ToolCall {
    ToolCall::new("call-1", name, arguments)
}

#[tokio::test]
async fn a_hidden_tool_is_found_and_then_called() {
    let mut session = toolbox().session();
    assert_eq!(names(&session), ["add", SEARCH_TOOL]);
    let hidden = "mcp__github__create_issue";
    assert!(matches!(session.gate(hidden), Gate::Hidden(_)));
    let refused = session.call(call(hidden, json!({"title": "x"}))).await.outcome;
    assert!(
        refused.is_error && refused.to_text().contains("\"select:mcp__github__create_issue\""),
        "{refused:?}"
    );

    let answer = session
        .call(call(SEARCH_TOOL, json!({"query": "create issue", "max_results": 1})))
        .await
        .outcome;
    assert!(!answer.is_error);
    assert_eq!(answer.structured.unwrap()["loaded"][0]["name"], hidden);
    assert_eq!(names(&session), ["add", SEARCH_TOOL, hidden]);
    let done = session.call(call(hidden, json!({"title": "x"}))).await.outcome;
    let expected = json!({"server": "github", "tool": "create_issue", "arguments": {"title": "x"}});
    assert_eq!(done.structured, Some(expected));
}

#[tokio::test]
async fn native_tools_run_and_their_failures_reach_the_model() {
    let mut session = toolbox().session();
    let sum = session.call(call("add", json!({"a": 2, "b": 3}))).await.outcome;
    assert_eq!(sum.to_text(), "5");
    let text = session.call(call("add", json!("{\"a\": 2, \"b\": 40}"))).await.outcome;
    assert_eq!(text.to_text(), "42");
    for (arguments, part) in [
        (json!({"a": "x", "b": 1}), "`a`"),
        (json!("{"), "JSON object: EOF"),
        (json!([1]), "object"),
    ] {
        let refused = session.call(call("add", arguments)).await.outcome;
        assert!(refused.is_error && refused.to_text().contains(part), "{refused:?}");
    }
    assert!(session.promote("post_message"));
    let failed =
        session.call(call("post_message", json!({"channel": "x", "text": "y"}))).await.outcome;
    assert!(failed.is_error && failed.to_text().contains("begins with #"));
    let unknown = session.call(call("nope\u{1b}", json!({}))).await.outcome;
    assert!(unknown.is_error && unknown.to_text().contains("no tool `nope\\u{1b}`"), "{unknown:?}");
}

#[test]
fn the_search_covers_native_and_server_tools() {
    let mut session = toolbox().session();
    let answer = session.search("notify the team", None);
    assert_eq!(answer.found()[0].name(), "post_message");
    let answer = session.search("select:mcp__github__list_issues,add,nope", None);
    assert_eq!(answer.found().len(), 1);
    assert_eq!(answer.already_loaded()[0].name(), "add");
    assert_eq!(answer.not_found(), ["nope"]);
    let nothing = session.search("!!!", None);
    assert_eq!(nothing.found().len(), 0);
}

#[test]
fn what_is_loaded_takes_its_place_among_the_found() {
    let mut session = toolbox().session();
    for _ in 0..3 {
        session.search("issue", Some(2));
    }
    assert_eq!(session.promoted().names().len(), 2, "{:?}", session.promoted());
    let again = session.search("issue", Some(2));
    assert_eq!((again.found().len(), again.already_loaded().len()), (0, 2));
}

#[tokio::test]
async fn a_search_without_a_find_is_a_text_and_no_error() {
    let mut session = toolbox().session();
    for query in ["!!!", "xyzzyplugh", "select:nope", ""] {
        let result = session.call(call(SEARCH_TOOL, json!({"query": query}))).await;
        assert!(!result.outcome.is_error);
        for message in [&Anthropic as &dyn Wire, &OpenAiChat]
            .map(|wire| wire.results(std::slice::from_ref(&result)))
        {
            assert!(message[0]["content"].to_string().len() > 10, "{message:?}");
        }
    }
    let refused = session.call(call(SEARCH_TOOL, json!({"query": 7}))).await.outcome;
    assert!(refused.is_error);
}

#[test]
fn the_prompt_names_what_is_hidden_and_nothing_else() {
    let mut session = toolbox().session();
    let prompt = session.prompt();
    let section = prompt.split_once("<available-deferred-tools>\n").unwrap().1;
    assert_eq!(
        section,
        "mcp__github__create_issue\nmcp__github__list_issues\nmcp__github__merge_pull_request\n\
         post_message\n</available-deferred-tools>"
    );
    for name in ["mcp__github__create_issue", "mcp__github__list_issues"] {
        assert!(session.promote(name) && !session.promote(name));
        assert!(!session.prompt().contains(name));
    }
    let off = toolbox().session().mode(Mode::Off);
    assert_eq!((off.prompt().as_str(), names(&off).len()), ("", 5));
    assert!(
        matches!(off.gate("post_message"), Gate::Open(_))
            && matches!(off.gate(SEARCH_TOOL), Gate::Unknown)
    );
}

#[test]
fn auto_defers_from_a_share_of_the_window_on() {
    let deferred = |context_window, share| {
        let session = toolbox().session().mode(Mode::Auto { context_window, share });
        session.hidden().count() > 0
    };
    assert!(deferred(200, 0.1) && !deferred(2_000_000, 0.1) && deferred(2_000_000, 0.0));
}

#[test]
fn everything_deferred_still_has_the_search_tool() {
    let toolbox = Toolbox::builder().native(tools![post_message]).build().unwrap();
    assert_eq!(names(&toolbox.session()), [SEARCH_TOOL]);
}

#[test]
fn what_may_not_be_used_is_not_known() {
    let mut session = toolbox().session_where(|entry| entry.raw_name() != "create_issue");
    assert!(matches!(session.gate("mcp__github__create_issue"), Gate::Unknown));
    assert!(!session.prompt().contains("create_issue"));
    let answer = session.search("select:mcp__github__create_issue", None);
    assert_eq!(answer.not_found(), ["mcp__github__create_issue"]);
    assert!(
        session
            .search("create issue", None)
            .found()
            .iter()
            .all(|entry| entry.raw_name() != "create_issue")
    );
}

#[test]
fn what_may_not_be_used_moves_no_score() {
    let list = json!({"tools": github().tools().iter().filter(|tool| tool.name() != "create_issue").map(|tool| {
        let definition = tool.definition();
        json!({"name": definition.name, "description": definition.description,
               "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}}})
    }).collect::<Vec<_>>()});
    let live = vec![Manifest::parse("github", &list.to_string()).unwrap()];
    let verified = catalog_of(&live).verify(&live).unwrap();
    let builder = Toolbox::builder().native(tools![add, post_message]);
    let without = builder.catalog(verified, FakeServers::new(live)).build().unwrap().session();
    let denied = toolbox().session_where(|entry| entry.raw_name() != "create_issue");
    let scores = |session: &Session, query: &str| -> Vec<(&'static str, u32)> {
        let mut hits = Hits::new();
        session.view().search(query, 20, &mut hits);
        let named = |id| session.view().entry(id).unwrap().name();
        hits.as_slice().iter().map(|hit| (named(hit.id), hit.score)).collect()
    };
    for query in ["create issue", "issues of a repository", "merge", "notify the team"] {
        let expected = scores(&without, query);
        assert!(!expected.is_empty());
        assert_eq!(scores(&denied, query), expected, "{query}");
    }
    let all = toolbox().session();
    assert_ne!(scores(&all, "issue repository"), scores(&denied, "issue repository"));
}

#[test]
fn promotions_are_kept_for_the_same_tools_only() {
    let mut session = toolbox().session();
    session.promote("post_message");
    session.promote("mcp__github__list_issues");
    let stored = serde_json::to_string(&session.promoted()).unwrap();
    let promoted: Promoted = serde_json::from_str(&stored).unwrap();
    assert_eq!(promoted.names(), ["post_message", "mcp__github__list_issues"]);

    let mut resumed = toolbox().session();
    assert_eq!(resumed.restore(&promoted), []);
    assert_eq!(resumed.promoted(), promoted);
    assert_eq!(names(&resumed)[2..], ["post_message", "mcp__github__list_issues"]);

    let mut narrowed = toolbox().session_where(|entry| entry.server_name().is_none());
    assert_eq!(
        narrowed.restore(&promoted),
        [("mcp__github__list_issues".to_owned(), Dropped::Gone)]
    );

    let other = Toolbox::builder().native(tools![add, post_message]).build().unwrap();
    let mut other = other.session();
    assert_eq!(other.restore(&promoted).len(), 2);
    assert_eq!(other.hidden().count(), 1);
}

#[test]
fn requests_do_not_depend_on_the_order_of_registration() {
    let live = vec![github()];
    let catalog = catalog_of(&live);
    let build = |tools: Tools| {
        let verified = catalog.verify(&live).unwrap();
        Toolbox::builder()
            .native(tools)
            .catalog(verified, FakeServers::new(live.clone()))
            .build()
            .unwrap()
    };
    let (one, two) = (build(tools![add, post_message]), build(tools![post_message, add]));
    assert_eq!(one.digest(), two.digest());
    let bytes = |toolbox: &Toolbox, wire: &dyn Wire| {
        let mut session = toolbox.session();
        session.promote("post_message");
        let request = session.request(wire).unwrap();
        serde_json::to_string(&(request.tools, request.prompt)).unwrap()
    };
    for wire in [&Anthropic as &dyn Wire, &OpenAiChat, &OpenAiResponses] {
        assert_eq!(bytes(&one, wire), bytes(&two, wire));
    }
}

#[test]
fn everything_that_stands_against_a_toolbox_is_told_at_once() {
    mod other {
        /// Adds otherwise.
        #[toolcrib::tool(name = "add")]
        pub(super) fn sum() -> i64 {
            0
        }
    }
    /// Searches otherwise.
    #[tool(name = "tool_search")]
    fn own_search() -> i64 {
        0
    }
    let live = vec![github()];
    let verified = catalog_of(&live).verify(&live).unwrap();
    let builder = Toolbox::builder().native(tools![add, other::sum, own_search, greet]);
    let error = builder.catalog(verified, FakeServers::new(Vec::new())).build().unwrap_err();
    let text = error.to_string();
    assert_eq!(error.faults().len(), 4, "{text}");
    assert!(
        error.faults().iter().any(
            |fault| matches!(fault, BuildFault::Duplicate { origins, .. } if origins.len() == 2)
        )
    );
    for part in ["`add`", "`tool_search`", "Desk", "`greet`", "`github`"] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn a_catalog_alone_searches_by_its_own_index() {
    let live = vec![github()];
    let catalog: Catalog<'static> = catalog_of(&live);
    let toolbox = Toolbox::builder()
        .catalog(catalog.verify(&live).unwrap(), FakeServers::new(live))
        .build()
        .unwrap();
    assert_eq!(toolbox.digest(), catalog.digest());
    let mut session = toolbox.session();
    let answer = session.search("merge", None);
    assert_eq!(answer.found()[0].raw_name(), "merge_pull_request");
}

/// A schema that nests deeper than a listing may.
#[derive(serde::Deserialize)]
struct Deep;

impl schemars::JsonSchema for Deep {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Deep".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = json!({"type": "string"});
        for _ in 0..toolcrib::json::MAX_DEPTH {
            schema = json!({"type": "array", "items": schema});
        }
        schema.try_into().unwrap()
    }
}

/// Digs.
#[tool]
fn dig(
    /// Where.
    at: Deep,
) -> bool {
    let Deep = at;
    true
}

#[test]
fn native_tools_that_no_digest_covers_are_an_error() {
    let error = Toolbox::builder().native(tools![dig]).build().unwrap_err();
    assert!(matches!(error.faults(), [BuildFault::NativeTools(_)]), "{error}");
    assert!(error.to_string().contains("the native tools cannot be listed"), "{error}");
}

#[test]
fn the_name_of_the_native_tools_is_no_servers() {
    let list = r#"{"tools": [{"name": "a", "inputSchema": {}}]}"#;
    let live = vec![Manifest::parse("native", list).unwrap()];
    let catalog = catalog_of(&live);
    for builder in [
        Toolbox::builder().catalog(catalog.verify(&live).unwrap(), FakeServers::new(live.clone())),
        Toolbox::builder().catalog_lazy(catalog, FakeServers::new(live.clone())),
    ] {
        let error = builder.native(tools![add]).build().unwrap_err();
        assert!(matches!(error.faults(), [BuildFault::ServerName { .. }]), "{error}");
    }
}
