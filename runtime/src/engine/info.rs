//! A tool as loaders and layers see it.

use std::prelude::v1::*;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::error::LoadError;
use crate::native::Annotations;

/// One tool, as loaders and layers see it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ToolInfo {
    /// The name that the model sees.
    pub name: &'static str,
    /// The server or provider; `None` for a native tool.
    pub server: Option<&'static str>,
    /// The server's own name for the tool, or the function's.
    pub raw_name: &'static str,
    /// The name of its loader: `native`, `mcp`, with their features `http` and `process`,
    /// or a custom one.
    pub loader: &'static str,
    /// The loader's settings: a JSON object, as text.
    pub settings: &'static str,
    /// The JSON Schema of the arguments, as text.
    pub input_schema: Arc<str>,
    /// The JSON Schema of the result, as text, if there is one.
    pub output_schema: Option<Arc<str>>,
    /// What the tool declares about its effects.
    pub annotations: Annotations,
}

impl ToolInfo {
    /// Deserializes the loader's settings.
    ///
    /// # Errors
    /// The settings do not have that type; the error names the tool and the place.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T, LoadError> {
        serde_json::from_str(self.settings).map_err(|error| {
            LoadError::unmet(self.name, format_args!("its loader settings: {error}"))
                .repair("correct them in its contract and build again")
        })
    }

    /// Whether the tool declares that calling it twice has the same effect as calling it
    /// once.
    #[must_use]
    pub fn is_idempotent(&self) -> bool {
        self.annotations.is_idempotent()
    }
}
