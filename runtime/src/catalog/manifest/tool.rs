//! One tool of a manifest.

use alloc::string::String;

use crate::definition::Definition;
use crate::digest::Digest;

/// One tool of a [`Manifest`](super::Manifest).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) input_schema: String,
    pub(super) output_schema: Option<String>,
    pub(super) annotations: Option<String>,
    pub(super) always_load: Option<bool>,
    pub(super) digest: Digest,
}

impl Tool {
    /// The server's own name for the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The members that the digest covers.
    #[must_use]
    pub fn definition(&self) -> Definition<'_> {
        Definition {
            name: &self.name,
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            input_schema: &self.input_schema,
            output_schema: self.output_schema.as_deref(),
            annotations: self.annotations.as_deref(),
        }
    }

    /// `_meta["anthropic/alwaysLoad"]`: the server wishes that the tool is never
    /// deferred.
    #[must_use]
    pub fn always_load(&self) -> Option<bool> {
        self.always_load
    }

    /// The tool's digest, version 1.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }
}
