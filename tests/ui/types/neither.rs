use toolcrib::tool;

struct Point;

/// Adds.
#[tool]
fn add(
    /// Where.
    point: Point,
) {
    let _ = point;
}

fn main() {}
