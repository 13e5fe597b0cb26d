use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    #[arg(rename = "$and")]
    a: i64,
) {
    let _ = a;
}

fn main() {}
