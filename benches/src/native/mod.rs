//! What a call of a native tool costs beside decoding and calling by hand.

pub(crate) mod subjects;

use std::error::Error;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use subjects::{
    ARGUMENTS, as_tool, by_hand, def, layered, model_call, post, post_async, run_session, run_tool,
    run_toolbox, toolbox,
};
use toolcrib::Contexts;
use toolcrib::call::ToolCall;

/// The goal: a call through the toolbox costs at most so many times what is
/// needed anyway.
const GOAL: f64 = 1.3;
/// The goal for everything that stands around a call of a session, in ns.
const AROUND: f64 = 3_000.0;
const ROUNDS: usize = 200;
const CALLS: usize = 2_000;

/// One way to call: its name, and one round of it.
type Row<'a> = (&'static str, Box<dyn FnMut() -> Duration + 'a>);

/// Prints the figures; `false` when a goal is missed.
pub(crate) fn run() -> Result<bool, Box<dyn Error>> {
    let contexts = Contexts::new();
    let (sync, wait) = (def::<post>().ok_or("no tool")?, def::<post_async>().ok_or("no tool")?);
    if as_tool(sync, &contexts, ARGUMENTS) != by_hand(ARGUMENTS) {
        return Err("the tool does not answer what the function answers".into());
    }
    let (plain, wrapped, watched) = (toolbox()?, layered()?, toolbox()?);
    let [mut session, mut other, mut in_layers, mut seen] =
        [plain.session(), plain.session(), wrapped.session(), watched.session()];
    let mut events = watched.events();
    let rows: Vec<Row<'_>> = vec![
        text("by hand", |text| !by_hand(text).is_empty()),
        text("ToolDef::call", |text| run_tool(sync, &contexts, text)),
        text("ToolDef::call, async", |text| run_tool(wait, &contexts, text)),
        text("Toolbox::call", |text| run_toolbox(&plain, "post", text)),
        text("Toolbox::call, async", |text| run_toolbox(&plain, "post_async", text)),
        calls("Session::call", "post", |call| run_session(&mut session, call)),
        calls("Session::call, async", "post_async", |call| run_session(&mut other, call)),
        calls("  with a custom layer", "post", |call| run_session(&mut in_layers, call)),
        calls("  with a listener to events", "post", |call| {
            let fine = run_session(&mut seen, call);
            fine && events.try_next().is_some() && events.try_next().is_some()
        }),
    ];
    let good = report(&measure(rows));
    allocations();
    Ok(good)
}

/// Calls with the same text each time.
fn text<'a>(name: &'static str, mut run: impl FnMut(&str) -> bool + 'a) -> Row<'a> {
    let round = move || {
        let start = Instant::now();
        for _ in 0..CALLS {
            black_box(run(black_box(ARGUMENTS)));
        }
        start.elapsed()
    };
    (name, Box::new(round))
}

/// Calls with what a model sent, which is made before the clock starts.
fn calls<'a>(
    name: &'static str,
    tool: &'static str,
    mut run: impl FnMut(ToolCall) -> bool + 'a,
) -> Row<'a> {
    let round = move || {
        let calls = vec![model_call(tool); CALLS];
        let start = Instant::now();
        for call in calls {
            black_box(run(call));
        }
        start.elapsed()
    };
    (name, Box::new(round))
}

/// In ns a call: the least of many rounds is what the machine can do undisturbed.
fn measure(mut rows: Vec<Row<'_>>) -> Vec<(&'static str, f64)> {
    let mut best: Vec<Duration> = vec![Duration::MAX; rows.len()];
    for _ in 0..ROUNDS {
        for ((_, round), best) in rows.iter_mut().zip(&mut best) {
            *best = (*best).min(round());
        }
    }
    let ns = best.iter().map(|best| best.as_secs_f64() * 1e9 / CALLS as f64);
    rows.iter().map(|(name, _)| *name).zip(ns).collect()
}

fn report(rows: &[(&'static str, f64)]) -> bool {
    let ns = |of: &str| rows.iter().find(|(name, _)| *name == of).map_or(f64::NAN, |(_, ns)| *ns);
    let hand = ns("by hand");
    for (name, ns) in rows {
        println!("{name:28}{ns:8.1} ns  ratio {:.2}", ns / hand);
    }
    let (toolbox, around) = (ns("Toolbox::call") / hand, ns("Session::call") - hand);
    println!("\nthrough the toolbox {toolbox:.2} times by hand (goal: {GOAL})");
    println!("all layers of a session {:.3} µs (goal: {})", around / 1e3, AROUND / 1e3);
    toolbox <= GOAL && around <= AROUND
}

/// Counted by a program of its own: counting takes time.
fn allocations() {
    let beside = std::env::current_exe().map(|path| path.with_file_name("native-allocations"));
    let ran = beside.and_then(|path| Command::new(path).status());
    if !ran.is_ok_and(|status| status.success()) {
        println!("\nallocations: cargo run --release -p toolcrib-benches --bin native-allocations");
    }
}
