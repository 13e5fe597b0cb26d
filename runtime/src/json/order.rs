//! The order of member names: by UTF-16 code units (RFC 8785, 3.2.3).

use core::cmp::Ordering;

/// Compares as the UTF-16 forms would compare, without making them.
///
/// The order of UTF-8 bytes is that of code points; it differs from that of
/// UTF-16 only where a character beyond U+FFFF (lead byte F0 and up, surrogates
/// D800 to DFFF) meets one from U+E000 to U+FFFF (lead bytes EE and EF).
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let mut pairs = a.bytes().zip(b.bytes());
    match pairs.find(|(x, y)| x != y) {
        Some((x, y)) => rank(x).cmp(&rank(y)),
        None => a.len().cmp(&b.len()),
    }
}

fn rank(byte: u8) -> u8 {
    match byte {
        0xEE | 0xEF => byte + 0x10,
        0xF0.. => byte - 2,
        _ => byte,
    }
}
