use toolcrib::tool;

/// Adds.
#[tool(title = 3, group = true)]
fn add() {}

fn main() {}
