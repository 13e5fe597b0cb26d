use toolcrib::tool;

/// Adds.
#[tool("add")]
fn add() {}

fn main() {}
