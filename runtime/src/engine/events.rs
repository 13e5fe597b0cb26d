//! What happens to calls, for a user interface.

use std::fmt;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::breaker::BreakerState;
use crate::catalog::Drift;
use crate::error::{BackendErrorKind, CallError};
use crate::message::Outcome;

/// Something that happened to a call, a tool or a server. Never holds arguments
/// or results.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Event {
    /// When.
    pub at: Instant,
    /// The call it belongs to, where it belongs to one.
    pub call: Option<CallId>,
    /// The tool, by the name that the model sees.
    pub tool: Option<&'static str>,
    /// The server or provider; `None` for a native tool.
    pub server: Option<&'static str>,
    /// What happened.
    pub kind: EventKind,
}

/// Which call an event belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CallId {
    /// Counts the calls of the toolbox while someone listens.
    pub number: u64,
    /// The provider's name for the call; `""` for one outside of a
    /// conversation.
    pub id: Arc<str>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A call begins.
    Started {
        /// The arguments as compact JSON text, in bytes.
        bytes_in: usize,
    },
    /// A call did not go: nothing has run.
    Refused {
        /// Why.
        reason: Reason,
    },
    /// A call is tried again after a wait.
    Retried {
        /// Counted from 1.
        attempt: u32,
        /// How long it waits first.
        wait: Duration,
    },
    /// A call has ended.
    Finished {
        /// How.
        status: Status,
        /// How long it took.
        took: Duration,
        /// The text, images and the like of the result, in bytes.
        bytes_out: usize,
    },
    /// Not all of a result is shown to the model.
    CutOff {
        /// Bytes that are.
        shown: usize,
        /// Bytes that there were.
        total: usize,
    },
    /// A session has answered a search of the model.
    Searched {
        /// How many tools it gave the model.
        loaded: usize,
        /// How long it took.
        took: Duration,
    },
    /// A tool was loaded.
    Loaded {
        /// How long that took.
        took: Duration,
    },
    /// A schema of a tool that is called or warmed up does not compile: its
    /// calls are not checked before they are made.
    Unchecked {
        /// Why.
        problem: Arc<str>,
    },
    /// A loaded tool made room for another.
    Evicted,
    /// The circuit breaker of a server has changed.
    Breaker {
        /// To this.
        state: BreakerState,
    },
}

/// Why a call did not go. For the operator: a [`Drift`] has the words of a
/// server that is not verified, which are not for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// There is no such tool.
    Unknown,
    /// The caller's permissions do not allow it.
    Denied,
    /// The tool requires a capability that is not given.
    Lacks(&'static str),
    /// The model had not found the tool yet.
    Hidden,
    /// The server did not list the tool as captured when the toolbox was built.
    Changed,
    /// The server lists something else now than was captured.
    Drift(Arc<Drift>),
}

impl Reason {
    /// A word for it, as logs and metrics have it: `unknown`, `denied`, …
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

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// With a result.
    Ok,
    /// The tool says that it failed.
    ToolError,
    /// The arguments were refused; nothing ran.
    Arguments,
    /// The tool cannot be loaded.
    Load,
    /// Nothing was sent: what the server is does not allow it, or the program.
    Refused,
    /// The circuit breaker was open.
    Open,
    /// No result in time.
    TimedOut,
    /// The tool panicked.
    Panicked,
    /// The tool could not be reached or broke off.
    Failed,
    /// Nobody waited for the result any longer.
    Cancelled,
}

impl Status {
    /// A word for it, as spans and metrics have it: `ok`, `tool_error`, …
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
