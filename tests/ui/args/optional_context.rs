use toolcrib::tool;

struct App;

/// Adds.
#[tool]
fn add(app: Option<&App>) {
    let _ = app;
}

fn main() {}
