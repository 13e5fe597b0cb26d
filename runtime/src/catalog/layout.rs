//! The layout of the two files of a static catalog, for reader and writer.
//!
//! `catalog.txt` holds all text in UTF-8. `catalog.idx` holds numbers, all of
//! them little-endian and unsigned:
//!
//! | part | content |
//! |---|---|
//! | header | magic (8 bytes), format version, lengths and places of the parts, catalog digest (32 bytes) |
//! | servers | one record of [`SERVER_SIZE`] bytes a server, by name |
//! | tools | where each tool's record begins (32 bits), by the name that the model sees |
//! | order | tool numbers (32 bits), by server, then by the server's own tool name |
//! | pointers | text references, the volatile places of all servers in turn |
//! | records | one a tool, of varying length |
//! | search | the search index, in its own format |
//!
//! A text reference is an offset into `catalog.txt` and a length, 32 bits each;
//! the offset 2³² − 1 says that there is no text.
//!
//! The record of a tool is a row of varints (seven bits a byte, lowest first):
//! flags, number of its server, place of its first text, and then the length of
//! each of its texts, in the order of [`ToolText`]; the flags say which there
//! are. In `catalog.txt` they stand in that order, a line feed after each; but a
//! raw name that ends the name is not written again. A tool's digest is not
//! written at all: it is computed from the texts.
//!
//! Every read is checked against the bounds, so that damaged bytes give wrong
//! answers at worst.

use crate::text::debug_as_display;
use core::fmt;

pub(super) const MAGIC: [u8; 8] = *b"toolcrib";
/// Counted up with every change of the layout.
pub(super) const FORMAT_VERSION: u32 = 4;
#[cfg(feature = "digest")]
pub(super) const ABSENT: u32 = u32::MAX;

pub(super) const HEADER_SIZE: usize = 80;
pub(super) const SERVER_SIZE: usize = 92;
/// A tool's places in `tools` and in `order`.
pub(super) const TOOL_SIZE: usize = 8;

/// Offsets in the header.
pub(super) mod header {
    pub(in super::super) const VERSION: usize = 8;
    pub(in super::super) const TEXT_LEN: usize = 12;
    pub(in super::super) const INDEX_LEN: usize = 16;
    pub(in super::super) const SERVERS: usize = 20;
    pub(in super::super) const TOOLS: usize = 28;
    pub(in super::super) const POINTERS: usize = 36;
    pub(in super::super) const SEARCH: usize = 44;
    pub(in super::super) const DIGEST: usize = 48;
}

/// Offsets in the record of a server.
pub(super) mod server {
    pub(in super::super) const NAME: usize = 0;
    pub(in super::super) const INSTRUCTIONS: usize = 8;
    pub(in super::super) const REPORTED_NAME: usize = 16;
    pub(in super::super) const REPORTED_VERSION: usize = 24;
    /// First of its places in `order`, and how many.
    pub(in super::super) const TOOLS: usize = 32;
    /// First of its places in `pointers`, and how many.
    pub(in super::super) const VOLATILE: usize = 40;
    pub(in super::super) const FLAGS: usize = 48;
    pub(in super::super) const DIGEST: usize = 52;
    pub(in super::super) const ALIAS: usize = 84;
}

/// Flag of a server that is none: its tools are contracts.
pub(super) const PROVIDER: u32 = 1;

/// The texts of a tool, in the order of their lengths in its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolText {
    Name,
    RawName,
    Title,
    Description,
    InputSchema,
    OutputSchema,
    Annotations,
    Hint,
    /// Of a contract only, as is what follows.
    Loader,
    Settings,
    Needs,
}

impl ToolText {
    pub(super) const COUNT: usize = 11;

    /// The flag that says that a text of this number is there.
    pub(super) const fn flag(number: usize) -> u32 {
        1 << (8 + number)
    }
}

/// Flag of a tool that is never deferred.
pub(super) const ALWAYS: u32 = 1;
/// Flag of a tool whose raw name is the end of its name.
pub(super) const RAW_IS_END: u32 = 2;

/// Why two byte strings are not a catalog.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// The first is not a `catalog.idx`.
    NotACatalog,
    /// It has another format version.
    Version,
    /// They are not from the same build.
    Mismatch,
    /// A part reaches past the end.
    Truncated,
}

impl LayoutError {
    /// What is wrong and what to do, usable in constants.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NotACatalog => "this is not a catalog.idx written by toolcrib-build",
            Self::Version => {
                "this catalog.idx has another format version than the toolcrib crate reads: \
                 give toolcrib and toolcrib-build the same version in Cargo.toml"
            }
            Self::Mismatch => "catalog.idx and catalog.txt are not of one build: build again",
            Self::Truncated => "this catalog.idx is cut off or damaged: build again",
        }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

debug_as_display!(LayoutError);

impl core::error::Error for LayoutError {}

/// The 32 bits at an offset; 0 beyond the end.
pub(super) const fn word(bytes: &[u8], at: usize) -> u32 {
    match bytes.split_at_checked(at) {
        Some((_, [a, b, c, d, ..])) => u32::from_le_bytes([*a, *b, *c, *d]),
        _ => 0,
    }
}

/// Checks what can be checked without reading every record.
pub(super) const fn check(idx: &[u8], text: &str) -> Result<(), LayoutError> {
    if idx.len() < HEADER_SIZE || !begins(idx, &MAGIC) {
        return Err(LayoutError::NotACatalog);
    }
    if word(idx, header::VERSION) != FORMAT_VERSION {
        return Err(LayoutError::Version);
    }
    if word(idx, header::TEXT_LEN) as usize != text.len() {
        return Err(LayoutError::Mismatch);
    }
    let parts = [(header::SERVERS, SERVER_SIZE), (header::TOOLS, TOOL_SIZE), (header::POINTERS, 8)];
    let mut at = 0;
    while at < parts.len() {
        let (field, size) = parts[at];
        let end = word(idx, field) as u64 + word(idx, field + 4) as u64 * size as u64;
        if end > idx.len() as u64 {
            return Err(LayoutError::Truncated);
        }
        at += 1;
    }
    if word(idx, header::INDEX_LEN) as usize != idx.len()
        || word(idx, header::SEARCH) as usize > idx.len()
    {
        return Err(LayoutError::Truncated);
    }
    Ok(())
}

const fn begins(bytes: &[u8], start: &[u8]) -> bool {
    let mut at = 0;
    while at < start.len() {
        if bytes[at] != start[at] {
            return false;
        }
        at += 1;
    }
    true
}
