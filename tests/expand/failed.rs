/// Adds.
#[tool(titel = "x")]
fn add() {}
