use toolcrib::tool;

const NAME: &str = "add";

/// Adds.
#[tool(name = NAME)]
fn add() {}

fn main() {}
