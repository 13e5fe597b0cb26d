//! Images and other media, for providers that take some of them.

use alloc::string::String;

use crate::message::{Content, Media};

pub(super) const PDF: &str = "application/pdf";

/// How a provider is shown a block.
pub(super) enum Shown<'a> {
    Text(String),
    Media(Media<'a>),
}

impl<'a> Shown<'a> {
    /// The bytes, if they are base64 of an accepted type; otherwise a text that says what
    /// was left out.
    pub(super) fn of(content: &'a Content, taken: &[&str]) -> Self {
        match content.media() {
            Some(media) if !taken.contains(&media.media_type) => {
                Self::Text(alloc::format!("{} not shown", content.to_text()))
            }
            Some(media) if !is_base64(media.data) => {
                Self::Text(alloc::format!("{} not shown: broken base64", content.to_text()))
            }
            Some(media) => Self::Media(media),
            None => Self::Text(content.to_text()),
        }
    }
}

/// Base64 as providers take it: with padding, without line breaks, not empty.
pub(super) fn is_base64(data: &str) -> bool {
    let digits = data.trim_end_matches('=');
    let padding = data.len() - digits.len();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    !digits.is_empty()
        && data.len().is_multiple_of(4)
        && padding <= 2
        && digits.bytes().all(is_digit)
}
