use toolcrib::tool;

use std::rc::Rc;

/// Adds.
#[tool]
async fn add() {
    let shared = Rc::new(1);
    std::future::ready(()).await;
    drop(shared);
}

fn main() {}
