//! Everything that is printed: results to standard output, messages to standard
//! error.

use std::io::{IsTerminal, Write, stderr, stdout};

use serde_json::{Value, json};

use crate::args::Color;
use crate::outcome::CommandError;

/// The two output streams and how to write to them.
#[derive(Debug)]
pub(crate) struct Screen {
    json: bool,
    color_out: bool,
    color_err: bool,
    progress: bool,
}

/// The meaning of a piece of text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Style {
    Good,
    Bad,
    Warning,
    Strong,
    Faint,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Good => "32",
            Self::Bad => "1;31",
            Self::Warning => "33",
            Self::Strong => "1",
            Self::Faint => "2",
        }
    }
}

impl Screen {
    pub(crate) fn new(json: bool, color: Color) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let decide = |terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && !plain,
        };
        let progress = stderr().is_terminal();
        Self {
            json,
            color_out: decide(stdout().is_terminal()),
            color_err: decide(progress),
            progress,
        }
    }

    /// Styles text for standard output.
    pub(crate) fn paint(&self, style: Style, text: &str) -> String {
        paint(self.color_out, style, text)
    }

    /// Prints a line of the result for people; nothing with `--json`.
    pub(crate) fn line(&self, text: impl AsRef<str>) {
        if !self.json {
            self.raw(text.as_ref());
        }
    }

    /// Prints a line to standard output, even with `--json`.
    pub(crate) fn raw(&self, text: &str) {
        // A reader that has gone away (`| head`) is not an error.
        let _ = writeln!(stdout(), "{text}");
    }

    /// Prints the result with `--json`.
    pub(crate) fn document(&self, value: &Value) {
        if self.json {
            self.raw(&value.to_string());
        }
    }

    pub(crate) fn note(&self, text: &str) {
        self.message(Style::Strong, "note", text);
    }

    pub(crate) fn warning(&self, text: &str) {
        self.message(Style::Warning, "warning", text);
    }

    pub(crate) fn error(&self, text: &str) {
        self.message(Style::Bad, "error", text);
    }

    /// Prints why the run stopped, with `--json` also as the result.
    pub(crate) fn end(&self, error: &CommandError) {
        let text = error.to_string();
        self.error(&text);
        self.document(&json!({"error": text}));
    }

    fn message(&self, style: Style, label: &str, text: &str) {
        let label = paint(self.color_err, style, &format!("{label}:"));
        let _ = writeln!(stderr(), "{label} {text}");
    }

    /// Prints progress for a person who waits.
    pub(crate) fn progress(&self, text: &str) {
        if self.progress {
            let _ = writeln!(stderr(), "{}", paint(self.color_err, Style::Faint, text));
        }
    }
}

fn paint(color: bool, style: Style, text: &str) -> String {
    if color { format!("\x1b[{}m{text}\x1b[0m", style.code()) } else { text.into() }
}

/// The ending of a noun after a number.
pub(crate) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
