use toolcrib::tool;

/// Adds.
#[tool]
fn größe() {}

fn main() {}
