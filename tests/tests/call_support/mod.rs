//! Servers that do what the arguments of a call say.

// Each test uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use toolcrib::Toolbox;
use toolcrib::call::{
    Admitted, Backend, BackendError, BackendErrorKind, BackendFuture, Content, Fresh,
    ListingFuture, Live, Outcome, ToolCall,
};
use toolcrib::catalog::Manifest;
use toolcrib::toolbox::Builder;
use toolcrib_tests::{Listings, catalog_of};

/// What a call is to come to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Do {
    Answer,
    Sleep,
    Hang,
    Lost,
    LostLate,
    Drift,
    ToolError,
    PanicAtOnce,
    PanicLate,
    Flood,
}

impl Do {
    /// As text, which lives as long as the test.
    pub(crate) fn arguments(self) -> &'static str {
        json!({ "do": format!("{self:?}") }).to_string().leak()
    }
}

pub(crate) fn call(name: &str, arguments: impl Into<Value>) -> ToolCall {
    ToolCall::new("call-1", name, arguments.into())
}

/// Counts what is called.
#[derive(Debug, Default)]
pub(crate) struct Script {
    calls: AtomicUsize,
    listed: AtomicUsize,
    /// So many of the next calls are lost.
    failing: AtomicUsize,
    running: Mutex<BTreeMap<String, (usize, usize)>>,
}

impl Script {
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// How often a server was asked what it lists.
    pub(crate) fn listed(&self) -> usize {
        self.listed.load(Ordering::Relaxed)
    }

    pub(crate) fn fail(&self, calls: usize) {
        self.failing.store(calls, Ordering::Relaxed);
    }

    pub(crate) fn running(&self) -> usize {
        self.running.lock().unwrap().values().map(|(now, _)| now).sum()
    }

    /// The most calls of a server that ran at the same time.
    pub(crate) fn most(&self, server: &str) -> usize {
        self.running.lock().unwrap()[server].1
    }
}

struct Running(Arc<Script>, String);

impl Running {
    fn new(script: &Arc<Script>, server: &str) -> Self {
        script.calls.fetch_add(1, Ordering::Relaxed);
        let mut running = script.running.lock().unwrap();
        let (now, most) = running.entry(server.to_owned()).or_default();
        *now += 1;
        *most = (*most).max(*now);
        drop(running);
        Self(script.clone(), server.to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A panic of the script is part of it.
        let mut running = self.0.running.lock().unwrap();
        running.get_mut(&self.1).unwrap().0 -= 1;
    }
}

struct Scripted(Arc<Script>, Listings);

impl Backend for Scripted {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        self.1.of(server).cloned().map(Some)
    }

    fn listing<'a>(&'a self, server: &'a str, _: Fresh) -> ListingFuture<'a> {
        self.0.listed.fetch_add(1, Ordering::Relaxed);
        Box::pin(std::future::ready(self.1.of(server).cloned()))
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        let server = call.server();
        let arguments = call.depart(self.1.of(server).unwrap()).unwrap();
        let what = arguments.get("do").and_then(Value::as_str).unwrap_or_default().to_owned();
        assert_ne!(what, "PanicAtOnce");
        let running = Running::new(&self.0, server);
        let fail = |left: usize| left.checked_sub(1);
        let fails = self.0.failing.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fail).is_ok();
        Box::pin(async move {
            let _running = running;
            let lost = BackendError::new(server, "lost").with_kind(BackendErrorKind::Lost);
            match what.as_str() {
                _ if fails => Err(lost),
                "Lost" => Err(lost),
                "LostLate" => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    Err(lost)
                }
                "Drift" => Err(lost.with_kind(BackendErrorKind::Drift)),
                "Sleep" => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    Ok(Outcome::text("slept"))
                }
                "Hang" => std::future::pending().await,
                "ToolError" => Ok(Outcome::error("it failed")),
                "PanicLate" => {
                    tokio::task::yield_now().await;
                    panic!("late")
                }
                "Flood" => {
                    let image =
                        Content::Image { data: "A".repeat(200), media_type: "image/png".into() };
                    Ok(Outcome::content(vec![Content::Text("é".repeat(150_000)), image]))
                }
                _ => Ok(Outcome::text("answer")),
            }
        })
    }
}

fn manifest(server: &str) -> Manifest {
    let tool = |name: &str, annotations: Value| {
        json!({"name": name, "description": "Does what it is told.", "annotations": annotations,
               "inputSchema": {"type": "object", "properties": {"do": {"type": "string"}}}})
    };
    let tools = [tool("read", json!({"readOnlyHint": true})), tool("write", json!({}))];
    Manifest::parse(server, &json!({ "tools": tools }).to_string()).unwrap()
}

/// A toolbox of two such servers, `desk` and `other`, each with the tools
/// `read`, which only reads, and `write`.
pub(crate) fn toolbox_of(build: impl FnOnce(Builder) -> Builder) -> (Toolbox, Arc<Script>) {
    let script = Arc::new(Script::default());
    let live = [manifest("desk"), manifest("other")];
    let verified = catalog_of(&live).verify(&live).unwrap();
    let builder =
        Toolbox::builder().catalog(verified, Scripted(script.clone(), Listings::new(live)));
    (build(builder).build().unwrap(), script)
}
