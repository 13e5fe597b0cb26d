use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    #[arg]
    a: i64,
) {
    let _ = a;
}

fn main() {}
