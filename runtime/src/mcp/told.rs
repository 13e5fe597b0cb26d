//! What a model is told of a server that cannot be used: what it was doing, and
//! numbers. Not a word is the server's, since nothing of it is verified.
//!
//! These texts are made of ours, of enums and numbers alone; whatever else an
//! error has is for people.

use std::format;
use std::prelude::v1::*;

use super::{McpError, McpErrorKind, Phase, ServerFailure};
use crate::backend::Unavailable;

impl ServerFailure {
    /// In words for the model, to stand after the server's name.
    pub(super) fn told(&self) -> String {
        match self {
            Self::Connection(error) => error.kind().told(),
            Self::Manifest(_) => "lists what cannot be used".into(),
            Self::Waiting { wait, .. } => {
                format!("failed a moment ago; it is tried again in {} ms", wait.as_millis())
            }
            Self::Panicked { .. } => "could not be opened".into(),
            Self::Closed { .. } => "has been closed".into(),
        }
    }
}

/// For [`Builder::unavailable`](crate::toolbox::Builder::unavailable), with no
/// word of the server's.
///
/// ```no_run
/// # async fn example(config: toolcrib::mcp::Config) {
/// use toolcrib::Toolbox;
/// use toolcrib::mcp::{ConnectOptions, Servers};
///
/// let (servers, error) = Servers::connect_available(&config, &ConnectOptions::new()).await;
/// let mut builder = Toolbox::builder();
/// for failure in error.iter().flat_map(|error| error.failures()) {
///     eprintln!("{failure}"); // for people
///     builder = builder.unavailable(failure.server(), failure.into());
/// }
/// # }
/// ```
impl From<&ServerFailure> for Unavailable {
    fn from(failure: &ServerFailure) -> Self {
        match failure {
            ServerFailure::Closed { .. } => Self::Refused("it has been closed".into()),
            failure => Self::Failed(format!("it {}", failure.told())),
        }
    }
}

impl McpError {
    /// The same of a call. What a server that is verified answers to one, other
    /// than a result, is for the model too.
    pub(super) fn told_of_call(&self) -> String {
        match self.kind() {
            McpErrorKind::Refused { phase: Phase::Call { .. }, message, .. } => {
                format!("{}: {message}", self.kind().told())
            }
            kind => kind.told(),
        }
    }
}

impl McpErrorKind {
    fn told(&self) -> String {
        match self {
            Self::CannotStart { error, .. } => format!("cannot be started: {}", error.kind()),
            Self::BadAddress { .. } => "has an address or a header that cannot be used".into(),
            Self::Ended { phase, reason: Some(_), .. } => format!("was cut off {}", phase.told()),
            Self::Ended { phase, exit: Some(exit), .. } => {
                format!("exited {} ({exit})", phase.told())
            }
            Self::Ended { phase, .. } => format!("closed the connection {}", phase.told()),
            Self::Timeout { phase, after } => {
                format!("did not answer within {after:?} {}", phase.told())
            }
            Self::Refused { phase, code, .. } => {
                format!("answered with error {code} {}", phase.told())
            }
            Self::Transport { phase, status: Some(status), .. } => {
                format!("answered with HTTP status {status} {}", phase.told())
            }
            Self::Transport { phase, .. } => format!("cannot be reached {}", phase.told()),
            Self::Protocol { phase, .. } => format!("broke the protocol {}", phase.told()),
            Self::BrokenPage { .. } => "broke the protocol while listing its tools".into(),
            Self::RepeatedCursor { .. } => "lists its tools without an end".into(),
            Self::TooManyPages { limit } => format!("lists its tools on more than {limit} pages"),
            Self::TooLarge { limit } => format!("lists more than {limit} bytes of tools"),
        }
    }
}

impl Phase {
    fn told(&self) -> &'static str {
        match self {
            Self::Handshake => "during the handshake",
            Self::Listing { .. } => "while listing its tools",
            Self::Call { .. } => "during a call",
            Self::Ping => "while asked whether it is there",
        }
    }
}
