//! The last lines that a server wrote to its standard error.

use std::collections::VecDeque;
use std::prelude::v1::*;

use super::config::Secrets;

/// How many lines are kept.
const LINES: usize = 20;
/// How many bytes of a line are kept.
const LINE_BYTES: usize = 500;

/// A bounded tail of lines.
#[derive(Debug, Default)]
pub(super) struct Tail {
    lines: VecDeque<Vec<u8>>,
    /// The last line has no end yet.
    open: bool,
}

impl Tail {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !self.open {
                self.lines.push_back(Vec::new());
            }
            let text = piece.strip_suffix(b"\n");
            self.open = text.is_none();
            if let Some(line) = self.lines.back_mut() {
                let room = LINE_BYTES.saturating_sub(line.len());
                line.extend(text.unwrap_or(piece).iter().take(room));
            }
            if self.lines.len() > LINES {
                self.lines.pop_front();
            }
        }
    }

    /// The lines that are not blank, as an error shows them.
    pub(super) fn lines(&self, secrets: &Secrets) -> Vec<String> {
        // A character that was cut in two would hide that a secret was.
        let show = |line: &Vec<u8>| {
            secrets.line(String::from_utf8_lossy(line).trim_end_matches('\u{fffd}'))
        };
        self.lines.iter().map(show).filter(|line| !line.is_empty()).collect()
    }
}
