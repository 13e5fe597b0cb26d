//! What a call of an MCP tool costs beside the official client alone.

mod core;
pub(crate) mod server;

use std::error::Error;
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::model::CallToolRequestParams;
use rmcp::service::{RunningService, ServiceExt};
use rmcp::transport::TokioChildProcess;
use serde_json::{Map, Value, json};
use toolcrib::call::{Binding, ToolCall};
use toolcrib::catalog::{CapturedFrom, Catalog, CatalogBuilder, DriftPolicy, Encoded, Lock};
use toolcrib::mcp::{Config, ConnectOptions, ServerConfig, Servers};
use toolcrib::{Session, Toolbox};

use crate::readme;

type Failure = Box<dyn Error>;

/// A call costs at most so many times what the client alone takes.
const GOAL: f64 = 1.05;
/// Each with processes of its own.
const BATCHES: usize = 9;
const ROUNDS: usize = 400;
/// Few enough that most rounds end before another program gets the core.
const CALLS: usize = 10;
const STARTS: usize = 15;
/// The argument by which this program is the server.
pub(crate) const SERVER: &str = "echo-server";

/// Prints the figures, and writes them into the page on demand; `false` when the
/// goal is missed.
pub(crate) fn run(write: bool) -> Result<bool, Failure> {
    let place = core::stay_on_one();
    println!("{place}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (steady, good) = steady().await?;
        print!("{steady}");
        let starts = starts().await?;
        println!("{starts}");
        if write {
            readme::write("calls", &format!("```text\n{place}\n{steady}{starts}\n```"))?;
        }
        Ok(good)
    })
}

/// The three ways to the same server, each with a process of its own.
struct Ways {
    alone: RunningService<RoleClient, ()>,
    servers: Servers,
    bound: Binding,
    /// Those of the session.
    others: Servers,
    session: Session,
}

fn config() -> Result<Config, Failure> {
    let me = std::env::current_exe()?.display().to_string();
    Ok(Config::new([ServerConfig::stdio("echo", me, [SERVER])]))
}

async fn catalog() -> Result<Catalog<'static>, Failure> {
    let servers = Servers::connect(&config()?, &ConnectOptions::new()).await?;
    let mut builder = CatalogBuilder::new();
    for manifest in servers.manifests().await? {
        builder.lock(Lock::new(&manifest, CapturedFrom::default(), Vec::new())?);
    }
    servers.close().await;
    let encoded: &'static Encoded = Box::leak(Box::new(builder.encode()?));
    Ok(encoded.catalog()?)
}

fn session(catalog: Catalog<'static>, servers: &Servers) -> Result<Session, Failure> {
    let toolbox = Toolbox::builder().catalog_lazy(catalog, servers.clone()).build()?;
    let mut session = toolbox.session();
    session.promote("mcp__echo__echo");
    Ok(session)
}

impl Ways {
    async fn open() -> Result<Self, Failure> {
        let mut command = tokio::process::Command::new(std::env::current_exe()?);
        command.arg(SERVER);
        let alone = ().serve(TokioChildProcess::new(command)?).await?;
        let servers = Servers::lazy(&config()?, &ConnectOptions::new());
        let others = Servers::lazy(&config()?, &ConnectOptions::new());
        let catalog = catalog().await?;
        let session = session(catalog, &others)?;
        let echo = catalog.server("echo").ok_or("no server")?;
        let bound = servers.bind(echo, DriftPolicy::QuarantineServer)?;
        Ok(Self { alone, servers, bound, others, session })
    }

    async fn close(self) -> Result<(), Failure> {
        self.servers.close().await;
        self.others.close().await;
        self.alone.cancel().await?;
        Ok(())
    }

    async fn alone(&self, arguments: Map<String, Value>) -> Result<(), Failure> {
        let params = CallToolRequestParams::new("echo").with_arguments(arguments);
        let result = self.alone.peer().call_tool(params).await?;
        if result.content.len() == 1 { Ok(()) } else { Err("no answer".into()) }
    }

    async fn pooled(&self, arguments: Map<String, Value>) -> Result<(), Failure> {
        let outcome = self.bound.call("echo", arguments).await?;
        if outcome.content.len() == 1 { Ok(()) } else { Err("no answer".into()) }
    }

    async fn whole(&mut self, arguments: Map<String, Value>) -> Result<(), Failure> {
        let call = ToolCall::new("1", "mcp__echo__echo", Value::Object(arguments));
        let outcome = self.session.call(call).await.outcome;
        if outcome.is_error { Err(outcome.to_text().into()) } else { Ok(()) }
    }

    /// Microseconds a call, by each way; the first way changes with the round.
    async fn round(&mut self, round: usize) -> Result<[f64; 3], Failure> {
        let mut times = [0.0; 3];
        for turn in 0..3 {
            let way = (round + turn) % 3;
            let start = Instant::now();
            for _ in 0..CALLS {
                match way {
                    0 => self.alone(arguments()).await?,
                    1 => self.pooled(arguments()).await?,
                    _ => self.whole(arguments()).await?,
                }
            }
            times[way] = start.elapsed().as_secs_f64() * 1e6 / CALLS as f64;
        }
        Ok(times)
    }
}

fn arguments() -> Map<String, Value> {
    let text = "The build of the release branch failed in the third step, at the tests.";
    [("text".to_owned(), json!(text))].into_iter().collect()
}

/// Calls one after the other through connections that stand.
async fn steady() -> Result<(String, bool), Failure> {
    let mut batches = Vec::new();
    for _ in 0..BATCHES {
        batches.push(batch().await?);
    }
    Ok(report(&batches))
}

/// The time of a call by each way: the least of all rounds, since whatever else the
/// machine does can only add to it.
async fn batch() -> Result<[f64; 3], Failure> {
    let mut ways = Ways::open().await?;
    ways.round(0).await?;
    let mut least = [f64::INFINITY; 3];
    for round in 0..ROUNDS {
        let times = ways.round(round).await?;
        least = std::array::from_fn(|way| least[way].min(times[way]));
    }
    ways.close().await?;
    Ok(least)
}

/// The medians over the batches, and from where to where their ratios go.
fn report(batches: &[[f64; 3]]) -> (String, bool) {
    let (mut text, mut good) = (String::new(), true);
    for (way, name) in ["rmcp alone", "through Servers", "through Session"].iter().enumerate() {
        let time = median(batches.iter().map(|batch| batch[way]).collect());
        let ratios: Vec<f64> = batches.iter().map(|batch| batch[way] / batch[0]).collect();
        let (least, most) = (
            ratios.iter().copied().fold(f64::INFINITY, f64::min),
            ratios.iter().copied().fold(0.0, f64::max),
        );
        let ratio = median(ratios);
        let range = format!("({least:.3} to {most:.3})");
        text += &format!("{name:<18}{time:>8.1} µs  ratio {ratio:.3}  {range}\n");
        good &= ratio <= GOAL;
    }
    if !good {
        text += &format!("missed: more than {GOAL} times the client alone\n");
    }
    (text, good)
}

/// The first call of a server that is cold, and of one that is warm.
async fn starts() -> Result<String, Failure> {
    let catalog = catalog().await?;
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        for (times, is_warm) in [(&mut cold, false), (&mut warm, true)] {
            let servers = Servers::lazy(&config()?, &ConnectOptions::new());
            let mut session = session(catalog, &servers)?;
            if is_warm {
                servers.warm_up("echo").await?;
            }
            let call = ToolCall::new("1", "mcp__echo__echo", Value::Object(arguments()));
            let start = Instant::now();
            let outcome = session.call(call).await.outcome;
            times.push(millis(start.elapsed()));
            servers.close().await;
            if outcome.is_error {
                return Err(outcome.to_text().into());
            }
        }
    }
    let (cold, warm) = (median(cold), median(warm));
    Ok(format!(
        "first call, cold  {cold:>8.2} ms  (start, handshake, listing, comparison, call)\n\
         first call, warm  {warm:>8.2} ms"
    ))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
