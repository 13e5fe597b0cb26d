use toolcrib::tool;

/// Adds.
#[tool]
fn add(
    /// All.
    #[arg(flatten)]
    all: Numbers,
    /// One.
    a: i64,
) {
    let _ = (all.b, a);
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Numbers {
    b: i64,
}

fn main() {}
