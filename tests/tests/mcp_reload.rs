//! An edited configuration: what is the same goes on, what is not is opened and
//! compared anew, and nothing is called in between that has not been.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;

use common::{Bound, Scene, arguments, bind, connect, drifted, echo, one};
use serde_json::json;
use toolcrib::call::{BackendError, BackendErrorKind};
use toolcrib_tests::wait::{eventually, is_alive};

/// An `.mcp.json` with these servers; `variable` goes into their environment.
fn write_config(scene: &Scene, names: &[&str], variable: &str) -> PathBuf {
    let server = |name: &&str| {
        let file = |what: &str| scene.path(&format!("{what}-{name}"));
        let env = json!({
            "ROGUE_PID": file("pid"), "ROGUE_CALLS": file("calls"), "VARIABLE": variable,
        });
        let args = ["good"];
        ((*name).into(), json!({"command": env!("CARGO_BIN_EXE_rogue"), "args": args, "env": env}))
    };
    let servers: serde_json::Map<_, _> = names.iter().map(server).collect();
    let path = scene.path(".mcp.json");
    std::fs::write(&path, json!({ "mcpServers": servers }).to_string()).unwrap();
    path
}

async fn echo_of(servers: &Bound, name: &str) -> Result<String, BackendError> {
    let outcome = servers.call(name, "echo", arguments(json!({"text": 1}))).await;
    outcome.map(|outcome| outcome.to_text())
}

#[tokio::test]
async fn only_what_has_changed_in_the_configuration_is_opened_anew() {
    let scene = Scene::new();
    let path = write_config(&scene, &["a", "b", "c"], "1");
    let servers = toolcrib::mcp::connect(&path).await.unwrap();
    let servers = bind(&servers).await;
    let pids = || ["a", "b", "c"].map(|name| scene.read(&format!("pid-{name}")));
    let before = pids();

    write_config(&scene, &["a", "b", "c"], "1");
    let touched = servers.refresh(&path).await.unwrap();
    assert_eq!(touched.kept, ["a", "b", "c"], "touched, not edited");

    // `a` goes, `b` and `c` change, `d` comes.
    write_config(&scene, &["b", "c", "d"], "2");
    let edited = servers.refresh(&path).await.unwrap();
    assert_eq!(
        (&*edited.changed, &*edited.added, &*edited.removed),
        (&["b".into(), "c".into()][..], &["d".into()][..], &["a".into()][..])
    );
    assert_eq!(servers.names(), ["b", "c", "d"]);
    assert_eq!(echo_of(&servers, "b").await.unwrap(), "1", "still what was captured");
    let gone = echo_of(&servers, "a").await.unwrap_err();
    assert_eq!(gone.kind(), BackendErrorKind::Refused);
    assert_eq!(gone.to_string(), "there is no server `a`");
    eventually("b and c are new", || {
        let now = pids();
        now[1] != before[1] && now[2] != before[2]
    })
    .await;
    #[cfg(target_os = "linux")]
    eventually("the old ones are gone", || before.iter().all(|id| !is_alive(id))).await;

    // What comes back has to be what it was.
    write_config(&scene, &["a", "b", "c", "d"], "2");
    servers.refresh(&path).await.unwrap();
    assert_eq!(echo_of(&servers, "a").await.unwrap(), "1");
    servers.close().await;

    write_config(&scene, &["e"], "3");
    servers.refresh(&path).await.unwrap();
    assert_eq!(servers.names(), ["a", "b", "c", "d"], "closed for good");
}

#[tokio::test]
async fn a_configuration_that_cannot_be_used_changes_nothing() {
    let scene = Scene::new();
    let path = write_config(&scene, &["a"], "1");
    let servers = toolcrib::mcp::connect(&path).await.unwrap();
    let servers = bind(&servers).await;
    std::fs::write(&path, "{").unwrap();
    servers.refresh(&path).await.unwrap_err();
    assert_eq!(echo_of(&servers, "a").await.unwrap(), "1");
    servers.close().await;
}

#[tokio::test]
async fn an_edited_server_that_differs_is_not_called() {
    let scene = Scene::new();
    let config = |mode: &str| one(scene.server(mode));
    let servers = connect(config("good")).await;
    let servers = bind(&servers).await;
    echo(&servers).await.unwrap();
    std::fs::write(scene.path("file"), "").unwrap();
    servers.reload(&config("turncoat")).await;
    drifted(echo(&servers).await);
    assert_eq!(scene.read("calls").lines().count(), 1);
    servers.reload(&config("good")).await;
    echo(&servers).await.unwrap();
    servers.close().await;
}

#[tokio::test]
async fn calls_under_way_end_where_they_began() {
    let scene = Scene::new();
    let server = |variable: &str| one(scene.server("good").with_env("VARIABLE", variable));
    let servers = connect(server("1")).await;
    let servers = bind(&servers).await;
    let slow = servers.clone();
    let slow = tokio::spawn(async move { slow.call("rogue", "slow", arguments(json!({}))).await });
    eventually("the call is under way", || scene.read("calls").contains("slow")).await;
    let old = scene.read("pid");
    assert_eq!(servers.reload(&server("2")).await.changed, ["rogue"]);
    echo(&servers).await.unwrap();
    assert_ne!(scene.read("pid"), old);
    assert_eq!(slow.await.unwrap().unwrap().to_text(), "late");
    #[cfg(target_os = "linux")]
    eventually("the old server is gone", || !is_alive(&old)).await;
    servers.close().await;
}
