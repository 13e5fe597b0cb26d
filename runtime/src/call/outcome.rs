//! The result of a call, in one form for native tools and MCP servers.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

/// What a tool answered: content for the model, and whether it is an error
/// that the model can act on.
#[derive(Debug, Clone, PartialEq, Default)]
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

    /// All blocks as text, joined by line ends.
    #[must_use]
    pub fn to_text(&self) -> String {
        let texts: Vec<String> = self.content.iter().map(Content::to_text).collect();
        texts.join("\n")
    }
}

impl Content {
    /// The text of a resource, with its address and media type.
    #[must_use]
    pub fn resource(uri: &str, media_type: &str, text: impl Into<String>) -> Self {
        let resource = serde_json::json!({
            "uri": uri,
            "mimeType": media_type,
            "text": text.into(),
        });
        Self::Other(serde_json::json!({ "type": "resource", "resource": resource }))
    }

    /// The block as text: a text itself, the text of an embedded resource, and
    /// of what is not text a note in brackets that says what it is.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Image { media_type, .. } => alloc::format!("[image: {media_type}]"),
            Self::Other(block) => {
                let part = |pointer| block.pointer(pointer).and_then(Value::as_str);
                match (
                    part("/resource/text"),
                    part("/type"),
                    part("/uri").or(part("/resource/uri")),
                ) {
                    (Some(text), _, _) => text.into(),
                    (_, Some(kind), Some(uri)) => alloc::format!("[{kind}: {uri}]"),
                    (_, Some(kind), None) => alloc::format!("[{kind}]"),
                    _ => alloc::format!("{block}"),
                }
            }
        }
    }
}
