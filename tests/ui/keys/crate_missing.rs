use toolcrib::tool;

/// Adds.
#[tool(crate = nowhere)]
fn add() {}

fn main() {}
