use toolcrib::tool;

/// Adds.
#[tool]
struct Add;

fn main() {}
