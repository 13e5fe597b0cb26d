//! What a loader and a layer are told of a tool.

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
    /// The name that the server or the function has for the tool.
    pub raw_name: &'static str,
    /// The name of its loader: `native` and `mcp` are built in, `http` and
    /// `process` by feature.
    pub loader: &'static str,
    /// The loader's settings: a JSON object, as text.
    pub settings: &'static str,
    /// JSON Schema of the arguments, as text.
    pub input_schema: Arc<str>,
    /// JSON Schema of the result, as text, where there is one.
    pub output_schema: Option<Arc<str>>,
    /// What the tool says of its effects.
    pub annotations: Annotations,
}

impl ToolInfo {
    /// The loader's settings in a type of its own.
    ///
    /// # Errors
    /// Settings that are not of that type; names the tool and the place.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T, LoadError> {
        serde_json::from_str(self.settings).map_err(|error| {
            LoadError::unmet(self.name, format_args!("its loader settings: {error}"))
                .repair("correct them in its contract and build again")
        })
    }

    /// Whether calling the tool twice does no more than calling it once, by
    /// what it says of itself.
    #[must_use]
    pub fn is_idempotent(&self) -> bool {
        self.annotations.is_idempotent()
    }
}
