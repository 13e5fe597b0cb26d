use toolcrib::tool;

/// Adds.
#[tool(read_only = "yes")]
fn add() {}

fn main() {}
