//! JSON pointers (RFC 6901).

use alloc::string::String;

/// Appends one reference token to the text of a pointer, escaped.
pub(crate) fn push_token(path: &mut String, token: &str) {
    path.push('/');
    for c in token.chars() {
        match c {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            other => path.push(other),
        }
    }
}
