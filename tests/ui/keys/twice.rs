use toolcrib::tool;

/// Adds.
#[tool(defer, defer)]
fn add() {}

fn main() {}
