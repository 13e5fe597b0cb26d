//! How an index lies in its bytes. Everything is little-endian.
//!
//! ```text
//! header   magic "TCSX", version u16, block size u16, length u32, checksum u32,
//!          counts u32 × 3, weights u16 × 13, sections u32 × 8 (where each begins),
//!          weights of the fields u16 × 7
//! heads    one a block of 16 words: the first four bytes of the first one as a number
//!          that orders as they do, where its text, its lists begin (u32 × 3)
//! words    sorted; each: shared prefix u8, suffix length u8, suffix,
//!          idf u16, length of its lists (varint)
//! lists    one entry a word, in their order: `varint(length of the named one · 8 +
//!          the others are many · 4 + the named ones are · 2 + has substitutes)`, then
//!          substitutes, named, others
//! coverage u16 a document: the idf of all words of its name
//! exact    hash table of squeezed names, tool names, u32 or u16 a slot
//! servers  first document and count
//! near     trigrams and the words that have them
//! ```
//!
//! A list of postings is cut into blocks of 256 documents: `varint(gap · 2 +
//! single)`, then, unless single, count − 1, then the postings: the low byte of the
//! document's number, its impact, and in the list of names the place there. An impact
//! has 5 bits of it above 3 bits of place: where among the first seven words of the
//! description the word is, or 0. A list of more than 24 documents begins with its
//! largest impact.

use crate::text::debug_as_display;
use alloc::vec::Vec;
use core::fmt;

pub(super) const MAGIC: [u8; 4] = *b"TCSX";
/// Changes whenever bytes made by one version cannot be read by another.
pub(super) const VERSION: u16 = 3;
/// Words that share one entry of the table of heads.
pub(super) const BLOCK: usize = 16;
/// Bytes of such an entry.
pub(super) const HEAD: usize = 12;
pub(super) const HEADER: usize = 104;
/// The bits of an impact without those of the place.
pub(crate) const LEVEL: u8 = 0xf8;
/// Lists of more documents begin with their largest impact. Substitutes that are so
/// common outside of names count in names only.
pub(super) const COMMON: usize = 24;

/// Where things stand in the header.
pub(super) mod at {
    pub(crate) const VERSION: usize = 4;
    pub(crate) const LENGTH: usize = 8;
    pub(crate) const CHECKSUM: usize = 12;
    pub(crate) const DOCUMENTS: usize = 16;
    pub(crate) const WORDS: usize = 20;
    pub(crate) const WEIGHTS: usize = 28;
    pub(crate) const SECTIONS: usize = 56;
    pub(crate) const FIELDS: usize = 88;
}

/// Number of a section in the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Heads,
    Words,
    Lists,
    Coverage,
    Names,
    Tools,
    Servers,
    Near,
}

/// Numbers of the ranking that the query needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Synonym,
    Prefix,
    PrefixWords,
    PrefixLetters,
    Near,
    NearLeast,
    Neighbours,
    Coverage,
    Abbreviation,
    Together,
    Repeated,
    Asking,
    Piece,
}

/// Why bytes are not a search index.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// They do not begin like an index.
    Magic,
    /// They have another format version.
    Version {
        /// The format version they name.
        found: u16,
    },
    /// They are truncated or too long.
    Length,
    /// A section reaches past the end.
    Section,
    /// The checksum does not match.
    Checksum,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("not a search index of toolcrib"),
            Self::Version { found } => write!(
                f,
                "search index of format {found}, but this toolcrib reads format {VERSION}: \
                 build the catalog again, with the same version of toolcrib and toolcrib-build"
            ),
            Self::Length => f.write_str("search index is cut off or has something after its end"),
            Self::Section => f.write_str("search index names a section outside of itself"),
            Self::Checksum => f.write_str("search index was changed after it was written"),
        }
    }
}

debug_as_display!(FormatError);

impl core::error::Error for FormatError {}

pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads a varint at `at` and steps over it.
#[inline]
pub(crate) fn varint(bytes: &[u8], at: &mut usize) -> Option<u32> {
    let first = *bytes.get(*at)?;
    *at += 1;
    if first < 0x80 {
        return Some(u32::from(first));
    }
    let mut value = u32::from(first & 0x7f);
    for shift in [7, 14, 21, 28] {
        let byte = *bytes.get(*at)?;
        *at += 1;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

pub(super) const fn u16_at(bytes: &[u8], at: usize) -> u16 {
    if at >= bytes.len() || bytes.len() - at < 2 {
        return 0;
    }
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(super) const fn u32_at(bytes: &[u8], at: usize) -> u32 {
    if at >= bytes.len() || bytes.len() - at < 4 {
        return 0;
    }
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// The first four bytes of a word, as a number that orders as words do.
pub(super) fn key(word: &[u8]) -> u32 {
    let mut key = [0; 4];
    let mut at = 0;
    while at < word.len().min(4) {
        key[at] = word[at];
        at += 1;
    }
    u32::from_be_bytes(key)
}

/// FNV-1a over words of four bytes, for speed; a guard against accidents.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = 0x811c_9dc5_u32;
    let mut at = 0;
    while at < bytes.len() {
        let word = match bytes.len() - at {
            4.. => u32_at(bytes, at),
            _ => u32::from(bytes[at]),
        };
        sum = (sum ^ word).wrapping_mul(0x0100_0193).rotate_left(5);
        at += if bytes.len() - at >= 4 { 4 } else { 1 };
    }
    sum
}
