//! The `build.rs` side of toolcrib.
