use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// What.
    text: &mut String,
) {
    text.clear();
}

fn main() {}
