use toolcrib::tool;

struct App;

/// Adds.
#[tool]
fn add(#[context] #[arg(default)] app: &App) {
    let _ = app;
}

fn main() {}
