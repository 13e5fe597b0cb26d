//! Servers that come and go: lazy ones, slow ones, those that are asked whether
//! they are there, and the end of it all.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{Bound, Scene, bind, connect, drifted, echo, one, rogue, rogue_named};
use serde_json::json;
use tokio::sync::Notify;
use toolcrib::call::{BackendErrorKind, CallError, ServerState, ToolCall};
use toolcrib::catalog::Catalog;
use toolcrib::mcp::{Config, ConnectOptions, ServerConfig, Servers};
use toolcrib::{Session, Toolbox};
use toolcrib_tests::catalog_of;
use toolcrib_tests::desk::{Desk, manifest};
use toolcrib_tests::wait::{eventually, is_alive, process_ids};

/// What a server of this mode lists, as a program has it.
async fn captured(mode: &str) -> Catalog<'static> {
    let servers = connect(one(rogue(&[mode]))).await;
    let catalog = toolcrib_tests::catalog_of(&servers.manifests().await.unwrap());
    servers.close().await;
    catalog
}

async fn session_echo(session: &mut Session) -> String {
    session.promote("mcp__rogue__echo");
    let call = ToolCall::new("1", "mcp__rogue__echo", json!({"text": "hello"}));
    session.call(call).await.outcome.to_text()
}

#[tokio::test]
async fn nothing_starts_before_the_first_call() {
    let (scene, catalog) = (Scene::new(), captured("good").await);
    let servers = Servers::lazy(&one(scene.server("good")), &ConnectOptions::new());
    let toolbox = Toolbox::builder().catalog_lazy(catalog, servers.clone()).build().unwrap();
    let mut session = toolbox.session();
    assert_eq!(session.search("echo", None).unavailable(), []);
    assert_eq!(servers.state("rogue"), Some(ServerState::Idle));
    assert!(!scene.path("pid").exists(), "started without a call");

    assert_eq!(session_echo(&mut session).await, "\"hello\"");
    assert_eq!(servers.state("rogue"), Some(ServerState::Ready));
    servers.close().await;
}

#[tokio::test]
async fn a_lazy_server_that_differs_is_refused_before_anything_is_sent() {
    let (scene, catalog) = (Scene::new(), captured("turncoat").await);
    std::fs::write(scene.path("file"), "").unwrap();
    let servers = Servers::lazy(&one(scene.server("turncoat")), &ConnectOptions::new());
    let toolbox = Toolbox::builder().catalog_lazy(catalog, servers.clone()).build().unwrap();
    let mut session = toolbox.session();
    let refused = session_echo(&mut session).await;
    assert!(refused.contains("no longer lists what was captured (8 differences)"), "{refused}");
    assert!(!refused.contains("keys"), "the model is not told what it says now: {refused}");
    let states: Vec<_> = toolbox.server_states().collect();
    assert!(matches!(&states[..], [("rogue", ServerState::Refused(_))]), "{states:?}");
    let note = session.search("echo", None);
    assert_eq!(note.unavailable().len(), 1, "the search says so");
    let refused = toolbox.warm_up(&[]).await.unwrap_err();
    let is_drift = |error: &CallError| match error {
        CallError::Server(error) => error.kind() == BackendErrorKind::Drift,
        _ => false,
    };
    assert!(refused.iter().all(is_drift), "not what this toolbox captured: {refused:?}");
    assert_eq!(servers.state("rogue"), Some(ServerState::Ready), "it is there");
    assert!(servers.warm_up_all().await.is_empty());
    assert_eq!(scene.read("calls"), "");
    servers.close().await;
}

#[tokio::test]
async fn a_server_that_is_warm_is_ready() {
    let (scene, catalog) = (Scene::new(), captured("good").await);
    let servers = Servers::lazy(&one(scene.server("good")), &ConnectOptions::new());
    let servers = Bound::new(&servers, catalog);
    servers.of("rogue").warm_up().await.unwrap();
    assert_eq!(servers.state("rogue"), Some(ServerState::Ready));
    let pid = scene.read("pid");
    echo(&servers).await.unwrap();
    assert_eq!(scene.read("pid"), pid);
    let unknown = servers.warm_up("nobody").await.unwrap_err();
    assert_eq!(unknown.to_string(), "there is no server `nobody`");
    servers.close().await;
}

#[tokio::test]
async fn a_slow_server_is_pending_and_the_search_says_so() {
    let (scene, catalog) = (Scene::new(), captured("good").await);
    let config = Config::new([scene.server("slow-start"), rogue_named("other", &["good"])]);
    let servers = Servers::lazy(&config, &ConnectOptions::new());
    let toolbox = Toolbox::builder().catalog_lazy(catalog, servers.clone()).build().unwrap();
    servers.start();
    assert_eq!(servers.state("rogue"), Some(ServerState::Pending));
    let mut session = toolbox.session();
    let search = ToolCall::new("1", "tool_search", json!({"query": "echo"}));
    let told = session.call(search).await.outcome.to_text();
    let note = "The server `rogue` is still connecting: calls of its tools wait for it.";
    assert!(told.contains(note), "{told}");
    // The call waits for it.
    assert_eq!(session_echo(&mut session).await, "\"hello\"");
    assert_eq!(session.search("echo", None).unavailable(), []);
    servers.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_server_slower_than_its_callers_gets_there() {
    let (desk, starts, open) = (Desk::default(), Arc::default(), Arc::new(Notify::new()));
    let (inner, started, opened): (_, Arc<AtomicUsize>, _) =
        (desk.clone(), Arc::clone(&starts), open.clone());
    let config = ServerConfig::in_process("desk", move |pipe| {
        started.fetch_add(1, Ordering::Relaxed);
        let (desk, opened, (reader, writer)) =
            (inner.clone(), opened.clone(), tokio::io::split(pipe));
        tokio::spawn(async move {
            opened.notified().await;
            desk.serve(reader, writer).await;
        });
    });
    let servers = Servers::lazy(&one(config), &ConnectOptions::new());
    let servers = Bound::new(&servers, catalog_of(&[manifest("desk", 0)]));
    let call = || servers.call("desk", "open", serde_json::Map::new());
    for _ in 0..20 {
        tokio::time::timeout(Duration::from_millis(50), call()).await.unwrap_err();
    }
    open.notify_one();
    call().await.unwrap();
    assert_eq!(starts.load(Ordering::Relaxed), 1, "a caller started it anew");
    assert_eq!(desk.arrivals().len(), 1, "a caller who had gone was served");
    servers.close().await;
}

#[tokio::test]
async fn a_server_that_cannot_start_is_told_with_the_reason() {
    let (scene, catalog) = (Scene::new(), captured("good").await);
    let servers = Servers::lazy(&one(scene.server("exit")), &ConnectOptions::new());
    let servers = Bound::new(&servers, catalog);
    let error = servers.warm_up("rogue").await.unwrap_err();
    assert_eq!(error.kind(), BackendErrorKind::Unreachable);
    let Some(ServerState::Failed(why)) = servers.state("rogue") else { panic!("not failed") };
    assert!(why.contains("exited during the handshake") && !why.contains("ROGUE_KEY"), "{why}");
    servers.close().await;
}

#[tokio::test]
async fn the_model_is_told_no_word_of_a_server_that_is_not_verified() {
    let (scene, catalog) = (Scene::new(), captured("good").await);
    for (mode, words, told) in [
        ("error-page-2", "lost", "answered with error -32603 while listing its tools"),
        ("exit", "ROGUE_KEY", "exited during the handshake"),
        ("faulty", "no_schema", "lists tools that cannot be used"),
    ] {
        let servers = Servers::lazy(&one(scene.server(mode)), &ConnectOptions::new());
        let toolbox = Toolbox::builder().catalog_lazy(catalog, servers.clone()).build().unwrap();
        let answer = session_echo(&mut toolbox.session()).await;
        assert!(answer.contains(told) && !answer.contains(words), "{mode}: {answer}");
        let state = format!("{:?}", servers.state("rogue"));
        assert!(state.contains(told) && !state.contains(words), "{mode}: {state}");
        servers.close().await;
    }
}

#[tokio::test]
async fn a_ping_says_whether_a_server_is_there() {
    let options = ConnectOptions::new().timeout(Duration::from_millis(700));
    let servers = Servers::connect(&one(rogue(&["good"])), &options).await.unwrap();
    let servers = bind(&servers).await;
    servers.ping("rogue").await.unwrap();
    servers.close().await;
    assert_eq!(servers.ping("rogue").await.unwrap_err().kind(), BackendErrorKind::Closed);

    let servers = Servers::connect(&one(rogue(&["busy"])), &options).await.unwrap();
    let servers = bind(&servers).await;
    assert_eq!(servers.ping("rogue").await.unwrap_err().kind(), BackendErrorKind::Timeout);
    servers.close().await;
}

#[tokio::test]
async fn a_server_that_does_not_answer_a_ping_is_opened_anew() {
    let every = Duration::from_millis(50);
    for (mode, is_replaced) in [("busy", true), ("good", false)] {
        let scene = Scene::new();
        let options = ConnectOptions::new().timeout(Duration::from_millis(700)).keep_alive(every);
        let servers = Servers::connect(&one(scene.server(mode)), &options).await.unwrap();
        let servers = bind(&servers).await;
        let (pid, connection) = (scene.read("pid"), servers.get("rogue").unwrap());
        match is_replaced {
            true => eventually("it counts as gone", || connection.is_closed()).await,
            false => tokio::time::sleep(every * 10).await,
        }
        echo(&servers).await.unwrap();
        assert_eq!(scene.read("pid") != pid, is_replaced, "{mode}");
        servers.close().await;
    }
}

#[tokio::test]
async fn a_silent_change_is_noticed_where_that_is_asked_for() {
    for (age, is_noticed) in [(Some(Duration::ZERO), true), (None, false)] {
        let scene = Scene::new();
        let mut options = ConnectOptions::new();
        if let Some(age) = age {
            options = options.recheck_after(age);
        }
        let servers = Servers::connect(&one(scene.server("counter")), &options).await.unwrap();
        let servers = bind(&servers).await;
        match echo(&servers).await {
            Ok(_) => assert!(!is_noticed),
            refused => assert!(is_noticed && !drifted(refused).differences().is_empty()),
        }
        servers.close().await;
    }
}

#[tokio::test]
async fn a_second_binding_costs_no_listing() {
    let scene = Scene::new();
    let config = one(scene.server("counter"));
    let servers = Servers::connect(&config, &ConnectOptions::new()).await.unwrap();
    let first = bind(&servers).await;
    echo(&first).await.unwrap();
    let second = bind(&servers).await;
    echo(&second).await.unwrap();
    assert_eq!(scene.read("file"), "1", "listed again");
    servers.close().await;
}

#[cfg(target_os = "linux")]
mod ends {
    use super::*;

    async fn ids(scene: &Scene) -> Vec<String> {
        process_ids(&scene.path("file"), 2).await
    }

    async fn gone(ids: &[String]) {
        eventually("no process is left", || ids.iter().all(|id| !is_alive(id))).await;
    }

    #[tokio::test]
    async fn the_last_handle_takes_the_processes_with_it() {
        let scene = Scene::new();
        let servers = connect(one(scene.server("stubborn"))).await;
        let (clone, ids) = (servers.clone(), ids(&scene).await);
        drop(servers);
        assert!(is_alive(&ids[0]));
        drop(clone);
        gone(&ids).await;
    }

    #[tokio::test]
    async fn a_panic_takes_the_processes_with_it() {
        let scene = Scene::new();
        let servers = connect(one(scene.server("stubborn"))).await;
        let ids = ids(&scene).await;
        let task = tokio::spawn(async move {
            assert_eq!(servers.names(), ["rogue"]);
            panic!("as a user's code may");
        });
        assert!(task.await.unwrap_err().is_panic());
        gone(&ids).await;
    }

    #[tokio::test]
    async fn a_server_that_is_still_starting_is_stopped_too() {
        for by_drop in [false, true] {
            let scene = Scene::new();
            let servers = Servers::lazy(&one(scene.server("mute-orphan")), &ConnectOptions::new());
            servers.start();
            let ids = ids(&scene).await;
            match by_drop {
                true => drop(servers),
                false => servers.close().await,
            }
            gone(&ids).await;
        }
    }

    #[test]
    fn the_end_of_the_program_is_the_end_of_the_runtime() {
        let scene = Scene::new();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let (servers, ids) = runtime
            .block_on(async { (connect(one(scene.server("stubborn"))).await, ids(&scene).await) });
        drop(runtime);
        let again = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        again.block_on(gone(&ids));
        drop(servers);
    }
}
