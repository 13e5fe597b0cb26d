use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    #[arg(default = true)]
    a: i64,
) {
    let _ = a;
}

fn main() {}
