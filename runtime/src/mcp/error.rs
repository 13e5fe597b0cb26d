//! Errors of servers.

use std::fmt;
use std::prelude::v1::*;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use crate::catalog::ManifestError;
use crate::text::{Visible, debug_as_display};

/// Why a server cannot be used. Cloning is cheap: all calls that wait for a server get
/// the same error.
///
/// `Display` and `Debug` are one sentence, followed by the last lines that the
/// server wrote to its standard error. Text from the server is cut to one line of
/// about 500 bytes, escaped so that it cannot control a terminal, and `…` replaces
/// the secrets of the server's entry. The same holds for the kind.
#[derive(Clone)]
pub struct McpError(Arc<Inner>);

struct Inner {
    server: String,
    kind: McpErrorKind,
    stderr: Vec<String>,
    noise: u64,
}

/// What failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum McpErrorKind {
    /// The process could not be started.
    CannotStart {
        /// The command, as written in the configuration.
        command: String,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The address or a header cannot be used.
    BadAddress {
        /// Why.
        reason: String,
    },
    /// The connection ended: a process exited or closed its output.
    Ended {
        /// What the connection was doing.
        phase: Phase,
        /// The exit status of the process, if it has exited.
        exit: Option<ExitStatus>,
        /// Why this program ended it, if it did.
        reason: Option<String>,
    },
    /// There was no answer in time.
    Timeout {
        /// What the connection was doing.
        phase: Phase,
        /// The time limit.
        after: Duration,
    },
    /// The server answered with an error.
    Refused {
        /// What the connection was doing.
        phase: Phase,
        /// The JSON-RPC error code.
        code: i64,
        /// The server's message.
        message: String,
    },
    /// The server cannot be reached, or refuses the request over HTTP.
    Transport {
        /// What the connection was doing.
        phase: Phase,
        /// The HTTP status of its answer, if it answered.
        status: Option<u16>,
        /// Why.
        reason: String,
    },
    /// The server violated the protocol.
    Protocol {
        /// What the connection was doing.
        phase: Phase,
        /// What it was.
        reason: String,
    },
    /// A page of the listing cannot be read.
    BrokenPage {
        /// The page, from 1.
        page: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The server repeated a cursor.
    RepeatedCursor {
        /// The page that repeats it, from 1.
        page: usize,
        /// The cursor.
        cursor: String,
    },
    /// The listing has too many pages.
    TooManyPages {
        /// The limit.
        limit: usize,
    },
    /// The listing has too many bytes.
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// The listing has tools that cannot be used.
    Manifest(ManifestError),
    /// The server failed recently and is not tried again yet.
    Waiting {
        /// The time until it is tried again.
        wait: Duration,
    },
    /// This program panicked while opening or listing the server.
    Panicked {
        /// The message of the panic.
        message: String,
    },
    /// This program closed the connection.
    Closed,
}

/// What a connection was doing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Starting and agreeing on a protocol version.
    Handshake,
    /// Listing the tools.
    Listing {
        /// The page, from 1.
        page: usize,
    },
    /// Calling a tool.
    Call {
        /// The tool, by the server's own name for it.
        tool: String,
    },
    /// Pinging the server.
    Ping,
}

impl McpError {
    pub(super) fn new(server: &str, kind: McpErrorKind, stderr: Vec<String>, noise: u64) -> Self {
        Self(Arc::new(Inner { server: server.into(), kind, stderr, noise }))
    }

    /// One that the server had no part in.
    pub(super) fn of(server: &str, kind: McpErrorKind) -> Self {
        Self::new(server, kind, Vec::new(), 0)
    }

    pub(super) fn is_timeout(&self) -> bool {
        matches!(self.kind(), McpErrorKind::Timeout { .. })
    }

    /// The server, by its name in the configuration.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.0.server
    }

    /// What failed.
    #[must_use]
    pub fn kind(&self) -> &McpErrorKind {
        &self.0.kind
    }

    /// The last lines that the server wrote to standard error: at most 20, with control
    /// characters escaped and secrets removed.
    #[must_use]
    pub fn stderr(&self) -> &[String] {
        &self.0.stderr
    }

    /// The number of lines on its standard output that were not messages.
    #[must_use]
    pub fn noise(&self) -> u64 {
        self.0.noise
    }
}

impl fmt::Display for McpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { server, kind, stderr, noise } = &*self.0;
        match kind {
            // It names the server itself.
            McpErrorKind::Manifest(error) => return error.fmt(f),
            kind => write!(f, "server `{}` {kind}", Visible(server))?,
        }
        if *noise > 0 {
            write!(f, "\n  lines of its output that are not messages: {noise}")?;
        }
        if !stderr.is_empty() {
            f.write_str("\n  the end of its standard error:")?;
            stderr.iter().try_for_each(|line| write!(f, "\n    {line}"))?;
        }
        Ok(())
    }
}

impl core::error::Error for McpError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self.kind() {
            McpErrorKind::CannotStart { error, .. } => Some(error),
            // Its text is this one's: what caused it is next.
            McpErrorKind::Manifest(error) => error.source(),
            _ => None,
        }
    }
}

debug_as_display!(McpError);

impl McpErrorKind {
    /// The same with each text that is not ours replaced.
    pub(super) fn map_texts(self, with: impl Fn(String) -> String) -> Self {
        match self {
            Self::CannotStart { command, error } => {
                Self::CannotStart { command: with(command), error }
            }
            Self::BadAddress { reason } => Self::BadAddress { reason: with(reason) },
            Self::Ended { phase, exit, reason } => {
                Self::Ended { phase, exit, reason: reason.map(with) }
            }
            Self::Refused { phase, code, message } => {
                Self::Refused { phase, code, message: with(message) }
            }
            Self::Transport { phase, status, reason } => {
                Self::Transport { phase, status, reason: with(reason) }
            }
            Self::Protocol { phase, reason } => Self::Protocol { phase, reason: with(reason) },
            Self::BrokenPage { page, reason } => Self::BrokenPage { page, reason: with(reason) },
            Self::RepeatedCursor { page, cursor } => {
                Self::RepeatedCursor { page, cursor: with(cursor) }
            }
            Self::Panicked { message } => Self::Panicked { message: with(message) },
            Self::Timeout { .. }
            | Self::TooManyPages { .. }
            | Self::TooLarge { .. }
            | Self::Manifest(_)
            | Self::Waiting { .. }
            | Self::Closed => self,
        }
    }
}

impl fmt::Display for McpErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart { command, error } => {
                write!(f, "cannot be started: `{}`: {error}", Visible(command))
            }
            Self::BadAddress { reason } => write!(f, "cannot be addressed: {}", Visible(reason)),
            Self::Ended { phase, exit, reason } => ended(f, phase, *exit, reason.as_deref()),
            Self::Timeout { phase, after } => write!(
                f,
                "did not answer within {after:?} {phase}; \
                 allow more with `timeout` in its entry of the configuration, or with `--timeout`"
            ),
            Self::Refused { phase, code, message } => {
                write!(f, "answered with error {code} {phase}: {}", Visible(message))
            }
            Self::Transport { phase, status: Some(status), reason } => {
                write!(f, "answered with HTTP status {status} {phase}: {}", Visible(reason))
            }
            Self::Transport { phase, status: None, reason } => {
                write!(f, "cannot be reached {phase}: {}", Visible(reason))
            }
            Self::Protocol { phase, reason } => {
                write!(f, "violated the protocol {phase}: {}", Visible(reason))
            }
            Self::BrokenPage { page, reason } => {
                write!(f, "sent a broken page {page} of its tools: {}", Visible(reason))
            }
            Self::RepeatedCursor { page, cursor } => write!(
                f,
                "repeats the cursor `{}` on page {page} of its tools: the listing has no end",
                Visible(cursor)
            ),
            Self::TooManyPages { limit } => {
                write!(f, "lists its tools on more than {limit} pages, which is the limit")
            }
            Self::TooLarge { limit } => {
                write!(f, "lists more than {limit} bytes of tools, which is the limit")
            }
            Self::Manifest(error) => error.fmt(f),
            Self::Waiting { wait } => {
                write!(f, "failed recently; it is tried again in {} ms", wait.as_millis())
            }
            Self::Panicked { message } => {
                let message = Visible(message);
                write!(f, "could not be opened: this program panicked: {message}")
            }
            Self::Closed => f.write_str("has been closed"),
        }
    }
}

fn ended(
    f: &mut fmt::Formatter<'_>,
    phase: &Phase,
    exit: Option<ExitStatus>,
    reason: Option<&str>,
) -> fmt::Result {
    match (exit, reason) {
        (_, Some(reason)) => write!(f, "was cut off {phase}: it {}", Visible(reason)),
        (Some(exit), None) => write!(f, "exited {phase} ({exit})"),
        (None, None) => write!(f, "closed the connection {phase}"),
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handshake => f.write_str("during the handshake"),
            Self::Listing { page } => write!(f, "while listing its tools (page {page})"),
            Self::Call { tool } => write!(f, "while calling `{}`", Visible(tool)),
            Self::Ping => f.write_str("while pinged"),
        }
    }
}
