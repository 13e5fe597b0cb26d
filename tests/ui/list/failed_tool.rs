use toolcrib::tool;

use toolcrib::tools;

/// Adds.
#[tool(titel = "x")]
fn add() {}

fn main() {
    add();
    tools![add];
}
