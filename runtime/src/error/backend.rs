//! Errors of backends.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::error::Error;
use core::fmt;

use crate::catalog::Drift;
use crate::text::Visible;

/// Why a call to a server has no result.
///
/// `Display` is for the model that made the call and contains no text of an unverified
/// server. [`detail`](Self::detail) is for the operator and contains everything known.
///
/// Equality compares server, kind and text, not the source.
#[derive(Clone)]
pub struct BackendError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    server: String,
    /// What a model calls the server, where that is something else.
    alias: Option<String>,
    kind: BackendErrorKind,
    told: Told,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

/// What the model is told.
#[derive(Clone)]
enum Told {
    Whole(String),
    /// With the server's name in between.
    About(Cow<'static, str>, String),
}

/// Why a server is refused that lists something else.
pub(crate) const NOT_CAPTURED: &str = "it no longer lists what was captured";

/// The kind of a [`BackendError`], for programs that decide what to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum BackendErrorKind {
    /// The server cannot be reached, started or listed. Nothing was sent; a
    /// later call may succeed.
    Unreachable,
    /// There is no such server, or it has no captured tool of this name. Nothing was
    /// sent, and retrying does not help.
    Refused,
    /// The server no longer lists what was captured. Nothing was sent.
    Drift,
    /// The call was compared with a listing that is no longer the latest. Nothing was
    /// sent; the call is compared again.
    Stale,
    /// The program has closed the connection. Nothing was sent.
    Closed,
    /// The call was sent and not answered in time.
    Timeout,
    /// The call was sent and the connection ended before the answer.
    Lost,
    /// The server answered with a protocol error.
    Rejected,
    /// The server's answer is not a result.
    Protocol,
    /// Unknown: only the text is known.
    #[default]
    Other,
}

impl BackendErrorKind {
    /// Whether the tool cannot have run, because nothing was sent.
    #[must_use]
    pub fn is_unsent(self) -> bool {
        matches!(self, Self::Unreachable | Self::Refused | Self::Drift | Self::Stale | Self::Closed)
    }
}

impl BackendError {
    /// The server, and what happened.
    pub fn new(server: impl Into<String>, message: impl fmt::Display) -> Self {
        Self::told(server.into(), Told::Whole(alloc::format!("{message}")))
    }

    /// The same with what comes before and after "server `name`", so that each
    /// caller reads the name that it knows.
    pub(crate) fn about(
        server: &str,
        before: impl Into<Cow<'static, str>>,
        after: impl Into<String>,
    ) -> Self {
        Self::told(server.into(), Told::About(before.into(), after.into()))
    }

    fn told(server: String, told: Told) -> Self {
        let kind = BackendErrorKind::Other;
        Self(Box::new(Inner { server, alias: None, kind, told, source: None }))
    }

    /// The same for a model that calls the server this.
    pub(crate) fn seen_as(mut self, alias: &str) -> Self {
        self.0.alias = (alias != self.0.server).then(|| String::from(alias));
        self
    }

    /// The same, of a kind.
    #[must_use]
    pub fn with_kind(mut self, kind: BackendErrorKind) -> Self {
        self.0.kind = kind;
        self
    }

    /// The same, with what caused it.
    #[must_use]
    pub fn with_source(mut self, source: impl Error + Send + Sync + 'static) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }

    /// There is no such server.
    pub fn unknown_server(server: &str) -> Self {
        Self::about(server, "there is no ", "").with_kind(BackendErrorKind::Refused)
    }

    pub(crate) fn unknown_tool(server: &str, tool: &str) -> Self {
        let after = alloc::format!("has no captured tool `{}`", Visible(tool));
        Self::about(server, "", after).with_kind(BackendErrorKind::Refused)
    }

    /// The compared listing is no longer the latest.
    pub(crate) fn stale(server: &str) -> Self {
        Self::about(server, "", "has been listed again meanwhile")
            .with_kind(BackendErrorKind::Stale)
    }

    pub(crate) fn restless(server: &str) -> Self {
        let after = "keeps announcing changes of its tools";
        Self::about(server, "not called: ", after).with_kind(BackendErrorKind::Unreachable)
    }

    /// In the text is what is for the model; the source has the differences.
    /// Without a tool, the server is refused as a whole.
    pub(crate) fn drift(server: &str, tool: Option<&str>, drift: &Arc<Drift>) -> Self {
        let count = drift.differences().len();
        let count = alloc::format!("({count} difference{})", if count == 1 { "" } else { "s" });
        let (before, what) = match tool {
            None => (Cow::Borrowed(""), NOT_CAPTURED),
            Some(tool) => (
                Cow::Owned(alloc::format!("tool `{}` of ", Visible(tool))),
                "the server no longer lists it as captured",
            ),
        };
        let after = alloc::format!("is refused: {what} {count}; nothing was sent");
        Self::about(server, before, after)
            .with_kind(BackendErrorKind::Drift)
            .with_source(Drift::clone(drift))
    }

    /// The differences, if the server is refused because of them.
    #[must_use]
    pub fn differences(&self) -> Option<&Drift> {
        self.0.source.as_deref()?.downcast_ref()
    }

    /// Everything known, for the operator. May contain text of an unverified server, with
    /// invisible characters made visible.
    #[must_use]
    pub fn detail(&self) -> impl fmt::Display + '_ {
        Detail(self)
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.0.server
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> BackendErrorKind {
        self.0.kind
    }

    /// Whether the tool cannot have run.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        self.0.kind.is_unsent()
    }
}

impl PartialEq for BackendError {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Inner, b: &Inner| a.kind == b.kind && a.server == b.server;
        same(&self.0, &other.0) && self.to_string() == other.to_string()
    }
}

impl Eq for BackendError {}

struct Detail<'a>(&'a BackendError);

impl fmt::Display for Detail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.0.source {
            Some(source) => source.fmt(f),
            None => self.0.fmt(f),
        }
    }
}

/// Prints the [`detail`](BackendError::detail), for a `main` that returns the error.
impl fmt::Debug for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Detail(self), f)
    }
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.told {
            Told::Whole(told) => f.write_str(told),
            Told::About(before, after) => {
                let server = self.0.alias.as_ref().unwrap_or(&self.0.server);
                write!(f, "{before}server `{}`", Visible(server))?;
                if after.is_empty() { Ok(()) } else { write!(f, " {after}") }
            }
        }
    }
}

impl Error for BackendError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}
