use toolcrib::tool;

#[derive(schemars::JsonSchema)]
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
