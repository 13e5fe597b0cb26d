//! What a tool declares besides its schema.

use core::fmt;

use serde::{Deserialize, Serialize};
#[cfg(feature = "session")]
use serde_json::Value;

/// When the model gets a tool's schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Exposure {
    /// Not declared: a native tool is sent with every request.
    #[default]
    Default,
    /// `always`: with every request, whatever the mode of the session.
    Always,
    /// `defer`: only once a search has found it.
    Deferred,
}

impl Exposure {
    #[cfg(feature = "session")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::Default
    }
}

/// What a tool declares about its effects; `None` if it declares nothing.
///
/// These are MCP's tool annotations: hints for people and hosts, not promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Annotations {
    /// The tool changes nothing.
    pub read_only: Option<bool>,
    /// The tool may delete or overwrite.
    pub destructive: Option<bool>,
    /// Calling the tool twice has the same effect as calling it once.
    pub idempotent: Option<bool>,
    /// The tool reaches beyond the program, for example to the network.
    pub open_world: Option<bool>,
}

impl Annotations {
    /// Annotations with these four hints.
    #[must_use]
    pub const fn new(
        read_only: Option<bool>,
        destructive: Option<bool>,
        idempotent: Option<bool>,
        open_world: Option<bool>,
    ) -> Self {
        Self { read_only, destructive, idempotent, open_world }
    }
}

impl Annotations {
    /// Whether the tool declares that it is idempotent or only reads.
    #[must_use]
    pub fn is_idempotent(&self) -> bool {
        self.idempotent == Some(true) || self.read_only == Some(true)
    }

    /// Those of a server's tool, from MCP's `annotations`; what is no object
    /// says nothing.
    #[cfg(feature = "session")]
    pub(crate) fn from_json(text: &str) -> Self {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let hint = |name: &str| value.get(name).and_then(Value::as_bool);
        Self::new(
            hint("readOnlyHint"),
            hint("destructiveHint"),
            hint("idempotentHint"),
            hint("openWorldHint"),
        )
    }
}

/// The location of a tool in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Location {
    /// The path of the module.
    pub module: &'static str,
    /// The file, as passed to the compiler.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u32,
}

impl Location {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(module: &'static str, file: &'static str, line: u32) -> Self {
        Self { module, file, line }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} (in {})", self.file, self.line, self.module)
    }
}
