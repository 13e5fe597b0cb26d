//! What the user reads.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use serde_json::Value;
use toolcrib::text::Visible;

/// Where a line of text is broken, in characters.
const WIDTH: usize = 100;
/// The column after the labels.
const INDENT: usize = 11;
/// How much of arguments and results is shown, in characters.
const SHOWN: usize = 170;

/// Standard output, with colours where a person looks at it.
pub(crate) struct Screen {
    colour: bool,
}

/// How a label looks.
#[derive(Clone, Copy)]
pub(crate) enum Tone {
    Plain = 1,
    Good = 32,
    Bad = 31,
    Notice = 36,
    Quiet = 2,
}

impl Screen {
    pub(crate) fn new() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self { colour: wanted && io::stdout().is_terminal() }
    }

    /// Text of our own, as it is.
    pub(crate) fn plain(&self, text: impl Display) {
        // A reader that has gone is no reason to panic.
        let _ = writeln!(io::stdout(), "{text}");
    }

    pub(crate) fn heading(&self, text: impl Display) {
        self.plain("");
        self.plain(self.paint(Tone::Plain, &text.to_string()));
    }

    /// A label and a text, broken at spaces. Line ends in it are kept, all else
    /// that a terminal would obey is escaped.
    pub(crate) fn line(&self, tone: Tone, label: &str, text: &str) {
        let mut label = self.paint(tone, &format!("  {label:<width$}", width = INDENT - 2));
        for paragraph in text.lines() {
            for row in wrap(&Visible(paragraph).to_string(), WIDTH - INDENT) {
                self.plain(format!("{label}{row}"));
                label = " ".repeat(INDENT);
            }
        }
    }

    fn paint(&self, tone: Tone, text: &str) -> String {
        match self.colour {
            true => format!("\u{1b}[{}m{text}\u{1b}[0m", tone as u8),
            false => text.into(),
        }
    }
}

/// JSON, or a text that holds JSON, on one line, with spaces where it may be
/// broken, and cut.
pub(crate) fn short(value: &Value) -> String {
    match value {
        Value::String(text) => match serde_json::from_str(text) {
            Ok(inner @ (Value::Object(_) | Value::Array(_))) => cut(&spaced(&inner)),
            _ => cut(text),
        },
        other => cut(&spaced(other)),
    }
}

fn spaced(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| format!("{name}: {}", spaced(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// The beginning of a text, on one line.
pub(crate) fn cut(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match one_line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", one_line.get(..at).unwrap_or_default()),
        None => one_line,
    }
}

/// A count with its thousands set apart.
pub(crate) fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Rows of at most `width` characters, broken at spaces where there are any;
/// each is indented as the text is.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let words = text.trim_start();
    let indent = " ".repeat(text.len() - words.len());
    let width = width.saturating_sub(indent.len()).max(1);
    let mut rows = Vec::new();
    let mut row = String::new();
    for piece in words.split(' ').flat_map(|word| pieces(word, width)) {
        if !row.is_empty() && row.chars().count() + 1 + piece.chars().count() > width {
            rows.push(format!("{indent}{}", std::mem::take(&mut row)));
        }
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(&piece);
    }
    rows.push(format!("{indent}{row}"));
    rows
}

/// A word, cut where it is longer than a row.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let chars: Vec<char> = word.chars().collect();
    chars.chunks(width).map(|chunk| chunk.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        let text = "é".repeat(SHOWN + 1);
        assert_eq!(cut(&text).chars().count(), SHOWN + 1);
        assert_eq!(cut("a\n  b"), "a b");
    }

    #[test]
    fn json_is_spaced() {
        let value = serde_json::json!({"a": [1, "x y"], "b": null});
        assert_eq!(short(&value), r#"{a: [1, "x y"], b: null}"#);
        assert_eq!(short(&value.to_string().into()), short(&value));
        assert_eq!(short(&"12".into()), "12");
    }

    #[test]
    fn rows_are_broken_at_spaces() {
        assert_eq!(wrap("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrap("aaaaaaaa b", 5), ["aaaaa", "aaa b"]);
        assert_eq!(wrap("  aa bb", 5), ["  aa", "  bb"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
