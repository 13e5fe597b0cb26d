//! Strings: reading escapes, writing them as RFC 8785 does.

use alloc::string::String;
use core::fmt::{self, Write};

use super::JsonErrorKind;

/// Writes `text` as a JSON string, with the escapes of RFC 8785 and no others.
///
/// # Errors
/// Those of `out`.
pub fn write_string(text: &str, out: &mut dyn Write) -> fmt::Result {
    out.write_char('"')?;
    write_escaped(text, out)?;
    out.write_char('"')
}

/// A text that is displayed as a JSON string, quotes included.
#[derive(Debug, Clone, Copy)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_string(self.0, f)
    }
}

fn write_escaped(text: &str, out: &mut dyn Write) -> fmt::Result {
    let mut rest = text;
    loop {
        let (clean, marked) = rest.split_at(plain_prefix(rest.as_bytes()));
        out.write_str(clean)?;
        let Some(&byte) = marked.as_bytes().first() else { return Ok(()) };
        // What is to be escaped is a single byte.
        rest = marked.get(1..).unwrap_or("");
        match byte {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            0x08 => out.write_str("\\b")?,
            b'\t' => out.write_str("\\t")?,
            b'\n' => out.write_str("\\n")?,
            0x0C => out.write_str("\\f")?,
            b'\r' => out.write_str("\\r")?,
            other => write!(out, "\\u{other:04x}")?,
        }
    }
}

/// How many bytes come before the first that a JSON string escapes or that ends
/// it: a quote, a backslash, a control character. Eight at a time, by the
/// zero-byte test of Mycroft (1987).
pub(super) fn plain_prefix(bytes: &[u8]) -> usize {
    let words =
        bytes.chunks_exact(8).map(|chunk| <[u8; 8]>::try_from(chunk).map(u64::from_le_bytes));
    let plain = words.take_while(|word| word.is_ok_and(|word| !has_special(word))).count() * 8;
    let rest = bytes.get(plain..).unwrap_or(&[]);
    plain + rest.iter().position(|&byte| is_special(byte)).unwrap_or(rest.len())
}

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHS: u64 = ONES << 7;

fn has_special(word: u64) -> bool {
    let below = |word: u64, bound: u64| word.wrapping_sub(ONES * bound) & !word & HIGHS;
    let equals = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    below(word, 0x20) | equals(b'"') | equals(b'\\') != 0
}

fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Decodes the inside of a string that [`check_escape`] has accepted.
pub(crate) fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (decoded, used) =
            decode(&rest.as_bytes()[at..]).unwrap_or((char::REPLACEMENT_CHARACTER, 2));
        out.push(decoded);
        rest = rest.get(at + used..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

/// Checks the escape that `bytes` begins with; its length.
pub(super) fn check_escape(bytes: &[u8]) -> Result<usize, JsonErrorKind> {
    decode(bytes).map(|(_, used)| used)
}

fn decode(bytes: &[u8]) -> Result<(char, usize), JsonErrorKind> {
    let decoded = match bytes.get(1).ok_or(JsonErrorKind::UnexpectedEnd)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return decode_unicode(bytes),
        _ => return Err(JsonErrorKind::InvalidEscape),
    };
    Ok((decoded, 2))
}

fn decode_unicode(bytes: &[u8]) -> Result<(char, usize), JsonErrorKind> {
    let high = hex4(bytes.get(2..6))?;
    if let Some(single) = char::from_u32(high) {
        return Ok((single, 6));
    }
    let follows = bytes.get(6..8) == Some(b"\\u");
    if high >= 0xDC00 || !follows {
        return Err(JsonErrorKind::LoneSurrogate);
    }
    let low = hex4(bytes.get(8..12))?;
    if !(0xDC00..0xE000).contains(&low) {
        return Err(JsonErrorKind::LoneSurrogate);
    }
    let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    char::from_u32(code).map(|c| (c, 12)).ok_or(JsonErrorKind::LoneSurrogate)
}

fn hex4(bytes: Option<&[u8]>) -> Result<u32, JsonErrorKind> {
    bytes.ok_or(JsonErrorKind::UnexpectedEnd)?.iter().try_fold(0, |sum, &byte| {
        let digit = char::from(byte).to_digit(16).ok_or(JsonErrorKind::InvalidEscape)?;
        Ok(sum * 16 + digit)
    })
}
