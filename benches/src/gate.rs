//! What looking at a name costs before anything is run.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use toolcrib::Session;
use toolcrib::call::{Admitted, Backend, BackendError, BackendFuture, Live, Outcome};
use toolcrib::catalog::{CapturedFrom, CatalogBuilder, Encoded, Lock, Manifest};
use toolcrib::toolbox::Toolbox;

type Failure = Box<dyn std::error::Error>;

/// Nanoseconds that a look may cost at 10,000 tools.
const GOAL: f64 = 50.0;
const LOOKS: u32 = 1_000_000;

/// Prints nanoseconds a look, the least of five runs; false where that is more
/// than the goal.
pub(crate) fn run() -> Result<bool, Failure> {
    let session = session()?;
    println!("{} tools", session.view().len());
    let mut good = true;
    for (what, name) in [
        ("open", "mcp__server3__tool_number_7"),
        ("hidden", "mcp__server9__tool_number_999"),
        ("search", "tool_search"),
        ("unknown", "mcp__server9__tool_number_1000"),
    ] {
        let least = (0..5).map(|_| time(&session, name)).fold(f64::INFINITY, f64::min);
        println!("{what:<10}{least:>8.1} ns");
        good &= least <= GOAL;
    }
    Ok(good)
}

fn time(session: &Session, name: &str) -> f64 {
    let start = Instant::now();
    for _ in 0..LOOKS {
        let _ = black_box(session.gate(black_box(name)));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(LOOKS)
}

fn session() -> Result<Session, Failure> {
    let mut builder = CatalogBuilder::new();
    let mut live = Vec::new();
    for server in 0..10 {
        let tools: Vec<Value> = (0..1_000)
            .map(|tool| json!({"name": format!("tool_number_{tool}"), "inputSchema": {"type": "object"}}))
            .collect();
        let list = json!({ "tools": tools }).to_string();
        let manifest = Manifest::parse(&format!("server{server}"), &list)?;
        builder.lock(Lock::new(&manifest, CapturedFrom::default(), Vec::new())?);
        live.push(manifest);
    }
    let encoded: &'static Encoded = Box::leak(Box::new(builder.encode()?));
    let verified = encoded.catalog()?.verify(&live)?;
    let servers = Nowhere(live.into_iter().map(Live::new).collect());
    let mut session = Toolbox::builder().catalog(verified, servers).build()?.session();
    session.promote("mcp__server3__tool_number_7");
    Ok(session)
}

/// Nothing is called here.
pub(crate) struct Nowhere(pub(crate) Vec<Live>);

impl Backend for Nowhere {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        let found = self.0.iter().find(|live| live.manifest().server() == server);
        found.cloned().map(Some).ok_or_else(|| BackendError::unknown_server(server))
    }

    fn call<'a>(&'a self, _: Admitted<'a>) -> BackendFuture<'a> {
        Box::pin(async { Ok(Outcome::text("")) })
    }
}
