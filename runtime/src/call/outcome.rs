//! The result of a call, in one form for native tools and MCP servers.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

/// What a tool answered: content for the model, and whether it is an error
/// that the model can act on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// What the model is shown.
    pub content: Vec<Content>,
    /// The same as one JSON value, where the tool gives one.
    pub structured: Option<Value>,
    /// True when the call failed; `content` then says why.
    pub is_error: bool,
}

/// One block of a result.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text(String),
    /// An image, in base64.
    Image {
        /// The bytes, in base64.
        data: String,
        /// The media type, for example `image/png`.
        media_type: String,
    },
    /// A block of another kind, as MCP's content block JSON.
    Other(Value),
}

impl Outcome {
    /// A result of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::content(alloc::vec![Content::Text(text.into())])
    }

    /// A result of these blocks.
    #[must_use]
    pub fn content(content: Vec<Content>) -> Self {
        Self { content, structured: None, is_error: false }
    }

    /// A result that is one JSON value, shown to the model as its text.
    #[must_use]
    pub fn json(value: Value) -> Self {
        let content = alloc::vec![Content::Text(alloc::format!("{value}"))];
        Self { content, structured: Some(value), is_error: false }
    }

    /// A failure that the model can act on.
    pub fn error(message: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(message) }
    }

    /// The text blocks, joined by line ends.
    #[must_use]
    pub fn to_text(&self) -> String {
        let texts: Vec<&str> = self
            .content
            .iter()
            .filter_map(|block| match block {
                Content::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        texts.join("\n")
    }
}
