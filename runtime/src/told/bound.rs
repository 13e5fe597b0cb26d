//! An error as text for a model.

use alloc::string::String;
use core::fmt::{self, Display, Write};

use crate::text::prefix;

/// An error has at most so many bytes of a conversation.
const BOUND: usize = 4 * 1024;

/// The one way from an error to what a model reads: whatever fails, and however
/// much it has to say, the conversation goes on.
pub(crate) fn told(error: &(impl Display + ?Sized)) -> String {
    let mut bounded = Bounded { text: String::new(), left_out: 0 };
    // It takes everything.
    let _ = write!(bounded, "{error}");
    let Bounded { mut text, left_out } = bounded;
    if left_out > 0 {
        let _ = write!(text, "… [{left_out} more bytes]");
    }
    text
}

struct Bounded {
    text: String,
    left_out: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Nothing comes after what was cut.
        let room = if self.left_out == 0 { BOUND.saturating_sub(self.text.len()) } else { 0 };
        let shown = prefix(text, room);
        self.text.push_str(shown);
        self.left_out += text.len() - shown.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BOUND, told};

    #[test]
    fn what_is_told_is_bounded_and_whole_characters() {
        assert_eq!(told("short"), "short");
        assert_eq!(told(&"é".repeat(BOUND / 2)).len(), BOUND, "it fits");
        let long = told(&alloc::format!("x{}", "é".repeat(BOUND)));
        assert!(long.ends_with("é… [4098 more bytes]"), "{}", &long[BOUND - 8..]);
        assert!(long.len() < BOUND + 32);
    }
}
