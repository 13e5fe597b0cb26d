use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// What.
    text: &'static str,
) {
    let _ = text;
}

fn main() {}
