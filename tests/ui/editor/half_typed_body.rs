use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    a: i64,
) -> i64 {
    a.
}

fn main() {
    toolcrib::tools![add];
}
