//! Many calls over several servers that crash, hang and fail while they run.
//!
//! `TOOLCRIB_STRESS` sets how many calls; 1,000 without it.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::rogue_named;
use serde_json::{Map, Value, json};
use toolcrib::catalog::{CapturedFrom, CatalogBuilder, Lock};
use toolcrib::mcp::{CallError, Config, ConnectOptions, Servers};

const SERVERS: usize = 8;
const WORKERS: usize = 16;

/// A linear congruential generator, so that a run can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[derive(Default)]
struct Tally {
    answered: AtomicUsize,
    failed: AtomicUsize,
    unsent: AtomicUsize,
}

async fn pinned() -> Servers {
    let names: Vec<_> = (0..SERVERS).map(|at| format!("rogue{at}")).collect();
    let config = Config::new(names.iter().map(|name| rogue_named(name, &["good"])));
    let options = ConnectOptions::new().call_timeout(Duration::from_secs(5));
    let servers = Servers::connect(&config, &options).await.unwrap();
    let manifests = servers.manifests().await.unwrap();
    let mut builder = CatalogBuilder::new();
    for manifest in &manifests {
        builder.lock(Lock::new(manifest, CapturedFrom::default(), Vec::new()).unwrap());
    }
    let catalog = Box::leak(Box::new(builder.encode().unwrap())).catalog().unwrap();
    for server in catalog.verify(&manifests).unwrap().catalog().servers() {
        servers.pin(server).unwrap();
    }
    servers
}

/// One call; an answer has to be the one that this call asks for.
async fn call(servers: &Servers, number: usize, dice: &mut Dice, tally: &Tally) {
    let server = format!("rogue{}", dice.roll(SERVERS as u64));
    let (tool, arguments, expected) = match dice.roll(100) {
        0 => ("crash", json!({}), None),
        1..=9 => ("fail", json!({}), Some("it failed".to_owned())),
        10..=49 => {
            ("add", json!({"a": number, "b": 1}), Some(format!("{{\"sum\":{}}}", number + 1)))
        }
        _ => ("echo", json!({"text": number}), Some(number.to_string())),
    };
    let Value::Object(arguments) = arguments else { panic!("not an object") };
    let arguments: Map<String, Value> = arguments;
    match servers.call(&server, tool, arguments).await {
        Ok(outcome) => {
            assert_eq!(Some(outcome.to_text()), expected, "{tool} of {server}");
            tally.answered.fetch_add(1, Ordering::Relaxed);
        }
        Err(CallError::Failed { .. }) => {
            tally.failed.fetch_add(1, Ordering::Relaxed);
        }
        Err(CallError::Unavailable { .. }) => {
            tally.unsent.fetch_add(1, Ordering::Relaxed);
        }
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_is_lost_and_no_process_is_left() {
    let calls = std::env::var("TOOLCRIB_STRESS").ok().and_then(|calls| calls.parse().ok());
    let calls: usize = calls.unwrap_or(1_000);
    let (servers, tally) = (pinned().await, Arc::new(Tally::default()));
    let workers = (0..WORKERS).map(|worker| {
        let (servers, tally) = (servers.clone(), tally.clone());
        tokio::spawn(async move {
            let mut dice = Dice(worker as u64 + 1);
            for number in (worker..calls).step_by(WORKERS) {
                call(&servers, number, &mut dice, &tally).await;
            }
        })
    });
    for worker in futures_util::future::join_all(workers).await {
        worker.unwrap();
    }
    servers.close().await;

    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    let (answered, failed) = (count(&tally.answered), count(&tally.failed));
    assert_eq!(answered + failed + count(&tally.unsent), calls);
    assert!(failed > 0, "nothing crashed");
    assert!(answered * 10 > calls * 7, "{answered} of {calls} answered, {failed} failed");
    #[cfg(target_os = "linux")]
    no_children().await;
}

/// Waits until this process has no child left that runs.
#[cfg(target_os = "linux")]
async fn no_children() {
    let me = std::process::id().to_string();
    let children = || {
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
            let stat = std::fs::read_to_string(entry.ok()?.path().join("stat")).ok()?;
            let (_, rest) = stat.rsplit_once(") ")?;
            let mut fields = rest.split(' ');
            let running = !matches!(fields.next(), Some("Z" | "X"));
            (running && fields.next() == Some(&me)).then_some(())
        });
        processes.count()
    };
    for _ in 0..500 {
        if children() == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} processes are left", children());
}
