use toolcrib::tool;

/// Adds.
#[tool]
fn add() -> impl Into<String> {
    ""
}

fn main() {}
