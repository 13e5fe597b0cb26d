//! The schema of a tool, with the forms of it that were sent.

use alloc::sync::Arc;
use core::fmt;
use core::ops::Deref;
use std::sync::OnceLock;

use serde_json::Value;

use super::{Dialect, LowerError, lower};

/// The JSON Schema of a tool's arguments, with its lowered forms; each is made once, on
/// first use.
///
/// Dereferences to the original schema. Cloning is cheap: clones share the lowered forms.
///
/// ```
/// use serde_json::json;
/// use toolcrib::wire::lower::{Dialect, InputSchema};
///
/// let schema = InputSchema::from(json!({ "type": "object" }));
/// assert_eq!(schema["type"], "object");
/// let lowered = schema.lowered(Dialect::OpenAi)?;
/// assert_eq!(lowered["properties"], json!({}));
/// # Ok::<(), toolcrib::wire::lower::LowerError>(())
/// ```
#[derive(Clone)]
pub struct InputSchema(Arc<Inner>);

type Lowered = OnceLock<Result<Value, LowerError>>;

struct Inner {
    schema: Value,
    anthropic: Lowered,
    open_ai: Lowered,
    open_ai_strict: Lowered,
    gemini: Lowered,
}

impl InputSchema {
    /// The schema in a provider's dialect; see [`lower`].
    ///
    /// # Errors
    /// Those of [`lower`].
    pub fn lowered(&self, dialect: Dialect) -> Result<&Value, LowerError> {
        let slot = match dialect {
            Dialect::Anthropic => &self.0.anthropic,
            Dialect::OpenAi => &self.0.open_ai,
            Dialect::OpenAiStrict => &self.0.open_ai_strict,
            Dialect::Gemini => &self.0.gemini,
        };
        slot.get_or_init(|| lower(self, dialect)).as_ref().map_err(Clone::clone)
    }
}

impl From<Value> for InputSchema {
    fn from(schema: Value) -> Self {
        let new = Lowered::new;
        let (anthropic, open_ai, open_ai_strict, gemini) = (new(), new(), new(), new());
        Self(Arc::new(Inner { schema, anthropic, open_ai, open_ai_strict, gemini }))
    }
}

impl Deref for InputSchema {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0.schema
    }
}

impl serde::Serialize for InputSchema {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.schema.serialize(serializer)
    }
}

impl PartialEq for InputSchema {
    fn eq(&self, other: &Self) -> bool {
        self.0.schema == other.0.schema
    }
}

impl fmt::Debug for InputSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.schema.fmt(f)
    }
}
