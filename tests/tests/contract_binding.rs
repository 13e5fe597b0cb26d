//! Contracts in a toolbox: who runs them, and what is refused.

#![allow(clippy::unwrap_used)]

mod contracts;

use contracts::{catalog, catalog_with, contract, texts};
use serde_json::{Value, json};
use toolcrib::call::{
    Admitted, Backend, BackendError, BackendFuture, CallError, Live, LoadError, LoadFuture, Loader,
    NoServers, Outcome, ToolCall, ToolInfo, ToolService,
};
use toolcrib::catalog::{Catalog, Manifest};
use toolcrib::toolbox::{BuildError, Permissions, Rule};
use toolcrib::{Toolbox, tool, tools};
use toolcrib_tests::Listings;

/// Says hello.
#[tool]
fn greet(
    /// Whom.
    name: String,
) -> String {
    format!("hello {name}")
}

/// Echoes its settings and arguments; knows no tool called `odd`.
struct Echo;

impl Loader for Echo {
    fn check(&self, tool: &ToolInfo) -> Result<(), LoadError> {
        let odd = tool.name == "odd";
        if odd { Err(LoadError::failed(tool.name, "too odd")) } else { Ok(()) }
    }

    fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a> {
        let settings = tool.settings;
        let service = ToolService::from_fn(move |call: ToolCall| async move {
            Ok::<_, CallError>(Outcome::text(format!("{settings} {}", call.arguments)))
        });
        Box::pin(async { Ok(service) })
    }
}

/// A server that says which tool was called.
struct Desk(Listings);

impl Desk {
    fn new() -> Self {
        Self(Listings::new([Manifest::parse("desk", DESK).unwrap()]))
    }
}

impl Backend for Desk {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        self.0.of(server).cloned().map(Some)
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        Box::pin(async move {
            let (server, tool) = (call.server(), call.tool());
            call.depart(self.0.of(server)?)?;
            Ok(Outcome::text(format!("{server}/{tool}")))
        })
    }
}

const DESK: &str = r#"{"tools": [{"name": "open", "inputSchema": {"type": "object"}}]}"#;

fn robot(id: &str) -> Value {
    contract(id, "robot", json!({"arm": 2}), texts(&["what"]))
}

fn refusal(result: Result<Toolbox, BuildError>) -> String {
    result.unwrap_err().to_string()
}

fn build(catalog: &Catalog<'static>) -> Result<Toolbox, BuildError> {
    Toolbox::builder().contracts(catalog).unwrap().build()
}

#[tokio::test]
async fn each_loader_runs_its_contracts() {
    let schema = texts(&["name"]);
    let catalog = catalog_with(
        &[
            robot("lift"),
            contract("say_hello", "native", json!({"function": "greet"}), schema),
            contract("open_drawer", "mcp", json!({"server": "desk", "tool": "open"}), texts(&[])),
        ],
        &[("desk", DESK)],
    );
    let verified = catalog.verify(&[Manifest::parse("desk", DESK).unwrap()]).unwrap();
    let toolbox = Toolbox::builder()
        .catalog(verified, Desk::new())
        .functions(tools![greet])
        .loader("robot", Echo)
        .build()
        .unwrap();
    assert!(toolbox.view().find("greet").is_none(), "a function for contracts is no tool");
    let calls = [
        ("lift", r#"{"what": "box"}"#, r#"{"arm":2} {"what":"box"}"#),
        ("say_hello", r#"{"name": "Ann"}"#, "hello Ann"),
        ("open_drawer", "{}", "desk/open"),
        ("mcp__desk__open", "{}", "desk/open"),
    ];
    for (name, arguments, expected) in calls {
        assert_eq!(toolbox.call(name, arguments).await.unwrap().to_text(), expected);
    }
    toolbox.warm_up(&[]).await.unwrap();
    let lift = toolbox.view().entries().iter().find(|entry| entry.name() == "lift").unwrap();
    for rule in ["mcp__house", "server:house", "lift", "li*"] {
        assert!(rule.parse::<Rule>().unwrap().matches(lift), "{rule}");
    }
}

#[test]
fn contracts_alone_need_no_servers() {
    let alone = catalog(&[robot("lift")]);
    assert_eq!(alone.servers().map(|one| one.is_provider()).collect::<Vec<_>>(), [true]);
    let toolbox = Toolbox::builder().loader("robot", Echo).contracts(&alone).unwrap().build();
    assert_eq!(toolbox.unwrap().digest(), alone.digest());
    let both = catalog_with(&[robot("lift")], &[("desk", DESK)]);
    let missing = Toolbox::builder().contracts(&both).unwrap_err();
    assert!(missing.to_string().contains("`desk`"), "{missing}");
    let live = Manifest::parse("desk", DESK).unwrap();
    let without = Toolbox::builder().catalog(both.verify(&[live]).unwrap(), NoServers);
    assert!(
        refusal(without.loader("robot", Echo).build())
            .contains("server `desk`: there are no connections")
    );
    let provider = Manifest::parse("house", DESK).unwrap();
    let clash = alone.verify(&[provider]).unwrap_err();
    assert!(clash.to_string().contains("`house`"), "called as a provider is: {clash}");
}

#[test]
fn names_and_providers_are_not_shared() {
    let encode = |contracts: &[Value]| {
        let mut builder = toolcrib::catalog::CatalogBuilder::new();
        for contract in contracts {
            builder.contract(toolcrib::contract::Contract::parse(&contract.to_string()).unwrap());
        }
        let desk = Manifest::parse("desk", DESK).unwrap();
        builder.lock(toolcrib::catalog::Lock::new(&desk, Default::default(), vec![]).unwrap());
        builder.encode().unwrap_err().to_string()
    };
    let mut other = robot("lift");
    other["provider"] = json!("garage");
    let text = encode(&[robot("lift"), other.clone()]);
    assert!(
        text.contains("the name `lift` is that of a tool of `garage` and of one of `house`"),
        "{text}"
    );
    other["provider"] = json!("desk");
    let text = encode(&[other]);
    assert!(text.contains("`desk` is the provider of contracts and a captured server"), "{text}");
}

#[test]
fn what_cannot_run_is_an_error_of_the_build() {
    let text = refusal(build(&catalog(&[robot("lift")])));
    assert!(
        text.contains("`lift` cannot be loaded: no loader `robot` is registered; register it with"),
        "{text}"
    );

    let gone = contract("hi", "native", json!({"function": "wave"}), texts(&[]));
    let text = refusal(build(&catalog(&[gone])));
    assert!(
        text.contains("`hi` cannot be loaded: loader `native`: there is no function `wave`"),
        "{text}"
    );

    let lost = contract("shut", "mcp", json!({"server": "desk", "tool": "close"}), texts(&[]));
    let text = refusal(build(&catalog(std::slice::from_ref(&lost))));
    assert!(
        text.contains("loader `mcp`: no catalog has a verified tool `close` of server `desk`"),
        "{text}"
    );

    let odd = catalog(&[robot("odd"), lost]);
    let builder = Toolbox::builder().loader("robot", Echo).contracts(&odd).unwrap();
    let text = refusal(builder.build());
    assert!(text.contains("`odd` cannot be loaded: too odd") && text.contains("`shut`"), "{text}");
}

#[test]
fn a_refused_tool_is_not_reached_by_a_contract() {
    let bound =
        contract("open_drawer", "mcp", json!({"server": "desk", "tool": "open"}), texts(&[]));
    let catalog = catalog_with(&[bound], &[("desk", DESK)]);
    let changed = DESK.replace("\"open\"", "\"open\", \"description\": \"Other.\"");
    let live = [Manifest::parse("desk", &changed).unwrap()];
    let policy = toolcrib::catalog::DriftPolicy::QuarantineTool;
    let verified = catalog.verify_with(&live, policy).unwrap();
    let text = refusal(Toolbox::builder().catalog(verified, Desk::new()).build());
    assert!(text.contains("no catalog has a verified tool `open` of server `desk`"), "{text}");
}

#[tokio::test]
async fn what_is_missing_is_said_before_the_first_call() {
    let mut needy = robot("lift");
    needy["needs"] = json!({"variables": ["TOOLCRIB_TEST_UNSET"], "commands": ["no-such-command"]});
    let catalog = catalog(&[needy, robot("drop")]);
    let toolbox =
        Toolbox::builder().loader("robot", Echo).contracts(&catalog).unwrap().build().unwrap();
    let expected = "`lift` cannot be loaded: the variable `TOOLCRIB_TEST_UNSET` is not set, \
        the command `no-such-command` is not found; \
        set what is unset and install what is not found, then try again";
    let error = toolbox.call("lift", r#"{"what": "box"}"#).await.unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert!(matches!(&error, CallError::Load(error) if error.is_unmet()) && error.is_unsent());
    let errors = toolbox.warm_up(&[]).await.unwrap_err();
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    toolbox.call("drop", r#"{"what": "box"}"#).await.unwrap();
}

#[tokio::test]
async fn capabilities_are_those_of_native_tools() {
    let mut seeing = robot("look");
    seeing["needs"] = json!({"capabilities": ["vision"]});
    let catalog = catalog(&[seeing, robot("lift")]);
    let toolbox =
        Toolbox::builder().loader("robot", Echo).contracts(&catalog).unwrap().build().unwrap();
    let names = |session: &toolcrib::Session| {
        session.view().entries().iter().map(toolcrib::toolbox::Entry::name).collect::<Vec<_>>()
    };
    assert_eq!(names(&toolbox.session()), ["lift"]);
    let able = Permissions::new().capabilities(["vision"]);
    assert_eq!(names(&toolbox.session_with(&able)), ["lift", "look"]);

    let error = toolbox.call("look", r#"{"what": "box"}"#).await.unwrap_err().to_string();
    assert!(
        error.contains("`look` cannot be loaded: the capability `vision` is not given"),
        "{error}"
    );
    toolbox.warm_up(&[]).await.expect("a session may have the capability");
    let deaf = Permissions::new().capabilities(["hearing"]).reveal_denied();
    let builder = Toolbox::builder().loader("robot", Echo).contracts(&catalog).unwrap();
    let toolbox = builder.permissions(deaf).build().unwrap();
    let errors = toolbox.warm_up(&[]).await.unwrap_err();
    assert!(errors[0].to_string().contains("the capability `vision` is not given"), "{errors:?}");
    let call = ToolCall::new("1", "look", json!({"what": "box"}));
    let told = toolbox.session().call(call).await.outcome.to_text();
    assert_eq!(told, "`look` was not run: it needs the capability `vision`, which is not given.");
}
