//! Servers that are not ready yet, or no longer: what searches say of them,
//! and toolboxes over a catalog that has not been compared.

#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use toolcrib::call::{Backend, BackendError, BackendFuture, Outcome, ServerState, ToolCall};
use toolcrib::catalog::{Manifest, Policy, ServerRef};
use toolcrib::session::SEARCH_TOOL;
use toolcrib::toolbox::Unavailable;
use toolcrib::{Session, Toolbox};
use toolcrib_tests::catalog_of;

/// Servers whose state the test sets; it notes how they were pinned.
#[derive(Clone, Default)]
struct Staged {
    state: Arc<Mutex<ServerState>>,
    pins: Arc<Mutex<Vec<String>>>,
}

impl Staged {
    fn set(&self, state: ServerState) {
        *self.state.lock().unwrap() = state;
    }

    fn note(&self, how: &str, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.pins.lock().unwrap().push(format!("{how} {}", server.name()));
        Ok(())
    }
}

impl Backend for Staged {
    fn pin(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.note("pin", server)
    }

    fn pin_tools(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.note("pin_tools", server)
    }

    fn call<'a>(&'a self, _: &'a str, tool: &'a str, _: Map<String, Value>) -> BackendFuture<'a> {
        Box::pin(async move { Ok(Outcome::text(tool)) })
    }

    fn state(&self, server: &str) -> ServerState {
        match server {
            "wiki" => ServerState::Ready,
            _ => self.state.lock().unwrap().clone(),
        }
    }
}

fn manifest(server: &str, tool: &str) -> Manifest {
    let tool = json!({"name": tool, "description": "Reads.", "inputSchema": {"type": "object"}});
    Manifest::parse(server, &json!({"tools": [tool]}).to_string()).unwrap()
}

fn session(staged: &Staged, policy: Policy) -> Session {
    let catalog = catalog_of(&[manifest("jira", "get_issue"), manifest("wiki", "get_page")]);
    let builder = Toolbox::builder().catalog_lazy_with(catalog, policy, staged.clone());
    builder.build().unwrap().session()
}

#[test]
fn a_lazy_catalog_is_pinned_by_its_policy() {
    for (policy, how) in [(Policy::QuarantineServer, "pin"), (Policy::QuarantineTool, "pin_tools")]
    {
        let staged = Staged::default();
        let session = session(&staged, policy);
        assert_eq!(*staged.pins.lock().unwrap(), [format!("{how} jira"), format!("{how} wiki")]);
        assert_eq!(session.view().len(), 2);
    }
}

#[test]
fn a_search_says_how_servers_stand_now() {
    let staged = Staged::default();
    let mut session = session(&staged, Policy::QuarantineServer);
    staged.set(ServerState::Pending);
    assert_eq!(
        session.search("issue", None).unavailable(),
        [("jira".into(), Unavailable::Pending)]
    );
    assert_eq!(session.search("jira page", None).unavailable().len(), 1, "named in the query");
    assert_eq!(session.search("page", None).unavailable(), [], "the other server is ready");

    staged.set(ServerState::Failed("no route".into()));
    assert_eq!(
        session.search("issue", None).unavailable(),
        [("jira".into(), Unavailable::Failed("no route".into()))]
    );
    for ready in [ServerState::Ready, ServerState::Idle] {
        staged.set(ready);
        assert_eq!(session.search("issue", None).unavailable(), []);
    }
}

#[test]
fn the_model_is_told() {
    let staged = Staged::default();
    let mut session = session(&staged, Policy::QuarantineServer);
    let mut ask = |state: ServerState| {
        staged.set(state);
        let search = ToolCall::new("1", SEARCH_TOOL, json!({"query": "issue"}));
        let answer = pollster::block_on(session.call(search)).outcome.to_text();
        serde_json::from_str::<Value>(&answer).unwrap()["note"].as_str().unwrap().to_owned()
    };
    assert!(ask(ServerState::Pending).contains("`jira` is still connecting"));
    let failed = ask(ServerState::Failed("it exited".into()));
    assert!(failed.contains("`jira` cannot be reached now: it exited."), "{failed}");
    let refused = ask(ServerState::Refused("it has changed".into()));
    assert!(refused.contains("`jira` is refused: it has changed."), "{refused}");
    assert!(!ask(ServerState::Ready).contains("jira"));
}
