//! The example agent.
fn main() {}
