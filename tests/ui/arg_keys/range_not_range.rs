use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    #[arg(range = 10)]
    a: i64,
) {
    let _ = a;
}

fn main() {}
