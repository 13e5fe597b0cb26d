use toolcrib::tool;

/// Adds.
#[tool(requires = [1])]
fn add() {}

fn main() {}
