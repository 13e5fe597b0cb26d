//! The index: built once, read in place.

mod build;
mod collect;
mod exact;
mod format;
mod intern;
mod near;
mod number;
mod read;
mod schema;
mod substitutes;

pub use build::build;
pub use format::FormatError;
pub(crate) use format::{Weight, varint};
pub(crate) use intern::Hash;
pub use read::Index;
pub(crate) use read::{Term, Words};
