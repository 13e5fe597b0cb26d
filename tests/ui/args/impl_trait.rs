use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// What.
    text: impl Into<String>,
) {
    let _ = text.into();
}

fn main() {}
