//! The section of the prompt that names the tools which are kept back.

use alloc::string::String;

use super::{SEARCH_TOOL, Session};
use crate::text::Visible;

impl Session {
    /// The section, or `""` when nothing is kept back: how to search, and the
    /// hidden names, sorted, one a line.
    #[must_use]
    pub fn prompt(&self) -> String {
        let mut names = self.hidden().peekable();
        if names.peek().is_none() {
            return String::new();
        }
        let mut out = alloc::format!(
            "More tools exist than are loaded. Their names are listed below; to use one, load it with \
             `{SEARCH_TOOL}` (words that say what you need, or `select:name`), then call it.\n\
             <available-deferred-tools>\n"
        );
        for entry in names {
            push_escaped(&mut out, entry.name());
            out.push('\n');
        }
        out.push_str("</available-deferred-tools>");
        out
    }
}

/// A name that can neither close the section nor hide in it.
fn push_escaped(out: &mut String, name: &str) {
    for c in alloc::format!("{}", Visible(name)).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            other => out.push(other),
        }
    }
}
