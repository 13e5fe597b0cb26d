use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// What.
    with: fn(i64) -> i64,
) {
    let _ = with;
}

fn main() {}
