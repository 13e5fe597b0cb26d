use toolcrib::tool;

/// Adds.
#[tool(read_only, destructive)]
fn add() {}

fn main() {}
