use toolcrib::tool;

/// Adds.
#[tool(handle = "add_tool")]
fn add() {}

fn main() {}
