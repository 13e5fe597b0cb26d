use toolcrib::tool;

/// Adds.
#[tool]
fn add(#[context] app: &impl Sync) {
    let _ = app;
}

fn main() {}
