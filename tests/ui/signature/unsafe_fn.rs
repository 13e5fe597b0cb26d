use toolcrib::tool;

/// Adds.
#[tool]
unsafe fn add() {}

fn main() {}
