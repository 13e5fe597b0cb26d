use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// What.
    a: &i64,
) {
    let _ = a;
}

fn main() {}
