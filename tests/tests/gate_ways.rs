//! Ways around the comparison with what was captured, each of them closed: what
//! others do with the same servers changes nothing for a toolbox.

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::drifted;
use serde_json::{Map, json};
use toolcrib::call::{
    BackendErrorKind, CallError, EventKind, Outcome, Reason, ServerState, ToolCall,
};
use toolcrib::catalog::{Catalog, CatalogBuilder, DriftPolicy, Lock};
use toolcrib::mcp::{Config, ConnectOptions, ServerConfig, Servers};
use toolcrib::toolbox::{BuildFault, Builder, Permissions};
use toolcrib::{Toolbox, tool, tools};
use toolcrib_tests::desk::{Desk, POISON, manifest};

const OPEN: &str = "mcp__desk__open";
const CLOSE: &str = "mcp__desk__close";

/// What the desk lists in this variant, captured, under another name if one is
/// given.
fn captured(variant: usize, alias: Option<&str>) -> Catalog<'static> {
    let mut builder = CatalogBuilder::new();
    let lock = Lock::new(&manifest("desk", variant), Default::default(), Vec::new()).unwrap();
    builder.lock(lock);
    if let Some(alias) = alias {
        builder.alias("desk", alias);
    }
    Box::leak(Box::new(builder.encode().unwrap())).catalog().unwrap()
}

fn servers(desk: &Desk) -> Servers {
    servers_with(desk, &ConnectOptions::new())
}

fn servers_with(desk: &Desk, options: &ConnectOptions) -> Servers {
    Servers::lazy(&Config::new([desk.config("desk")]), options)
}

fn lazy(variant: usize, policy: DriftPolicy, servers: &Servers) -> Builder {
    Toolbox::builder().catalog_lazy_with(captured(variant, None), policy, servers.clone())
}

fn strict(variant: usize, servers: &Servers) -> Toolbox {
    lazy(variant, DriftPolicy::QuarantineServer, servers).build().unwrap()
}

async fn call(toolbox: &Toolbox, name: &str) -> Result<Outcome, CallError> {
    toolbox.call(name, "{}").await
}

#[track_caller]
fn refused(answer: Result<Outcome, CallError>) {
    match answer {
        Err(CallError::Server(error)) => drop(drifted::<()>(Err(error))),
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn each_toolbox_is_compared_with_its_own_capture() {
    let desk = Desk::default();
    let servers = servers(&desk);
    // Neither is listed yet, so that neither build can see a difference.
    let (first, second) = (strict(0, &servers), strict(1, &servers));
    call(&first, OPEN).await.unwrap();
    refused(call(&second, OPEN).await);
    call(&first, OPEN).await.unwrap();

    desk.change(1);
    desk.crash();
    refused(call(&first, OPEN).await);
    call(&second, OPEN).await.unwrap();
    assert_eq!(desk.arrivals().len(), 3);
    let states = |toolbox: &Toolbox| toolbox.server_states().map(|(_, state)| state).next();
    assert!(matches!(states(&first), Some(ServerState::Refused(_))));
    assert_eq!(states(&second), Some(ServerState::Ready));
}

#[tokio::test]
async fn a_build_that_fails_leaves_no_trace() {
    /// Takes what nobody gives.
    #[tool]
    fn lonely(_state: &Desk) -> bool {
        true
    }
    /// Has the name of a captured tool's bridge.
    #[tool(name = "call_tool")]
    fn bridge() -> bool {
        true
    }
    let desk = Desk::default();
    let servers = servers(&desk);
    let standing = strict(0, &servers);
    call(&standing, OPEN).await.unwrap();
    desk.change(1);
    let listing = servers.manifests().await.unwrap();
    for policy in [DriftPolicy::QuarantineServer, DriftPolicy::QuarantineTool] {
        lazy(1, policy, &servers).native(tools![lonely]).build().unwrap_err();
        lazy(1, policy, &servers).native(tools![bridge]).build().unwrap_err();
        let verified = captured(1, None).verify_with(&listing, policy).unwrap();
        let builder = Toolbox::builder().catalog(verified, servers.clone());
        builder.native(tools![lonely]).build().unwrap_err();
    }
    desk.crash();
    refused(call(&standing, OPEN).await);
    assert_eq!(desk.arrivals().len(), 1);
}

#[tokio::test]
async fn two_captures_of_one_server_in_one_toolbox_are_both_compared() {
    for (now, open, aliased) in [(0, true, false), (1, false, true)] {
        let desk = Desk::default();
        desk.change(now);
        let servers = servers(&desk);
        let toolbox = Toolbox::builder()
            .catalog_lazy(captured(0, None), servers.clone())
            .catalog_lazy(captured(1, Some("d")), servers.clone())
            .build()
            .unwrap();
        for (name, may_go) in [(OPEN, open), ("mcp__d__open", aliased)] {
            match call(&toolbox, name).await {
                Ok(_) => assert!(may_go, "{name}, listing {now}"),
                answer => {
                    assert!(!may_go, "{name}, listing {now}");
                    refused(answer);
                }
            }
        }
        // A search says which of the two is refused, by the name that the model knows.
        let search = ToolCall::new("1", "tool_search", json!({"query": "open"}));
        let told = toolbox.session().call(search).await.outcome.to_text();
        let (fine, other) = if open { ("desk", "d") } else { ("d", "desk") };
        assert!(told.contains(&format!("The server `{other}` is refused")), "{told}");
        assert!(!told.contains(&format!("The server `{fine}`")), "{told}");
        assert_eq!(desk.arrivals().len(), 1);
    }
}

#[tokio::test]
async fn a_policy_is_its_toolboxs_own() {
    let desk = Desk::default();
    desk.change(1);
    let servers = servers(&desk);
    let strict = strict(0, &servers);
    let lenient = lazy(0, DriftPolicy::QuarantineTool, &servers).build().unwrap();
    for _ in 0..2 {
        refused(call(&strict, CLOSE).await);
        call(&lenient, CLOSE).await.unwrap();
        let told = call(&lenient, OPEN).await.unwrap_err().to_string();
        assert!(told.starts_with("tool `open` of server `desk` is refused: "), "{told}");
    }
    drop(lenient);
    refused(call(&strict, CLOSE).await);
    assert_eq!(desk.arrivals().len(), 2);
}

#[tokio::test]
async fn looking_at_a_listing_is_no_comparison() {
    let desk = Desk::default();
    let servers = servers(&desk);
    let toolbox = strict(0, &servers);
    call(&toolbox, OPEN).await.unwrap();
    desk.change(1);
    let connection = servers.get("desk").unwrap();
    let before = connection.generation();
    desk.announce();
    while connection.generation() == before {
        tokio::task::yield_now().await;
    }
    connection.listing().await.unwrap();
    servers.manifests().await.unwrap();
    servers.warm_up("desk").await.unwrap();
    servers.ping("desk").await.unwrap();
    connection.listing().await.unwrap();
    refused(call(&toolbox, OPEN).await);
    assert_eq!(desk.arrivals().len(), 1);
}

#[tokio::test]
async fn a_binding_of_a_server_that_differs_fails_at_once() {
    let desk = Desk::default();
    let servers = servers(&desk);
    let bind = |variant| {
        servers.bind(captured(variant, None).server("desk").unwrap(), DriftPolicy::QuarantineServer)
    };
    // What is not listed yet cannot differ yet.
    let early = bind(1).unwrap();
    let first = bind(0).unwrap();
    first.warm_up().await.unwrap();
    assert!(drifted(bind(1)).to_string().contains(POISON), "for the operator");
    drifted(early.call("open", Map::new()).await);
    first.call("open", Map::new()).await.unwrap();

    let error = lazy(1, DriftPolicy::RefuseAll, &servers).build().unwrap_err();
    assert!(matches!(error.faults(), [BuildFault::Backend { server, .. }] if server == "desk"));
}

#[tokio::test]
async fn rechecked_at_once_means_listed_before_each_call() {
    let desk = Desk::default();
    let servers = servers_with(&desk, &ConnectOptions::new().recheck_after(Duration::ZERO));
    let toolbox = strict(0, &servers);
    for calls in 1..=3 {
        call(&toolbox, OPEN).await.unwrap();
        assert_eq!(desk.listings(), calls);
    }
    desk.change(1);
    refused(call(&toolbox, OPEN).await);
    desk.change(0);
    let calls = (0..8).map(|_| call(&toolbox, OPEN));
    for answer in futures_util::future::join_all(calls).await {
        answer.unwrap();
    }
    assert!(desk.listings() <= 3 + 2 + 8, "{}", desk.listings());
}

#[tokio::test(start_paused = true)]
async fn an_older_listing_is_checked_again() {
    let desk = Desk::default();
    let age = Duration::from_secs(60);
    let servers = servers_with(&desk, &ConnectOptions::new().recheck_after(age));
    let toolbox = strict(0, &servers);
    call(&toolbox, OPEN).await.unwrap();
    desk.change(1);
    tokio::time::advance(age / 2).await;
    call(&toolbox, OPEN).await.unwrap();
    tokio::time::advance(age / 2).await;
    refused(call(&toolbox, OPEN).await);
    assert_eq!((desk.arrivals().len(), desk.listings()), (2, 2));
}

#[tokio::test]
async fn permissions_are_asked_at_each_call_of_a_service() {
    let desk = Desk::default();
    let allowed = Arc::new(AtomicBool::new(true));
    let switch = allowed.clone();
    let permissions = Permissions::new().only(move |_| switch.load(Ordering::Relaxed));
    let builder = lazy(0, DriftPolicy::QuarantineServer, &servers(&desk)).permissions(permissions);
    let toolbox = builder.build().unwrap();
    let service = toolbox.service(OPEN).unwrap();
    let run = || service.run(ToolCall::new("1", OPEN, json!({})));
    run().await.unwrap();
    allowed.store(false, Ordering::Relaxed);
    assert_eq!(run().await, Err(CallError::Denied { tool: OPEN }));
    allowed.store(true, Ordering::Relaxed);
    run().await.unwrap();
    assert_eq!(desk.arrivals().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_panic_while_a_server_is_opened_is_a_failure_and_tried_again() {
    let (desk, broken) = (Desk::default(), Arc::new(AtomicBool::new(true)));
    let (inner, is_broken) = (desk.clone(), broken.clone());
    let config = ServerConfig::in_process("desk", move |pipe| {
        assert!(!is_broken.load(Ordering::Relaxed), "{POISON}");
        let (reader, writer) = tokio::io::split(pipe);
        let desk = inner.clone();
        tokio::spawn(async move { desk.serve(reader, writer).await });
    });
    let servers = Servers::lazy(&Config::new([config]), &ConnectOptions::new());
    let toolbox = strict(0, &servers);
    let Err(CallError::Server(error)) = call(&toolbox, OPEN).await else { panic!("it opened") };
    assert_eq!(error.kind(), BackendErrorKind::Unreachable);
    assert_eq!(error.to_string(), "not called: server `desk` could not be opened");
    assert!(error.detail().to_string().contains(POISON), "for the operator");
    assert!(matches!(servers.state("desk"), Some(ServerState::Failed(_))));
    broken.store(false, Ordering::Relaxed);
    tokio::time::advance(Duration::from_secs(60)).await;
    call(&toolbox, OPEN).await.unwrap();
}

#[tokio::test]
async fn permissions_are_asked_before_the_model_is_sent_to_search() {
    let desk = Desk::default();
    let allowed = Arc::new(AtomicBool::new(true));
    let switch = allowed.clone();
    let permissions = Permissions::new().only(move |_| switch.load(Ordering::Relaxed));
    let builder = lazy(0, DriftPolicy::QuarantineServer, &servers(&desk)).permissions(permissions);
    let mut session = builder.build().unwrap().session();
    allowed.store(false, Ordering::Relaxed);
    let told = session.call(ToolCall::new("1", OPEN, json!({}))).await.outcome.to_text();
    assert_eq!(told, "`mcp__desk__open` was not run: you are not allowed to use it.");
    let answer = session.search(&format!("select:{OPEN}"), None);
    assert_eq!(answer.denied(), [OPEN]);
}

/// Over one session, each refusal is one event with its reason, and a server that
/// has changed is told with tool, field, old and new: to the operator alone.
#[tokio::test]
async fn a_refusal_is_one_event_for_the_operator() {
    let desk = Desk::default();
    let builder = lazy(0, DriftPolicy::QuarantineServer, &servers(&desk));
    let toolbox = builder.permissions(Permissions::new().deny([CLOSE]).unwrap()).build().unwrap();
    let (mut session, mut events) = (toolbox.session(), toolbox.events());
    desk.change(1);
    session.promote(OPEN);
    for (name, reason) in
        [(OPEN, "drift"), (CLOSE, "denied"), ("mcp__desk__lock", "hidden"), ("nothing", "unknown")]
    {
        let told = session.call(ToolCall::new("7", name, json!({}))).await.outcome.to_text();
        assert!(!told.contains(POISON), "{told}");
        let mut refusals = Vec::new();
        while let Some(event) = events.try_next() {
            if let EventKind::Refused { reason } = event.kind {
                assert_eq!(event.call.map(|call| call.id.to_string()).as_deref(), Some("7"));
                assert_eq!(event.tool, Some(name).filter(|_| reason != Reason::Unknown));
                refusals.push(reason);
            }
        }
        let [refusal] = refusals.as_slice() else { panic!("{name}: {refusals:?}") };
        assert_eq!(refusal.as_str(), reason);
        if let Reason::Drift(drift) = refusal {
            let [difference] = drift.differences() else { panic!("{drift}") };
            assert_eq!(
                (difference.tool.as_deref(), &*difference.field),
                (Some("open"), "/description")
            );
            assert!(difference.new.as_ref().is_some_and(|new| new.contains(POISON)));
        }
    }
}
