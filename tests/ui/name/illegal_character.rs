use toolcrib::tool;

/// Adds.
#[tool(name = "bad name!")]
fn add() {}

fn main() {}
