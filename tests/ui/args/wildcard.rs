use toolcrib::tool;

/// Adds.
#[tool]
fn add(_: i64) {}

fn main() {}
