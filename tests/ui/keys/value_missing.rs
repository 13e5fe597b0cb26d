use toolcrib::tool;

/// Adds.
#[tool(search_hint)]
fn add() {}

fn main() {}
