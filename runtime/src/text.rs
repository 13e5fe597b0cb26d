//! Makes text written by others safe to show.

#[cfg(any(feature = "digest", feature = "native"))]
mod near;
#[cfg(feature = "digest")]
mod variable;

#[cfg(any(feature = "digest", feature = "native"))]
pub(crate) use near::nearest;
#[cfg(feature = "digest")]
#[cfg_attr(
    not(feature = "mcp"),
    expect(unused_imports, reason = "for the servers' configuration")
)]
pub(crate) use variable::{Variable, VariableError, is_variable, variable_len};

use core::fmt;

/// Displays text with control, zero-width, bidirectional and tag characters escaped as
/// `\u{…}` and newlines as `\n`.
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

/// Whether a character is invisible or changes how others are shown: controls (Cc),
/// format characters (Cf), line and paragraph separators, variation selectors, fillers
/// and tags.
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
#[cfg(any(feature = "digest", feature = "native"))]
pub(crate) fn prefix(text: &str, bytes: usize) -> &str {
    let is_whole = |at: &usize| text.is_char_boundary(*at);
    let end = (0..=bytes.min(text.len())).rev().find(is_whole).unwrap_or(0);
    &text[..end]
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
