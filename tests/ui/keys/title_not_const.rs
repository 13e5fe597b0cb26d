use toolcrib::tool;

fn title() -> String {
    String::new()
}

/// Adds.
#[tool(title = title())]
fn add() {}

fn main() {}
