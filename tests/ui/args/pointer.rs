use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// What.
    at: *const u8,
) {
    let _ = at;
}

fn main() {}
