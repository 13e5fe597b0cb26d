//! Why a call through a backend has no outcome.

use alloc::string::String;
use alloc::sync::Arc;
use core::error::Error;
use core::fmt;

/// Why a call did not reach the tool, or its answer did not come back; readable
/// for the model that made the call.
///
/// Two are equal when server, kind and text are; the source does not count.
#[derive(Debug, Clone)]
pub struct BackendError {
    server: String,
    kind: BackendErrorKind,
    message: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

/// What kind of failure it was, for programs that decide what to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum BackendErrorKind {
    /// The server cannot be reached, started or listed. Nothing was sent; a
    /// later call may succeed.
    Unreachable,
    /// There is no such server or tool, or the server is not pinned. Nothing
    /// was sent, and trying again changes nothing.
    Refused,
    /// The server no longer lists what was captured. Nothing was sent.
    Drift,
    /// The program has closed the connection. Nothing was sent.
    Closed,
    /// The call was sent and not answered in time.
    Timeout,
    /// The call was sent and the connection ended before the answer.
    Lost,
    /// The server answered with an error of the protocol.
    Rejected,
    /// The server answered something that is no result.
    Protocol,
    /// Nothing is known of it but the text.
    #[default]
    Other,
}

impl BackendErrorKind {
    /// True when the tool cannot have run: nothing was sent.
    #[must_use]
    pub fn is_unsent(self) -> bool {
        matches!(self, Self::Unreachable | Self::Refused | Self::Drift | Self::Closed)
    }
}

impl BackendError {
    /// The server, and what happened.
    pub fn new(server: impl Into<String>, message: impl fmt::Display) -> Self {
        let (server, message) = (server.into(), alloc::format!("{message}"));
        Self { server, kind: BackendErrorKind::Other, message, source: None }
    }

    /// The same, of a kind.
    #[must_use]
    pub fn with_kind(self, kind: BackendErrorKind) -> Self {
        Self { kind, ..self }
    }

    /// The same, with what caused it.
    #[must_use]
    pub fn with_source(self, source: impl Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Arc::new(source)), ..self }
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// What kind of failure it was.
    #[must_use]
    pub fn kind(&self) -> BackendErrorKind {
        self.kind
    }

    /// True when the tool cannot have run.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        self.kind.is_unsent()
    }
}

impl PartialEq for BackendError {
    fn eq(&self, other: &Self) -> bool {
        let parts = |error: &Self| (error.kind, error.server.clone(), error.message.clone());
        parts(self) == parts(other)
    }
}

impl Eq for BackendError {}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for BackendError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}
