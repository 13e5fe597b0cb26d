use toolcrib::tool;

struct Point;

/// Adds.
#[tool]
fn add(
    /// Where.
    points: &[Point],
) {
    let _ = points;
}

fn main() {}
