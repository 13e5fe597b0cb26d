use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// Where.
    point: Point,
) {
    let _ = point;
}

fn main() {}
