//! Text of others in the prompt.

use alloc::string::String;

use crate::text::is_invisible;

/// Text that can neither close the section nor hide in it.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if is_invisible(c) => out.push_str(&alloc::format!("\\u{{{:x}}}", u32::from(c))),
            other => out.push(other),
        }
    }
}
