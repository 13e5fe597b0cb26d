use toolcrib::tool;

/// Adds.
#[tool(crate = "toolcrib")]
fn add() {}

fn main() {}
