use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    #[arg(range = 1..=10)]
    a: String,
) {
    let _ = a;
}

fn main() {}
