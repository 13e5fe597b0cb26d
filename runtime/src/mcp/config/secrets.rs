//! The secrets that a server was given.
//!
//! One list serves both the check that no capture publishes a credential and the errors,
//! which never show a secret.

mod forms;
mod places;

use std::fmt;
use std::format;
use std::prelude::v1::*;

use crate::text::{Visible, prefix};

/// Shorter values would match by chance.
const LEAST: usize = 6;
/// The longest line of an error that others wrote, in bytes.
const LINE: usize = 500;
/// What stands for a secret, and for what was cut off.
const HIDDEN: char = '…';

/// The secrets of one server, in the order in which they are named.
#[derive(Clone, Default, PartialEq, Eq)]
pub(in crate::mcp) struct Secrets(Vec<Secret>);

#[derive(Clone, PartialEq, Eq)]
struct Secret {
    /// Its name: a variable, a header, a query parameter.
    name: String,
    value: String,
    /// A credential by its name or place; other values are only not shown.
    is_credential: bool,
}

impl Secrets {
    fn add(&mut self, name: &str, value: &str, is_credential: bool) {
        if value.len() < LEAST {
            return;
        }
        match self.0.iter_mut().find(|secret| secret.value == value) {
            Some(known) => known.is_credential |= is_credential,
            None => {
                let (name, value) = (name.into(), value.into());
                self.0.push(Secret { name, value, is_credential });
            }
        }
    }

    /// The credentials alone.
    pub(super) fn credentials(mut self) -> Self {
        self.0.retain(|secret| secret.is_credential);
        self
    }

    /// The name of the first credential that stands in this text, in whatever
    /// form. O(n) for n bytes and each credential.
    pub(super) fn named_in(&self, text: &str) -> Option<&str> {
        let stands = |secret: &&Secret| {
            let ends = |at| forms::end(text, at, &secret.value).is_some_and(|end| end.is_whole);
            secret.is_credential && (0..text.len()).any(ends)
        };
        self.0.iter().find(stands).map(|secret| &*secret.name)
    }

    /// The text with `…` for each secret, and for the beginning of one that the
    /// end of the text cuts off.
    pub(in crate::mcp) fn redact(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut hidden = 0;
        for (at, c) in text.char_indices() {
            let ends = self.0.iter().filter_map(|secret| forms::end(text, at, &secret.value));
            let end = ends.map(|end| end.at).max().unwrap_or(0);
            if end > hidden {
                if at >= hidden {
                    out.push(HIDDEN);
                }
                hidden = end;
            }
            if at >= hidden {
                out.push(c);
            }
        }
        out
    }

    /// At most about `bytes` bytes of a text, without secrets.
    pub(in crate::mcp) fn bounded(&self, text: &str, bytes: usize) -> String {
        // Secrets are longer than what stands for them.
        cut(self.redact(prefix(text, bytes.saturating_mul(16))), bytes)
    }

    /// Others' text as one line of an error: bounded, without secrets and control
    /// characters.
    pub(in crate::mcp) fn line(&self, text: &str) -> String {
        let text = self.redact(prefix(text.trim_end(), LINE * 16));
        cut(format!("{}", Visible(&text)), LINE)
    }
}

fn cut(mut text: String, bytes: usize) -> String {
    let end = prefix(&text, bytes).len();
    if end < text.len() {
        text.truncate(end);
        text.push(HIDDEN);
    }
    text
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|secret| &secret.name)).finish()
    }
}

#[cfg(test)]
#[path = "secrets/tests.rs"]
mod tests;
