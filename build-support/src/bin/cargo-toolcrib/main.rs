//! The `cargo toolcrib` command.
fn main() {}
