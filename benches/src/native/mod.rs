//! What a call of a native tool costs beside decoding and calling by hand.

pub(crate) mod subjects;

use std::hint::black_box;
use std::time::{Duration, Instant};

use subjects::{ARGUMENTS, as_tool, by_hand, def, post, post_async, run_tool};
use toolcrib::Contexts;

/// The goal: a call costs at most so many times what is needed anyway.
const GOAL: f64 = 1.3;
const ROUNDS: usize = 200;
const CALLS: u32 = 2_000;

/// Prints the figures; `false` when the goal is missed.
pub(crate) fn run() -> Result<bool, Box<dyn std::error::Error>> {
    let contexts = Contexts::new();
    let sync = def::<post>().ok_or("no tool")?;
    let wait = def::<post_async>().ok_or("no tool")?;
    if as_tool(sync, &contexts, ARGUMENTS) != by_hand(ARGUMENTS) {
        return Err("the tool does not answer what the function answers".into());
    }
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        let hand = time(|text| !by_hand(text).is_empty());
        let sync = time(|text| run_tool(sync, &contexts, text));
        let wait = time(|text| run_tool(wait, &contexts, text));
        for (best, time) in best.iter_mut().zip([hand, sync, wait]) {
            *best = (*best).min(time);
        }
    }
    let [hand, sync, wait] = best.map(|time| time.as_secs_f64() * 1e9 / f64::from(CALLS));
    println!("by hand        {hand:7.1} ns");
    println!("tool           {sync:7.1} ns  ratio {:.2}", sync / hand);
    println!("tool, async    {wait:7.1} ns  ratio {:.2}", wait / hand);
    Ok(sync / hand <= GOAL && wait / hand <= GOAL)
}

/// One round: the least of many is what the machine can do undisturbed.
fn time(mut call: impl FnMut(&str) -> bool) -> Duration {
    let start = Instant::now();
    for _ in 0..CALLS {
        black_box(call(black_box(ARGUMENTS)));
    }
    start.elapsed()
}
