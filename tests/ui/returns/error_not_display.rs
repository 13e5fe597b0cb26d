use toolcrib::tool;

struct Failure;

/// Adds.
#[tool]
fn add() -> Result<String, Failure> {
    Err(Failure)
}

fn main() {}
