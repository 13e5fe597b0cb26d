//! Every sentence that models read of search, prompt, bridge, notes, refusals and
//! arguments, as they get it: `told.txt`, to be read as a whole.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use toolcrib::call::validate::Validator;
use toolcrib::catalog::{DriftPolicy, Manifest};
use toolcrib::session::{BRIDGE_TOOL, Mode, SEARCH_TOOL};
use toolcrib::toolbox::{Permissions, Unavailable};
use toolcrib::wire::{Anthropic, AnthropicSearch, HostedSearch};
use toolcrib::{Session, Toolbox};
use toolcrib_tests::{FakeServers, catalog_of};

mod desk;
use desk::{builder, call, native, servers, toolbox};

const HIDDEN: &str = "mcp__time__now";

/// The page that is written.
#[derive(Default)]
struct Page(String);

impl Page {
    fn part(&mut self, title: &str) {
        write!(self.0, "\n== {title}\n").unwrap();
    }

    fn say(&mut self, when: &str, text: impl AsRef<str>) {
        writeln!(self.0, "\n{when}:").unwrap();
        for line in text.as_ref().trim_end().lines() {
            writeln!(self.0, "  {line}").unwrap();
        }
    }

    fn call(&mut self, when: &str, session: &mut Session, name: &str, arguments: Value) {
        let result = pollster::block_on(session.call(call(name, arguments)));
        self.say(when, result.outcome.to_text());
    }

    /// The note of an answer, without what it defines.
    fn search(&mut self, when: &str, session: &mut Session, query: &str) {
        let arguments = json!({"query": query});
        let result = pollster::block_on(session.call(call(SEARCH_TOOL, arguments)));
        let mut answer = result.outcome.structured.unwrap();
        let defined = answer["loaded"].as_array_mut().unwrap();
        defined.iter_mut().for_each(|tool| *tool = tool["name"].take());
        answer.as_object_mut().unwrap().remove("catalog");
        self.say(&format!("{when}, `{query}`"), serde_json::to_string_pretty(&answer).unwrap());
        if let Some(search) = result.search.filter(|search| !search.note.is_empty()) {
            self.say("  and where results refer to tools", search.note);
        }
    }
}

/// A toolbox in which a tool of `github` has changed and is refused.
fn drifted() -> Toolbox {
    let captured = servers();
    let mut live = captured.clone();
    let list = json!({"tools": [{"name": "now", "inputSchema": {"type": "object"}}]});
    live[1] = Manifest::parse("time", &list.to_string()).unwrap();
    let catalog = catalog_of(&captured);
    let verified = catalog.verify_with(&live, DriftPolicy::QuarantineTool).unwrap();
    let builder = Toolbox::builder().native(native()).catalog(verified, FakeServers::new(live));
    builder.build().unwrap()
}

fn defined(page: &mut Page, session: &Session, name: &str) {
    let tools = session.request(&Anthropic).unwrap().tools;
    let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
    page.say(&format!("`{name}`"), serde_json::to_string_pretty(tool).unwrap());
}

fn definitions(page: &mut Page) {
    page.part("Tools of the session's own");
    defined(page, &toolbox().session(), SEARCH_TOOL);
    let bridged = builder().mode(Mode::Bridge).build().unwrap().session();
    defined(page, &bridged, BRIDGE_TOOL);
    page.part("The section of the prompt");
    page.say("deferred", toolbox().session().prompt());
    page.say("through the bridge", bridged.prompt());
    let short = toolcrib::session::PromptOptions::new().group_from(2).budget(60).instructions(12);
    page.say(
        "grouped and cut, with instructions",
        toolbox().session().prompt_options(short).prompt(),
    );
    let mut session = toolbox().session();
    session.prompt_delta();
    session.promote(HIDDEN);
    page.say("what changed", session.prompt_delta());
}

fn searches(page: &mut Page) {
    page.part("Answers of a search");
    let mut session = toolbox().session();
    page.search("found", &mut session, "issue");
    page.search("again", &mut session, "issue");
    page.search("nothing asked", &mut session, "?");
    page.search("nothing found", &mut session, "xyzzyplugh");
    page.search("a name of no tool", &mut session, "select:nothing");
    page.search("too many words marked", &mut session, "+create +message");
    page.search("too long", &mut session, &"time ".repeat(300));
    let rules = Permissions::new().deny([HIDDEN]).unwrap().reveal_denied();
    page.search("denied", &mut toolbox().session_with(&rules), &format!("select:{HIDDEN}"));
    page.search("refused", &mut drifted().session(), &format!("select:{HIDDEN}"));
    let mut narrow = toolbox().session().max_promoted(1);
    page.search("found", &mut narrow, "select:post_message");
    page.search("with room for one", &mut narrow, "create issue");
    let bridge = builder().mode(Mode::Bridge).build().unwrap();
    page.search("through the bridge", &mut bridge.session(), "now");
    let absent = builder()
        .unavailable("jira", Unavailable::Pending)
        .unavailable("wiki", Unavailable::Failed("it cannot be reached".into()))
        .unavailable("vault", Unavailable::Refused("its listing changed".into()));
    page.search("servers are missing", &mut absent.build().unwrap().session(), "xyzzyplugh");
    page.call("without a query", &mut session, SEARCH_TOOL, json!({}));
}

fn refusals(page: &mut Page) {
    page.part("Calls that are not run");
    let mut session = toolbox().session();
    page.call("not loaded", &mut session, HIDDEN, json!({}));
    page.call("no such tool", &mut session, "nothing", json!({}));
    let mut all = builder().mode(Mode::Off).build().unwrap().session();
    page.call("no such tool, all listed", &mut all, "nothing", json!({}));
    let mut hosted = toolbox().session();
    let wire = AnthropicSearch::hosted(HostedSearch::Bm25);
    hosted.prepare(&wire, &mut Vec::new());
    page.call("not loaded, and the provider searches", &mut hosted, HIDDEN, json!({}));
    page.call("no such tool, and the provider searches", &mut hosted, "nothing", json!({}));
    let rules = || Permissions::new().deny(["add"]).unwrap().reveal_denied();
    page.call("denied", &mut toolbox().session_with(&rules()), "add", json!({"a": 1, "b": 2}));
    page.call("without its capability", &mut toolbox().session_with(&rules()), "look", json!({}));
    page.call("its server changed it", &mut drifted().session(), HIDDEN, json!({}));
    let mut bridge = builder().mode(Mode::Bridge).build().unwrap().session();
    page.call("the bridge without a name", &mut bridge, BRIDGE_TOOL, json!({}));
    let stray = json!({"name": "add", "a": 1});
    page.call("the bridge with more", &mut bridge, BRIDGE_TOOL, stray);
    let searched = json!({"name": SEARCH_TOOL});
    page.call("a search through the bridge", &mut bridge, BRIDGE_TOOL, searched);
}

fn arguments(page: &mut Page) {
    page.part("Arguments");
    let mut session = toolbox().session();
    for (when, given) in [
        ("missing", json!({"a": 1})),
        ("of the wrong kind", json!({"a": "x", "b": true})),
        ("unknown", json!({"a": 1, "b": 2, "c": 3})),
        ("misspelt", json!({"a": 1, "B": 2})),
        ("no object", json!([1, 2])),
        ("no JSON", json!("{a: 1}")),
        ("given twice", json!("{\"a\": 1, \"a\": 2, \"b\": 3}")),
    ] {
        page.call(when, &mut session, "add", given);
    }
    let schema = |rule: Value| json!({"type": "object", "properties": {"it": rule}});
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let forms = json!([{"type": "string", "minLength": 3}, {"title": "Pair", "type": "array", "minItems": 2}]);
    let tagged = |tag: &str| json!({"properties": {"kind": {"const": tag}}, "required": ["kind"]});
    for (rule, given) in [
        (json!({"enum": ["open", "closed"]}), json!("opened")),
        (json!({"const": 5}), json!(6)),
        (json!({"type": "integer", "minimum": 3}), json!(1)),
        (json!({"type": "number", "exclusiveMaximum": 3}), json!(3)),
        (json!({"multipleOf": 4}), json!(6)),
        (json!({"type": "integer"}), json!(1e300)),
        (json!({"type": "integer"}), json!("123456789012345678901")),
        (json!({"type": "string", "minLength": 3}), json!("ab")),
        (json!({"type": "string", "pattern": "^[a-z]+$"}), json!("A1")),
        (json!({"type": "array", "maxItems": 1}), json!([1, 2])),
        (json!({"type": "array", "uniqueItems": true}), json!([1, 1])),
        (json!({"type": "array", "contains": {"type": "string"}}), json!([1])),
        (json!({"type": "object", "minProperties": 1}), json!({})),
        (json!({"type": "object", "dependentRequired": {"a": ["b"]}}), json!({"a": 1})),
        (json!({"type": "object", "propertyNames": {"maxLength": 2}}), json!({"abc": 1})),
        (json!({"not": {"type": "string"}}), json!("x")),
        (json!(false), json!(1)),
        (json!({"anyOf": forms}), json!(7)),
        (json!({"oneOf": [{"minimum": 1}, {"minimum": 2}]}), json!(3)),
        (json!({"oneOf": [tagged("file"), tagged("folder")]}), json!({"kind": "link"})),
        (json!(true), deep),
    ] {
        let errors =
            Validator::new(&schema(rule.clone())).unwrap().check(&mut json!({"it": given}));
        let errors: Vec<String> = errors.unwrap_err().iter().map(ToString::to_string).collect();
        page.say(&rule.to_string(), errors.join("\n"));
    }
}

#[test]
fn what_models_read() {
    let mut page = Page("What models read; written by the test `told`.\n".into());
    definitions(&mut page);
    searches(&mut page);
    refusals(&mut page);
    arguments(&mut page);
    xtask::golden(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/told.txt"), &page.0);
}
