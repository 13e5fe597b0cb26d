use toolcrib::tool;

const MAX: i64 = 10;

/// Adds.
#[tool]
fn add(
    /// One.
    #[arg(range = 1..=MAX)]
    a: i64,
) {
    let _ = a;
}

fn main() {}
