use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    a: i64,
    /// Two.
    #[arg(rename = "a")]
    b: i64,
) {
    let _ = (a, b);
}

fn main() {}
