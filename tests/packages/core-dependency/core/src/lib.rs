//! A crate that somebody called `core`, and that is nothing like it.
#![no_std]

/// Its only content.
pub const NAME: &str = "not core";
