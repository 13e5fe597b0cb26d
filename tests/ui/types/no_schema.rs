use toolcrib::tool;

#[derive(serde::Deserialize)]
struct Point {
    x: i64,
}

/// Adds.
#[tool]
fn add(
    /// Where.
    point: Point,
) {
    let _ = point.x;
}

fn main() {}
