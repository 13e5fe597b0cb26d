use toolcrib::tool;

/// Adds.
#[tool(name = "")]
fn add() {}

fn main() {}
