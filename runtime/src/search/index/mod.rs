//! The index: built once, read in place.

mod build;
mod collect;
mod exact;
mod format;
mod intern;
mod joins;
mod lists;
mod near;
mod number;
mod read;
mod schema;
mod substitutes;
mod texts;
mod weighed;

pub use build::build;
pub use format::FormatError;
#[cfg(feature = "digest")]
pub(crate) use format::put_varint;
pub(crate) use format::{LEVEL, Weight, varint};
pub(crate) use intern::Hash;
pub use read::Index;
pub(crate) use read::{Parts, Postings, Substitute, Term, Vocabulary, Words};
pub(crate) use substitutes::fronts;
pub(crate) use texts::for_each_text;
