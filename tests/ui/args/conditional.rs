use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// One.
    #[cfg(unix)]
    a: i64,
) {
    let _ = a;
}

fn main() {}
