use toolcrib::tool;

/// Adds.
#[tool]
fn add() -> impl Future<Output = String> {
    std::future::ready(String::new())
}

fn main() {}
