use toolcrib::tool;

/// Adds.
#[tool(colour = "red")]
fn add() {}

fn main() {}
