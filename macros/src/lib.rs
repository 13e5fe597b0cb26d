//! The `#[tool]` attribute of toolcrib. Use it through the `toolcrib` crate, which re-exports it.
