use toolcrib::tool;

struct Receipt;

/// Adds.
#[tool]
fn add() -> Receipt {
    Receipt
}

fn main() {}
