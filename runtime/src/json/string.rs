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
    let mut clean_from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.write_str(&text[clean_from..at])?;
        clean_from = at + 1;
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
    out.write_str(&text[clean_from..])
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
