use toolcrib::tool;

/// Adds.
#[tool]
fn add<T: Into<i64>>(
    /// One.
    a: T,
) {
    let _ = a.into();
}

fn main() {}
