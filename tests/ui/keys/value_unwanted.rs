use toolcrib::tool;

/// Adds.
#[tool(defer = true)]
fn add() {}

fn main() {}
