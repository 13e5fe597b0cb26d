//! One value in a text, plain or escaped: as JSON (also within JSON), as Rust
//! and shells do it, percent-encoded, and as HTML.

use std::prelude::v1::*;

/// So much of a value at the end of a text is taken for its beginning.
const LEAST_BEGINNING: usize = 4;
/// The longest escape, without its backslashes.
const LONGEST_ESCAPE: usize = 12;
/// So many backslashes make the escape within an escape of a text.
const MOST_SLASHES: usize = 64;

/// Where a value ends that stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    pub(super) at: usize,
    /// False when the text ends first.
    pub(super) is_whole: bool,
}

/// Where `value` ends, if it stands at this place of the text.
pub(super) fn end(text: &str, at: usize, value: &str) -> Option<End> {
    let first = value.chars().next()?;
    if !may_begin(text.as_bytes().get(at).copied()?, first) {
        return None;
    }
    // An escape may be read in more than one way.
    let (mut places, mut next) = (std::vec![at], Vec::new());
    for (read, c) in value.char_indices() {
        places.iter().for_each(|&place| character(text, place, c, &mut next));
        if next.is_empty() {
            let is_cut = read >= LEAST_BEGINNING && places.iter().any(|&at| is_cut_at(text, at));
            return is_cut.then_some(End { at: text.len(), is_whole: false });
        }
        next.sort_unstable();
        next.dedup();
        places.clear();
        std::mem::swap(&mut places, &mut next);
    }
    places.last().map(|&at| End { at, is_whole: true })
}

fn may_begin(byte: u8, first: char) -> bool {
    matches!(byte, b'\\' | b'%' | b'&' | b'+')
        || first.encode_utf8(&mut [0; 4]).as_bytes().first() == Some(&byte)
}

/// At the end, or at an escape that the end cuts off.
fn is_cut_at(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at..) {
        Some([]) => true,
        Some([b'\\' | b'%' | b'&', rest @ ..]) => rest.len() < LONGEST_ESCAPE,
        _ => false,
    }
}

/// The places after a character, for each way in which it may stand here.
fn character(text: &str, at: usize, c: char, ends: &mut Vec<usize>) {
    let Some(rest) = text.get(at..) else { return };
    ends.extend(rest.starts_with(c).then(|| at + c.len_utf8()));
    ends.extend((c == ' ' && rest.starts_with('+')).then(|| at + 1));
    ends.extend(percent(rest, c).map(|length| at + length));
    ends.extend(entity(rest, c).map(|length| at + length));
    let slashes = rest.bytes().take(MOST_SLASHES).take_while(|&byte| byte == b'\\').count();
    if slashes == 0 {
        return;
    }
    match c {
        // Each escaping doubles them.
        '\\' => ends.extend([2, 4, 8].into_iter().filter(|&n| n <= slashes).map(|n| at + n)),
        _ if c.is_ascii_punctuation() && rest[slashes..].starts_with(c) => {
            ends.push(at + slashes + 1);
        }
        _ => {}
    }
    ends.extend(escape(&rest[slashes..], c).map(|length| at + slashes + length));
}

/// The length of `%C3%A9` or `%25C3%25A9`.
fn percent(text: &str, c: char) -> Option<usize> {
    let mut at = 0;
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        let mut digits = text.get(at..)?.strip_prefix('%')?;
        let is_again = |rest: &&str| byte != b'%' || rest.starts_with("25");
        while let Some(rest) = digits.strip_prefix("25").filter(is_again) {
            digits = rest;
        }
        let found = u8::from_str_radix(digits.get(..2)?, 16).ok()?;
        if found != byte {
            return None;
        }
        at = text.len() - digits.len() + 2;
    }
    Some(at)
}

/// The length of what follows the backslashes: `n`, `u00e9`, `u{e9}`, `xe9`.
fn escape(text: &str, c: char) -> Option<usize> {
    let letter = match c {
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\0' => '0',
        _ => '\0',
    };
    if letter != '\0' && text.starts_with(letter) {
        return Some(1);
    }
    if let Some(braced) = text.strip_prefix("u{") {
        let digits = until(braced, b'}')?;
        return is_hex(digits, u32::from(c)).then_some(digits.len() + 3);
    }
    if let Some(digits) = text.strip_prefix('x') {
        return is_hex(digits.get(..2)?, u32::from(c)).then_some(3);
    }
    units(text, c)
}

/// The length of `u00e9`, or of `ud83d\ude00`.
fn units(text: &str, c: char) -> Option<usize> {
    let (mut rest, mut is_first) = (text, true);
    for unit in c.encode_utf16(&mut [0; 2]).iter() {
        if !is_first {
            rest = rest.strip_prefix('\\')?.trim_start_matches('\\');
        }
        is_first = false;
        rest = rest.strip_prefix('u')?;
        if !is_hex(rest.get(..4)?, u32::from(*unit)) {
            return None;
        }
        rest = &rest[4..];
    }
    Some(text.len() - rest.len())
}

/// The length of `&quot;`, `&#34;` or `&#x22;`.
fn entity(text: &str, c: char) -> Option<usize> {
    let name = until(text.strip_prefix('&')?, b';')?;
    let named = match name {
        "quot" => c == '"',
        "amp" => c == '&',
        "lt" => c == '<',
        "gt" => c == '>',
        "apos" => c == '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            match number.strip_prefix(['x', 'X']) {
                Some(digits) => is_hex(digits, u32::from(c)),
                None => number.parse() == Ok(u32::from(c)),
            }
        }
    };
    named.then_some(name.len() + 2)
}

/// What stands before this byte, where that is near.
fn until(text: &str, end: u8) -> Option<&str> {
    text.get(..text.bytes().take(LONGEST_ESCAPE).position(|byte| byte == end)?)
}

fn is_hex(digits: &str, wanted: u32) -> bool {
    u32::from_str_radix(digits, 16) == Ok(wanted)
}
