//! Text of others, made safe to show.

use core::fmt;

/// Displays text with everything escaped that a terminal obeys or an eye does
/// not see: control, zero-width, bidirectional and tag characters become
/// `\u{…}`; line ends become `\n`.
///
/// ```
/// use toolcrib::text::Visible;
/// assert_eq!(Visible("a\u{200b}b\u{1b}[31m").to_string(), r"a\u{200b}b\u{1b}[31m");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Visible<'a>(pub &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '\n' => f.write_str("\\n"),
            '\t' => f.write_str("\\t"),
            c if is_invisible(c) => write!(f, "\\u{{{:x}}}", u32::from(c)),
            c => fmt::Write::write_char(f, c),
        })
    }
}

/// True for a character that is not seen or that changes how others are shown:
/// controls (Cc), format characters (Cf), line and paragraph separators,
/// variation selectors, fillers and tags.
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The longest beginning of at most `bytes` bytes that is whole characters.
#[cfg(feature = "digest")]
pub(crate) fn prefix(text: &str, bytes: usize) -> &str {
    let whole = |at: &usize| text.is_char_boundary(*at);
    let end = (0..=bytes.min(text.len())).rev().find(whole).unwrap_or(0);
    &text[..end]
}

/// The nearest of `known` to `word`, if it is near enough to be meant.
#[cfg(feature = "digest")]
pub(crate) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let limit = (word.chars().count() / 3).max(1);
    let near = known.iter().map(|&candidate| (distance(word, candidate), candidate));
    near.filter(|&(distance, _)| distance <= limit).min().map(|(_, candidate)| candidate)
}

/// Optimal string alignment distance: how many characters have to be added,
/// removed, replaced or swapped with their neighbours. O(n·m).
#[cfg(feature = "digest")]
pub(crate) fn distance(a: &str, b: &str) -> usize {
    use alloc::vec::Vec;
    let b: Vec<char> = b.chars().collect();
    let (mut before, mut row): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    let mut last = None;
    for (at, x) in a.chars().enumerate() {
        let mut next = alloc::vec![at + 1];
        for (column, &y) in b.iter().enumerate() {
            let cell =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut least = cell(&row, column) + usize::from(x != y);
            least = least.min(cell(&row, column + 1) + 1).min(cell(&next, column) + 1);
            if column > 0 && last == Some(y) && b.get(column - 1) == Some(&x) {
                least = least.min(cell(&before, column - 1) + 1);
            }
            next.push(least);
        }
        before = core::mem::replace(&mut row, next);
        last = Some(x);
    }
    row.last().copied().unwrap_or(0)
}

/// Makes the `Debug` of an error its text: a `main` that ends with `?` prints that.
macro_rules! debug_as_display {
    ($($error:ty),+ $(,)?) => {$(
        impl core::fmt::Debug for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    )+};
}
pub(crate) use debug_as_display;

#[cfg(all(test, feature = "digest"))]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distances() {
        let cases =
            [("", "", 0), ("titel", "title", 1), ("abc", "", 3), ("ab", "ac", 1), ("ca", "abc", 3)];
        for (a, b, expected) in cases {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
        assert_eq!(nearest("titel", &["name", "title"]), Some("title"));
        assert_eq!(nearest("zzz", &["name", "title"]), None);
    }
}
