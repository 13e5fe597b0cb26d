//! Errors of calls.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::{ArgumentError, MissingContext};
#[cfg(feature = "session")]
use super::{BackendError, BackendErrorKind as Kind, LoadError};
use crate::text::{Visible, debug_as_display};
use crate::told::refusal;

/// Why a call has no outcome, in words for the model that made it.
///
/// A tool's own failure is not an error: it is reported as an
/// [`Outcome`](crate::call::Outcome).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The toolbox has no such tool.
    Unknown {
        /// The name that was called.
        tool: String,
    },
    /// The toolbox's permissions do not allow the tool.
    Denied {
        /// The tool.
        tool: &'static str,
    },
    /// The tool's server did not list it as captured when the toolbox was built.
    Changed {
        /// The tool.
        tool: &'static str,
    },
    /// The arguments are invalid; nothing ran.
    Arguments {
        /// The tool.
        tool: &'static str,
        /// The faults; never empty.
        errors: Vec<ArgumentError>,
    },
    /// A native tool needs a context that was not added.
    Context(MissingContext),
    /// The tool cannot be loaded.
    #[cfg(feature = "session")]
    Load(LoadError),
    /// The tool's server returned no outcome.
    #[cfg(feature = "session")]
    Server(BackendError),
    /// The circuit breaker of the server is open; nothing was sent.
    Open {
        /// The server, as the model knows it.
        server: String,
        /// The time until a call may be tried again.
        retry_in: Duration,
    },
    /// The call took too long. Whether the tool ran is unknown.
    TimedOut {
        /// The limit.
        after: Duration,
    },
    /// The tool panicked.
    Panicked {
        /// The tool.
        tool: &'static str,
        /// The message of the panic, cut to a limit.
        message: String,
    },
    /// The tool could not be reached or did not answer properly. Whether it ran is
    /// unknown.
    Failed {
        /// What happened.
        message: String,
    },
}

impl CallError {
    /// An error of whatever runs the tool.
    #[must_use]
    pub fn failed(message: impl fmt::Display) -> Self {
        Self::Failed { message: message.to_string() }
    }

    /// An error with one fault of the arguments.
    pub(crate) fn arguments(tool: &'static str, error: impl Into<ArgumentError>) -> Self {
        Self::Arguments { tool, errors: alloc::vec![error.into()] }
    }

    /// Whether the server (or whatever runs the tool) is at fault and not the call: what
    /// a circuit breaker counts and a retry can fix.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        match self {
            Self::TimedOut { .. } | Self::Failed { .. } => true,
            #[cfg(feature = "session")]
            Self::Server(error) => !matches!(
                error.kind(),
                Kind::Refused | Kind::Drift | Kind::Stale | Kind::Closed | Kind::Rejected
            ),
            #[cfg(feature = "session")]
            Self::Load(error) => !error.is_unmet(),
            _ => false,
        }
    }

    /// Whether all running calls can share the cause: everything except timeouts and
    /// answers to this call.
    #[cfg(feature = "session")]
    pub(crate) fn is_shared(&self) -> bool {
        match self {
            Self::TimedOut { .. } => false,
            Self::Server(error) => !matches!(error.kind(), Kind::Timeout | Kind::Protocol),
            _ => true,
        }
    }

    /// Whether the tool cannot have run.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        match self {
            Self::TimedOut { .. } | Self::Panicked { .. } | Self::Failed { .. } => false,
            #[cfg(feature = "session")]
            Self::Server(error) => error.is_unsent(),
            _ => true,
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { tool } => f.write_str(&refusal::unknown(tool)),
            Self::Denied { tool } => f.write_str(&refusal::denied(tool)),
            Self::Changed { tool } => f.write_str(&refusal::changed(tool)),
            Self::Arguments { tool, errors } => {
                write!(f, "`{tool}` was not called:")?;
                errors.iter().try_for_each(|error| write!(f, "\n- {error}"))
            }
            Self::Context(missing) => missing.fmt(f),
            #[cfg(feature = "session")]
            Self::Load(error) => error.fmt(f),
            #[cfg(feature = "session")]
            Self::Server(error) => error.fmt(f),
            Self::Failed { message } => f.write_str(message),
            Self::Open { server, retry_in } => write!(
                f,
                "not called: server `{}` has failed several times in a row; it is tried again in {} s",
                Visible(server),
                retry_in.as_secs().max(1)
            ),
            Self::TimedOut { after } => {
                write!(f, "no result within {after:?}; the tool may have run anyway")
            }
            Self::Panicked { tool, message } => {
                write!(f, "`{tool}` crashed: {}", Visible(message))
            }
        }
    }
}

debug_as_display!(CallError);

impl core::error::Error for CallError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Context(missing) => Some(missing),
            #[cfg(feature = "session")]
            Self::Load(error) => Some(error),
            #[cfg(feature = "session")]
            Self::Server(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MissingContext> for CallError {
    fn from(missing: MissingContext) -> Self {
        Self::Context(missing)
    }
}

#[cfg(feature = "session")]
impl From<BackendError> for CallError {
    fn from(error: BackendError) -> Self {
        Self::Server(error)
    }
}

#[cfg(feature = "session")]
impl From<LoadError> for CallError {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

/// From the error of a layer; a `CallError` in it is unwrapped.
impl From<Box<dyn core::error::Error + Send + Sync>> for CallError {
    fn from(error: Box<dyn core::error::Error + Send + Sync>) -> Self {
        match error.downcast::<Self>() {
            Ok(error) => *error,
            Err(other) => Self::failed(other),
        }
    }
}

/// Nothing fails with this.
impl From<core::convert::Infallible> for CallError {
    fn from(never: core::convert::Infallible) -> Self {
        match never {}
    }
}
