use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    #[arg(default = 1, default = 2)]
    a: i64,
) {
    let _ = a;
}

fn main() {}
