use toolcrib::tool;

struct App;

/// Adds.
#[tool]
fn add(#[context] app: App) {
    let _ = app;
}

fn main() {}
