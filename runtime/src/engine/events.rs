//! Events of calls, for user interfaces.

use std::fmt;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::breaker::BreakerState;
use crate::catalog::Drift;
use crate::error::{BackendErrorKind, CallError};
use crate::message::Outcome;

/// Something that happened to a call, a tool or a server. Never contains arguments or
/// results.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Event {
    /// When it happened.
    pub at: Instant,
    /// The call that the event belongs to, if any.
    pub call: Option<CallId>,
    /// The tool, by the name that the model sees.
    pub tool: Option<&'static str>,
    /// The server or provider; `None` for a native tool.
    pub server: Option<&'static str>,
    /// What happened.
    pub kind: EventKind,
}

/// The call that an event belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CallId {
    /// A number that is unique among the calls of the toolbox.
    pub number: u64,
    /// The provider's id of the call; empty outside of a conversation.
    pub id: Arc<str>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A call has started.
    Started {
        /// The size of the arguments as compact JSON, in bytes.
        bytes_in: usize,
    },
    /// A call was refused; nothing ran.
    Refused {
        /// Why.
        reason: Reason,
    },
    /// A call is retried after a wait.
    Retried {
        /// The number of the retry, from 1.
        attempt: u32,
        /// The wait before it.
        wait: Duration,
    },
    /// A call has ended.
    Finished {
        /// How.
        status: Status,
        /// How long it took.
        took: Duration,
        /// The size of the result, in bytes.
        bytes_out: usize,
    },
    /// A result was cut for the model.
    CutOff {
        /// The bytes that the model sees.
        shown: usize,
        /// The bytes of the full result.
        total: usize,
    },
    /// A session has answered a search.
    Searched {
        /// The number of tools found.
        loaded: usize,
        /// How long it took.
        took: Duration,
    },
    /// A tool was loaded.
    Loaded {
        /// How long loading took.
        took: Duration,
    },
    /// A tool's schema does not compile, so its calls are not checked before they are
    /// made.
    Unchecked {
        /// Why.
        problem: Arc<str>,
    },
    /// A loaded tool was evicted.
    Evicted,
    /// The circuit breaker of a server changed its state.
    Breaker {
        /// The new state.
        state: BreakerState,
    },
}

/// Why a call was refused. For the operator only: a [`Drift`] contains text of an
/// unverified server, which must not reach a model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// There is no such tool.
    Unknown,
    /// The caller's permissions do not allow the tool.
    Denied,
    /// The tool requires a capability that the caller lacks.
    Lacks(&'static str),
    /// The model had not found the tool yet.
    Hidden,
    /// The server did not list the tool as captured when the toolbox was built.
    Changed,
    /// The server no longer lists what was captured.
    Drift(Arc<Drift>),
}

impl Reason {
    /// A word for logs and metrics: `unknown`, `denied`, …
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Denied => "denied",
            Self::Lacks(_) => "lacks",
            Self::Hidden => "hidden",
            Self::Changed => "changed",
            Self::Drift(_) => "drift",
        }
    }
}

/// The end of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// The tool returned a result.
    Ok,
    /// The tool reported an error.
    ToolError,
    /// The arguments were refused; nothing ran.
    Arguments,
    /// The tool could not be loaded.
    Load,
    /// Nothing was sent: the server is refused, or the program closed it.
    Refused,
    /// The circuit breaker was open.
    Open,
    /// No result in time.
    TimedOut,
    /// The tool panicked.
    Panicked,
    /// The tool could not be reached, or the connection broke.
    Failed,
    /// The caller dropped the call.
    Cancelled,
}

impl Status {
    /// A word for spans and metrics: `ok`, `tool_error`, …
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ToolError => "tool_error",
            Self::Arguments => "arguments",
            Self::Load => "load",
            Self::Refused => "refused",
            Self::Open => "open",
            Self::TimedOut => "timed_out",
            Self::Panicked => "panicked",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<&Result<Outcome, CallError>> for Status {
    fn from(result: &Result<Outcome, CallError>) -> Self {
        use BackendErrorKind as Kind;
        let error = match result {
            Ok(outcome) if outcome.is_error => return Self::ToolError,
            Ok(_) => return Self::Ok,
            Err(error) => error,
        };
        match error {
            CallError::Arguments { .. } => Self::Arguments,
            CallError::Context(_) | CallError::Load(_) => Self::Load,
            CallError::Unknown { .. } | CallError::Denied { .. } | CallError::Changed { .. } => {
                Self::Refused
            }
            CallError::Open { .. } => Self::Open,
            CallError::TimedOut { .. } => Self::TimedOut,
            CallError::Panicked { .. } => Self::Panicked,
            CallError::Failed { .. } => Self::Failed,
            CallError::Server(error) => match error.kind() {
                Kind::Refused | Kind::Drift | Kind::Stale | Kind::Closed => Self::Refused,
                Kind::Timeout => Self::TimedOut,
                _ => Self::Failed,
            },
        }
    }
}
