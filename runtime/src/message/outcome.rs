//! The result of a call, in one form for native tools and MCP servers.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

/// The answer of a tool: content for the model, and whether it is an error that the model
/// can act on.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Outcome {
    /// The content for the model.
    pub content: Vec<Content>,
    /// The same as one JSON value, if the tool returns one.
    pub structured: Option<Value>,
    /// Whether the call failed; `content` then says why.
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
    /// A block of another kind, as the JSON of an MCP content block.
    Other(Value),
}

impl Outcome {
    /// A result with one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::content(alloc::vec![Content::Text(text.into())])
    }

    /// A result with these blocks.
    #[must_use]
    pub fn content(content: Vec<Content>) -> Self {
        Self { content, structured: None, is_error: false }
    }

    /// A result with one JSON value, which the model sees as text.
    #[must_use]
    pub fn json(value: Value) -> Self {
        let content = alloc::vec![Content::Text(alloc::format!("{value}"))];
        Self { content, structured: Some(value), is_error: false }
    }

    /// An error that the model can act on.
    pub fn error(message: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(message) }
    }

    /// Adds the structured part as text if no block says the same. MCP asks servers to
    /// send such a block; not all do.
    #[cfg(feature = "session")]
    pub(crate) fn complete(&mut self) {
        if let Some(structured) = &self.structured
            && !self.content.iter().any(|content| content.says(structured))
        {
            self.content.push(Content::Text(alloc::format!("{structured}")));
        }
    }

    /// All blocks as text, joined by newlines.
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

    /// Audio, in base64.
    #[must_use]
    pub fn audio(media_type: &str, data: impl Into<String>) -> Self {
        let block = serde_json::json!({
            "type": "audio",
            "data": data.into(),
            "mimeType": media_type,
        });
        Self::Other(block)
    }

    /// The bytes of a resource, in base64, with its address and media type.
    #[must_use]
    pub fn blob(uri: &str, media_type: &str, data: impl Into<String>) -> Self {
        let resource = serde_json::json!({
            "uri": uri,
            "mimeType": media_type,
            "blob": data.into(),
        });
        Self::Other(serde_json::json!({ "type": "resource", "resource": resource }))
    }

    /// A link to a resource: its name and address.
    #[must_use]
    pub fn link(name: &str, uri: &str) -> Self {
        Self::Other(serde_json::json!({ "type": "resource_link", "name": name, "uri": uri }))
    }

    /// Whether the block's text says the same as this value: as JSON in any notation, or
    /// as the text inside of `{"result": …}`.
    #[cfg(feature = "session")]
    pub(crate) fn says(&self, value: &Value) -> bool {
        let Self::Text(text) = self else { return false };
        let wrapped = value.as_object().filter(|members| members.len() == 1);
        let inner = wrapped.and_then(|members| members.get("result"));
        if inner.and_then(Value::as_str) == Some(text.as_str()) {
            return true;
        }
        let said = serde_json::from_str::<Value>(text);
        said.is_ok_and(|said| said == *value || inner == Some(&said))
    }

    /// The bytes of an image, audio or a resource.
    #[cfg(feature = "session")]
    pub(crate) fn media(&self) -> Option<Media<'_>> {
        let (block, key) = match self {
            Self::Text(_) => return None,
            Self::Image { data, media_type } => return Some(Media { data, media_type }),
            Self::Other(block) => match block.get("resource") {
                Some(resource) => (resource, "blob"),
                None => (block, "data"),
            },
        };
        let data = block.get(key)?.as_str()?;
        let media_type = block.get("mimeType").and_then(Value::as_str);
        Some(Media { data, media_type: media_type.unwrap_or("application/octet-stream") })
    }

    /// The block as text: the text itself, the address and text of an embedded resource,
    /// or a note in brackets that says what the block is.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Image { media_type, .. } => alloc::format!("[image: {media_type}]"),
            Self::Other(block) => note(block),
        }
    }
}

/// Bytes in base64.
#[cfg(feature = "session")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Media<'a> {
    pub(crate) data: &'a str,
    pub(crate) media_type: &'a str,
}

fn note(block: &Value) -> String {
    let part = |pointer| block.pointer(pointer).and_then(Value::as_str);
    let Some(kind) = part("/type") else { return alloc::format!("{block}") };
    let uri = part("/uri").or(part("/resource/uri"));
    if let Some(text) = part("/resource/text") {
        return match uri {
            Some(uri) => alloc::format!("[{kind}: {uri}]\n{text}"),
            None => text.into(),
        };
    }
    let more = ["/name", "/title", "/mimeType", "/resource/mimeType", "/description"];
    let known = uri.into_iter().chain(more.into_iter().filter_map(part));
    let known: Vec<&str> = known.filter(|word| !word.is_empty()).collect();
    match known.as_slice() {
        [] if block.as_object().is_some_and(|members| members.len() > 1) => {
            alloc::format!("[{kind}] {block}")
        }
        [] => alloc::format!("[{kind}]"),
        known => alloc::format!("[{kind}: {}]", known.join(", ")),
    }
}
