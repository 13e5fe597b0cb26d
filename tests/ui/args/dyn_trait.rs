use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// What.
    text: &dyn std::fmt::Display,
) {
    let _ = text;
}

fn main() {}
