//! One entry of a configuration.

use std::fmt;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::DuplexStream;

use crate::catalog::{Digest, Duplicates, Pointer};

/// An entry as it is written.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) endpoint: Endpoint<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) volatile: Vec<Pointer>,
    pub(super) duplicates: Duplicates,
    pub(super) digest: Digest,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The two transports of MCP, and a pipe within the program.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::mcp) enum Endpoint<T> {
    Stdio {
        command: T,
        args: Vec<T>,
        env: Vec<(String, T)>,
        cwd: Option<T>,
    },
    Http {
        url: T,
        headers: Vec<(String, T)>,
    },
    /// Of no file.
    InProcess(InProcess),
}

/// What serves within this program.
#[derive(Clone)]
pub(in crate::mcp) struct InProcess(pub(super) Arc<dyn Fn(DuplexStream) + Send + Sync>);

impl InProcess {
    pub(in crate::mcp) fn start(&self, pipe: DuplexStream) {
        (self.0)(pipe);
    }
}

impl PartialEq for InProcess {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InProcess")
    }
}

/// A text with its variables expanded, and as it was written.
#[derive(Clone, PartialEq)]
pub(in crate::mcp) struct Expanded {
    written: String,
    value: String,
    /// What its variables stood for, each with its name.
    variables: Vec<(String, String)>,
}

impl Expanded {
    /// Nothing yet of what is written so.
    pub(super) fn begin(written: &str) -> Self {
        Self { written: written.into(), value: String::new(), variables: Vec::new() }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.value.push_str(text);
    }

    pub(super) fn push_variable(&mut self, name: &str, value: &str) {
        self.value.push_str(value);
        self.variables.push((name.into(), value.into()));
    }

    pub(super) fn literal(text: impl Into<String>) -> Self {
        let value = text.into();
        Self { written: value.clone(), value, variables: Vec::new() }
    }

    /// The same, with nothing of it to be shown.
    pub(super) fn secret(self) -> Self {
        Self { written: "…".into(), ..self }
    }

    pub(in crate::mcp) fn value(&self) -> &str {
        &self.value
    }

    pub(in crate::mcp) fn written(&self) -> &str {
        &self.written
    }

    pub(super) fn variables(&self) -> &[(String, String)] {
        &self.variables
    }
}

/// The digest of an entry in canonical form.
pub(super) fn digest(canonical: &str) -> Digest {
    Digest::of(&[b"toolcrib/config/1\0", canonical.as_bytes()])
}
