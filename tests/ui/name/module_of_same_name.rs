use toolcrib::tool;

mod add {}

/// Adds.
#[tool]
fn add() {}

fn main() {}
