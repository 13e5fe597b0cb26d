use toolcrib::tool;

#[tool]
fn add() {}

fn main() {}
