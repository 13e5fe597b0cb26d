//! What is made once of a tool: its schemas, and the validator of its arguments.

use std::sync::OnceLock;

use serde_json::Value;

use crate::validate::Validator;

/// What is made once of one tool, when it is first asked for.
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
