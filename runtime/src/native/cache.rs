//! What is made once per tool: its schemas and its validator.

use std::sync::OnceLock;

use serde_json::Value;

use crate::validate::Validator;

/// What is made once per tool, on first use.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Cache {
    pub(super) input: OnceLock<Value>,
    pub(super) output: OnceLock<Option<Value>>,
    pub(super) validator: OnceLock<Validator>,
}

impl Cache {
    #[must_use]
    pub const fn new() -> Self {
        Self { input: OnceLock::new(), output: OnceLock::new(), validator: OnceLock::new() }
    }
}
