//! The size of a result, as the model is given it.

use std::prelude::v1::*;

use super::size;
use crate::message::{Content, Outcome};
use crate::text::prefix;

/// What is left of a result, and of how much.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) outcome: Outcome,
    /// Bytes of text that are left.
    pub(super) text: usize,
    /// Bytes of everything that are left.
    pub(super) shown: usize,
    pub(super) total: usize,
}

/// Cuts a result to so many bytes of text and so many of images and the like;
/// `None` when it fits.
///
/// Text is cut at a whole character; an image, or a block of another kind, is
/// left out whole. The structured form of a result that was cut goes too: it
/// would say what the text no longer says.
pub(super) fn cut(outcome: &Outcome, text: usize, media: usize) -> Option<Cut> {
    let [all_text, all_media] = sizes(outcome);
    let structured = outcome.structured.as_ref();
    // Twice: as much again is what the same thing said in other words may take.
    let both = text.saturating_add(media).saturating_mul(2);
    if all_text <= text && all_media <= media && structured.is_none_or(|it| size::fits(it, both)) {
        return None;
    }
    let mut budget = Budget { text, media, left_out: 0 };
    let mut content: Vec<Content> =
        outcome.content.iter().filter_map(|block| budget.take(block)).collect();
    let [text, media] = sizes(&Outcome::content(content.clone()));
    content.push(Content::Text(marker(text, all_text, budget.left_out)));
    let outcome = Outcome { content, structured: None, is_error: outcome.is_error };
    Some(Cut { outcome, text, shown: text + media, total: all_text + all_media })
}

/// Of the text, and of everything else.
fn sizes(outcome: &Outcome) -> [usize; 2] {
    outcome.content.iter().fold([0, 0], |[text, media], block| match block {
        Content::Text(part) => [text + part.len(), media],
        other => [text, media + size::of_content(other)],
    })
}

struct Budget {
    text: usize,
    media: usize,
    /// Blocks that did not fit.
    left_out: usize,
}

impl Budget {
    fn take(&mut self, block: &Content) -> Option<Content> {
        match block {
            Content::Text(text) => self.take_text(text),
            other => match self.media.checked_sub(size::of_content(other)) {
                Some(left) => {
                    self.media = left;
                    Some(other.clone())
                }
                None => {
                    self.left_out += 1;
                    None
                }
            },
        }
    }

    fn take_text(&mut self, text: &str) -> Option<Content> {
        let shown = prefix(text, self.text);
        // Nothing is shown of what comes after the first cut.
        let whole = shown.len() == text.len();
        self.text = if whole { self.text - text.len() } else { 0 };
        (!shown.is_empty()).then(|| Content::Text(shown.into()))
    }
}

fn marker(shown: usize, total: usize, left_out: usize) -> String {
    let mut parts = Vec::new();
    if shown < total {
        parts.push(format!("the first {shown} of {total} bytes of text are shown"));
    }
    match left_out {
        0 => {}
        1 => parts.push("1 image or resource was too large and is left out".into()),
        count => parts.push(format!("{count} images or resources were too large and are left out")),
    }
    if parts.is_empty() {
        return "[The structured form of this result was too large and is left out.]".into();
    }
    format!("[This result was cut off: {}. Ask for less to see the rest.]", parts.join("; "))
}

#[cfg(test)]
#[path = "cap_tests.rs"]
mod tests;
