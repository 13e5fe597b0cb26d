#![deny(deprecated)]

use toolcrib::tool;

/// Adds.
#[tool]
fn add(first: i64, /** The second. */ second: i64) {
    let _ = (first, second);
}

fn main() {}
