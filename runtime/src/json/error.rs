//! Errors of JSON texts.

use crate::text::debug_as_display;
use core::fmt;

/// Why a text is not accepted as JSON, with the place.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonError {
    kind: JsonErrorKind,
    offset: usize,
    line: usize,
    column: usize,
}

impl JsonError {
    pub(super) fn new(kind: JsonErrorKind, text: &str, offset: usize) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let column = 1 + before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count();
        Self { kind, offset, line, column }
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> JsonErrorKind {
        self.kind
    }

    /// The byte offset of the place, from 0.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line of the place, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of the place in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {} column {}", self.kind, self.line, self.column)
    }
}

debug_as_display!(JsonError);

impl core::error::Error for JsonError {}

/// The kinds of JSON errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text ends inside a value.
    UnexpectedEnd,
    /// An unexpected character.
    UnexpectedCharacter,
    /// Something follows the value.
    TrailingText,
    /// A malformed number.
    InvalidNumber,
    /// A number larger than any double.
    NumberOutOfRange,
    /// An unknown escape.
    InvalidEscape,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// An unescaped control character in a string.
    ControlCharacter,
    /// A repeated member name.
    DuplicateName,
    /// Nesting beyond [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep,
    /// The text is longer than 4 GiB.
    TooLong,
}

impl fmt::Display for JsonErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnexpectedEnd => "the text ends inside a value",
            Self::UnexpectedCharacter => "unexpected character",
            Self::TrailingText => "text after the end of the document",
            Self::InvalidNumber => "not a JSON number",
            Self::NumberOutOfRange => "a number larger than any double",
            Self::InvalidEscape => "an escape that JSON does not have",
            Self::LoneSurrogate => "half of a surrogate pair",
            Self::ControlCharacter => "a control character that is not escaped",
            Self::DuplicateName => "a member name given twice in one object",
            Self::TooDeep => "nested more than 128 levels deep",
            Self::TooLong => "more than 4 GiB of text",
        })
    }
}
