//! Measurements of toolcrib against named peers.
fn main() {}
