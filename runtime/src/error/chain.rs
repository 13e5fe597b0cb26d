//! An error and its causes in one line.

use std::prelude::v1::*;

/// What a cause adds to the text before it.
pub(crate) fn chain(error: &(dyn core::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let cause = error.to_string();
        if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
        source = error.source();
    }
    text
}
