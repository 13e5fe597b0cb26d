use toolcrib::tool;

#[tool(description = "  ")]
fn add() {}

fn main() {}
