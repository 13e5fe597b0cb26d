use toolcrib::tool;

/// Adds.
#[tool(titel = "x", defer, defer, always, name = "bad name!")]
fn add(_: i64, (a, b): (i64, i64)) {}

fn main() {}
