use toolcrib::tool;

/// Adds.
#[tool(defer, always)]
fn add() {}

fn main() {}
