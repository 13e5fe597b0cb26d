//! What a request costs in which all tools are sent.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use serde_json::json;
use toolcrib::Session;
use toolcrib::call::Live;
use toolcrib::catalog::{CapturedFrom, CatalogBuilder, Encoded, Lock, Manifest};
use toolcrib::session::Mode;
use toolcrib::toolbox::Toolbox;
use toolcrib::wire::{Anthropic, Gemini, OpenAiChat, Wire};

use crate::data::{self, Tool};
use crate::gate::Nowhere;

const ROUNDS: u32 = 20;

/// Prints, for each shape, the first request of a session and a later one as
/// ratios against writing the same array of tools with serde_json; false where a
/// later one takes more than five times as long.
pub(crate) fn run(tools: &Path) -> Result<bool, Box<dyn Error>> {
    let tools = data::tools(tools)?;
    let mut good = true;
    println!("{:<12}{:>8}{:>8}{:>8}   (writing the array = 1)", "", "tools", "first", "later");
    let wires: [(_, _, &dyn Wire); 3] = [
        ("Anthropic", 1_000, &Anthropic),
        // It takes no more.
        ("OpenAI", 128, &OpenAiChat),
        ("Gemini", 1_000, &Gemini),
    ];
    for (what, sent, wire) in wires {
        good &= row(what, &data::spread(&tools, sent), wire)?;
    }
    Ok(good)
}

fn row(what: &str, tools: &[Tool], wire: &dyn Wire) -> Result<bool, Box<dyn Error>> {
    let session = session(tools, wire)?;
    let start = Instant::now();
    let array = session.request(wire)?.tools;
    let first = start.elapsed().as_secs_f64();
    let later = least(|| session.request(wire).is_ok());
    let written = least(|| serde_json::to_string(&array).is_ok());
    let (first, later) = (first / written, later / written);
    println!("{what:<12}{:>8}{first:>8.1}{later:>8.1}", session.view().len());
    Ok(later <= 5.0)
}

/// Seconds of the fastest round.
fn least(mut work: impl FnMut() -> bool) -> f64 {
    let mut round = || {
        let start = Instant::now();
        assert!(black_box(work()), "the measured work failed");
        start.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

/// All of the tools that the provider takes, from one server, none of them deferred.
fn session(tools: &[Tool], wire: &dyn Wire) -> Result<Session, Box<dyn Error>> {
    let takes = |schema: &str| {
        let schema: serde_json::Value = serde_json::from_str(schema).ok()?;
        let spec = toolcrib::wire::ToolSpec::new("x", "", schema);
        wire.tool(&spec).is_ok().then_some(spec.input_schema)
    };
    let taken = tools.iter().filter_map(|tool| Some((tool, takes(&tool.schema)?)));
    let list: Vec<_> = taken
        .enumerate()
        .map(|(number, (tool, schema))| {
            json!({"name": format!("tool_{number}"), "description": tool.description, "inputSchema": schema})
        })
        .collect();
    let manifest = Manifest::parse("live", &json!({ "tools": list }).to_string())?;
    let lock = Lock::new(&manifest, CapturedFrom::default(), Vec::new())?;
    let encoded: &'static Encoded = Box::leak(Box::new(CatalogBuilder::new().lock(lock).encode()?));
    let verified = encoded.catalog()?.verify(std::slice::from_ref(&manifest))?;
    let servers = Nowhere(vec![Live::new(manifest)]);
    let toolbox = Toolbox::builder().catalog(verified, servers).mode(Mode::Off).build()?;
    Ok(toolbox.session())
}
