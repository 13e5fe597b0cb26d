//! What checking arguments costs beside `jsonschema` alone.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use toolcrib::call::validate::Validator;

/// The goal: right arguments cost at most so many times what `is_valid` costs.
const GOAL: f64 = 1.5;
const ROUNDS: usize = 60;
const CALLS: u32 = 500;

/// An issue tracker's tool, of the size that real ones have.
pub(crate) fn schema() -> Value {
    let text = |most: u64| json!({"type": "string", "description": "A text.", "maxLength": most});
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "owner": text(100),
            "repo": text(100),
            "title": text(200),
            "body": text(65_536),
            "labels": {"type": "array", "items": text(50), "maxItems": 100},
            "milestone": {"type": "integer", "minimum": 1},
            "state": {"type": "string", "enum": ["open", "closed", "draft"]},
            "assignee": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "fields": {"type": "object", "additionalProperties": {"type": ["string", "number"]}},
        },
        "required": ["owner", "repo", "title"],
        "additionalProperties": false,
    })
}

pub(crate) fn arguments() -> Value {
    json!({
        "owner": "toolcrib",
        "repo": "toolcrib",
        "title": "The crib is closed on Sundays",
        "body": "One came to the window and found it shut. ".repeat(10),
        "labels": ["bug", "window"],
        "milestone": 3,
        "state": "open",
        "assignee": null,
        "fields": {"severity": "low", "effort": 1.5},
    })
}

/// With a change.
fn with(name: &str, value: Value) -> Value {
    let mut arguments = arguments();
    arguments[name] = value;
    arguments
}

/// Prints the figures; `false` when the goal is missed.
pub(crate) fn run() -> Result<bool, Box<dyn Error>> {
    let alone = jsonschema::options().should_validate_formats(false).build(&schema())?;
    let ours = Validator::new(&schema())?;
    let check = |mut arguments: Value| ours.check(&mut arguments).is_ok();
    let (right, mended, refused) =
        (arguments(), with("milestone", json!("3")), with("milestone", json!("third")));
    if !check(right.clone()) || !check(mended.clone()) || check(refused.clone()) {
        return Err("the arguments are not what they are meant to be".into());
    }
    let (mut ratios, mut rows) = (Vec::new(), [const { Vec::new() }; 5]);
    for _ in 0..ROUNDS {
        let times = [
            time(&right, |value| alone.is_valid(value)),
            time(&right, |value| ours.check(value).is_ok()),
            time(&with("milestone", json!(3.0)), |value| ours.check(value).is_ok()),
            time(&mended, |value| ours.check(value).is_ok()),
            time(&refused, |value| ours.check(value).is_err()),
        ];
        ratios.push(times[1] / times[0]);
        rows.iter_mut().zip(times).for_each(|(row, time)| row.push(time));
    }
    let names = ["jsonschema alone", "right", "right, with 3.0", "mended", "refused and explained"];
    for (name, row) in names.iter().zip(&mut rows) {
        println!("{name:24}{:10.1} ns", median(row));
    }
    let ratio = median(&mut ratios);
    println!("\nright arguments {ratio:.2} times jsonschema alone (goal: {GOAL})");
    Ok(ratio <= GOAL)
}

/// In ns a call; each has arguments of its own, made before the clock starts.
fn time(arguments: &Value, mut run: impl FnMut(&mut Value) -> bool) -> f64 {
    let mut calls: Vec<Value> = (0..CALLS).map(|_| arguments.clone()).collect();
    let start = Instant::now();
    for call in &mut calls {
        black_box(run(black_box(call)));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
