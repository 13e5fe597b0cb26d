use toolcrib::tool;

/// Adds.
#[tool(titel = "x")]
fn add() {}

fn main() {}
