//! Many calls through eight servers that crash, hang, are killed and come back,
//! some of them as what they were not.
//!
//! `TOOLCRIB_STRESS` says how many calls, 1,000 without it;
//! `TOOLCRIB_STRESS_SEED` which dice.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use common::{Bound, arguments, bind, rogue_named};
use serde_json::json;
use toolcrib::call::BackendErrorKind;
use toolcrib::mcp::{Config, ConnectOptions, Servers};
use toolcrib_tests::wait::eventually;

const SERVERS: u64 = 8;
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

/// What a call came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Answered,
    /// Sent, and never answered: it may have run.
    Lost,
    Unsent,
    /// Unsent, because the server is not what it was.
    Refused,
}

fn variable(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The files of one server: if `turn` is there when it starts, it has turned.
struct Files {
    turn: PathBuf,
    pid: PathBuf,
    calls: PathBuf,
}

impl Files {
    fn of(folder: &Path, server: u64) -> Self {
        let file = |what: &str| folder.join(format!("{what}-{server}"));
        Self { turn: file("turn"), pid: file("pid"), calls: file("calls") }
    }
}

async fn connect(folder: &Path) -> Bound {
    let server = |at: u64| {
        let files = Files::of(folder, at);
        rogue_named(&format!("rogue{at}"), &["turncoat", files.turn.to_str().unwrap()])
            .with_env("ROGUE_PID", files.pid.to_str().unwrap())
            .with_env("ROGUE_CALLS", files.calls.to_str().unwrap())
    };
    let options = ConnectOptions::new().call_timeout(Duration::from_secs(2));
    let config = Config::new((0..SERVERS).map(server));
    let servers = Servers::connect(&config, &options).await.unwrap();
    bind(&servers).await
}

/// One call; an answer has to be the one that this call asks for.
async fn call(servers: &Bound, nonce: usize, dice: &mut Dice) -> End {
    let server = format!("rogue{}", dice.roll(SERVERS));
    let (tool, expected) = match dice.roll(200) {
        0 => ("crash", None),
        1 => ("half", None),
        2 => ("last", Some("goodbye".into())),
        3 => ("hang", None),
        4..=13 => ("double", Some("first".into())),
        14..=23 => ("fail", Some("it failed".into())),
        24..=90 => ("add", Some(format!("{{\"sum\":{}}}", nonce + 1))),
        _ => ("echo", Some(nonce.to_string())),
    };
    let values = arguments(json!({"nonce": nonce, "text": nonce, "a": nonce, "b": 1}));
    match servers.call(&server, tool, values).await {
        Ok(outcome) => {
            assert_eq!(Some(outcome.to_text()), expected, "{tool} of {server}");
            End::Answered
        }
        Err(error) => match error.kind() {
            BackendErrorKind::Unreachable => End::Unsent,
            BackendErrorKind::Drift => End::Refused,
            _ if error.is_unsent() => panic!("{error}"),
            _ => End::Lost,
        },
    }
}

/// Kills a server, and decides as what the next one comes.
fn kill(folder: &Path, dice: &mut Dice) {
    let files = Files::of(folder, dice.roll(SERVERS));
    match dice.roll(4) {
        0 => std::fs::write(&files.turn, "").unwrap(),
        _ => drop(std::fs::remove_file(&files.turn)),
    }
    let pid = std::fs::read_to_string(&files.pid).unwrap_or_default();
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let parent = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1));
    if parent == Some(&std::process::id().to_string()) {
        // One that has ended meanwhile is as good.
        let _ = std::process::Command::new("kill").args(["-9", &pid]).status();
    }
}

/// A kill for every fiftieth answer.
async fn kill_now_and_then(
    folder: PathBuf,
    seed: u64,
    done: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
) {
    let (mut dice, mut kills) = (Dice(seed), 0);
    while !stop.load(Ordering::Relaxed) {
        if done.load(Ordering::Relaxed) > kills * 50 {
            kills += 1;
            kill(&folder, &mut dice);
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Bytes of memory that this process has in use.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// All calls; how each ended, and the memory after a fifth of them.
async fn run(servers: &Bound, folder: &Path, calls: usize, seed: u64) -> (Vec<End>, usize) {
    let (done, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let early = Arc::new(AtomicUsize::new(0));
    let killer = kill_now_and_then(folder.into(), seed + 1_000, done.clone(), stop.clone());
    let killer = tokio::spawn(killer);
    let workers = (0..WORKERS).map(|worker| {
        let (servers, done, early) = (servers.clone(), done.clone(), early.clone());
        tokio::spawn(async move {
            let mut dice = Dice(seed * 100 + worker as u64);
            let mut ends = Vec::new();
            for nonce in (worker..calls).step_by(WORKERS) {
                let end = call(&servers, nonce, &mut dice).await;
                ends.push((nonce, end));
                match end {
                    End::Answered => drop(done.fetch_add(1, Ordering::Relaxed)),
                    // Whoever is told to wait does.
                    _ => tokio::time::sleep(Duration::from_millis(5)).await,
                }
                if nonce == calls / 5 {
                    early.store(resident(), Ordering::Relaxed);
                }
            }
            ends
        })
    });
    let mut ends = vec![End::Unsent; calls];
    for worker in futures_util::future::join_all(workers).await {
        for (nonce, end) in worker.unwrap() {
            ends[nonce] = end;
        }
    }
    stop.store(true, Ordering::Relaxed);
    killer.await.unwrap();
    (ends, early.load(Ordering::Relaxed))
}

/// How often the servers ran each call.
fn ran(folder: &Path) -> HashMap<usize, usize> {
    let mut ran = HashMap::new();
    for server in 0..SERVERS {
        let log = std::fs::read_to_string(Files::of(folder, server).calls).unwrap_or_default();
        assert!(!log.contains("TURNED"), "rogue{server} was called after it had turned");
        for line in log.lines() {
            let nonce = line.rsplit_once(' ').unwrap().1.parse().unwrap();
            *ran.entry(nonce).or_insert(0) += 1;
        }
    }
    ran
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_is_lost_and_no_process_is_left() {
    let calls = variable("TOOLCRIB_STRESS", 1_000);
    let seed = variable("TOOLCRIB_STRESS_SEED", 1) as u64;
    let folder = tempfile::tempdir().unwrap();
    let servers = connect(folder.path()).await;
    let (ends, early) = run(&servers, folder.path(), calls, seed).await;
    let late = resident();
    servers.close().await;

    let ran = ran(folder.path());
    for (nonce, end) in ends.iter().enumerate() {
        let times = ran.get(&nonce).copied().unwrap_or(0);
        let right = match end {
            End::Answered => times == 1,
            End::Lost => times <= 1,
            End::Unsent | End::Refused => times == 0,
        };
        assert!(right, "call {nonce} ran {times} times, and was {end:?}");
    }
    let count = |which: End| ends.iter().filter(|end| **end == which).count();
    let [answered, lost, unsent, refused] =
        [End::Answered, End::Lost, End::Unsent, End::Refused].map(count);
    println!(
        "seed {seed}: of {calls} calls {answered} answered, {lost} lost with their server, \
         {unsent} and {refused} not sent (unreachable, turned); memory {} MB after a fifth, {} MB",
        early / 1_000_000,
        late / 1_000_000
    );
    assert!(lost > 0 && refused > 0, "nothing was killed, nothing turned");
    assert!(answered * 4 > calls, "{answered} of {calls} answered");
    assert!(late < early + early / 2 + 30_000_000, "{early} bytes have grown to {late}");
    no_process_of(folder.path()).await;
}

/// Waits until no process is left that was started with a path in the folder,
/// whoever its parent is by now.
async fn no_process_of(folder: &Path) {
    let folder = folder.to_str().unwrap().to_owned();
    let is_left = move || {
        std::fs::read_dir("/proc").unwrap().filter_map(Result::ok).any(|process| {
            let command = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains(&folder)
        })
    };
    eventually("no process is left", || !is_left()).await;
}
