//! Servers that are not ready yet, or no longer: what searches say of them,
//! and toolboxes over a catalog that has not been compared.

#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcrib::call::{
    Admitted, Backend, BackendError, BackendFuture, Live, Outcome, ServerState, ToolCall,
};
use toolcrib::catalog::Manifest;
use toolcrib::session::SEARCH_TOOL;
use toolcrib::toolbox::Unavailable;
use toolcrib::{Session, Toolbox};
use toolcrib_tests::{Listings, catalog_of};

/// Servers whose state the test sets.
#[derive(Clone)]
struct Staged {
    state: Arc<Mutex<ServerState>>,
    listings: Listings,
}

impl Staged {
    fn new() -> Self {
        Self { state: Arc::default(), listings: Listings::new(manifests()) }
    }

    fn set(&self, state: ServerState) {
        *self.state.lock().unwrap() = state;
    }
}

impl Backend for Staged {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        self.listings.of(server).cloned().map(Some)
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        Box::pin(async move { Ok(Outcome::text(call.tool())) })
    }

    fn state(&self, server: &str) -> ServerState {
        match server {
            "wiki" => ServerState::Ready,
            _ => self.state.lock().unwrap().clone(),
        }
    }
}

fn manifests() -> [Manifest; 2] {
    [manifest("jira", "get_issue"), manifest("wiki", "get_page")]
}

fn manifest(server: &str, tool: &str) -> Manifest {
    let tool = json!({"name": tool, "description": "Reads.", "inputSchema": {"type": "object"}});
    Manifest::parse(server, &json!({"tools": [tool]}).to_string()).unwrap()
}

fn session(staged: &Staged) -> Session {
    let builder = Toolbox::builder().catalog_lazy(catalog_of(&manifests()), staged.clone());
    builder.build().unwrap().session()
}

#[test]
fn a_search_says_how_servers_stand_now() {
    let staged = Staged::new();
    let mut session = session(&staged);
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
    let staged = Staged::new();
    let mut session = session(&staged);
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
