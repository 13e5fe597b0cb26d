use toolcrib::tool;

/// Adds.
#[tool(search_hint("sum"))]
fn add() {}

fn main() {}
