use toolcrib::tool;

/// Adds.
#[tool(name = "a\nb")]
fn add() {}

fn main() {}
