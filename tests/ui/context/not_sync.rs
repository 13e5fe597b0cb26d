use toolcrib::tool;

struct App {
    _cell: std::cell::Cell<i64>,
}

/// Adds.
#[tool]
fn add(app: &App) {
    let _ = app;
}

fn main() {}
