//! One call on its way, as caller and transport both see it.

use std::fmt;
use std::prelude::v1::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rmcp::model::ProgressToken;
use tokio::sync::Notify;

/// Travels with the request, in its extensions, down to the transport.
#[derive(Debug)]
pub(super) struct Mark {
    /// Under what the caller knows the call.
    pub(super) id: Option<Arc<str>>,
    pub(super) tool: Arc<str>,
    /// How many changes of its tools the server had announced when it was
    /// verified: the call leaves only while there is no further one. `None`
    /// for a call of whatever there is.
    verified_at: Option<u64>,
    sent: AtomicBool,
    given_up: AtomicBool,
    token: OnceLock<ProgressToken>,
    progress: Notify,
}

/// Why a call was kept back at the last moment.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeptBack {
    /// The server has announced other tools since it was verified.
    Changed,
    /// Nobody waits for it any longer.
    GivenUp,
}

impl Mark {
    pub(super) fn new(id: Option<&str>, tool: &str, verified_at: Option<u64>) -> Arc<Self> {
        Arc::new(Self {
            id: id.map(Into::into),
            tool: tool.into(),
            verified_at,
            sent: AtomicBool::new(false),
            given_up: AtomicBool::new(false),
            token: OnceLock::new(),
            progress: Notify::new(),
        })
    }

    /// False when not a byte of it has been written.
    pub(super) fn was_sent(&self) -> bool {
        self.sent.load(Ordering::Acquire)
    }

    pub(super) fn give_up(&self) {
        self.given_up.store(true, Ordering::Release);
    }

    pub(super) fn token(&self) -> Option<&ProgressToken> {
        self.token.get()
    }

    pub(super) fn progressed(&self) {
        self.progress.notify_one();
    }

    /// Waits for the next progress of the call.
    pub(super) async fn progress(&self) {
        self.progress.notified().await;
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Acquire)
    }

    /// False where the call had one already.
    pub(super) fn set_token(&self, token: ProgressToken) -> bool {
        self.token.set(token).is_ok()
    }

    /// Whether the call leaves, as of so many announcements of the server.
    pub(super) fn leave(&self, announced: u64) -> Result<(), KeptBack> {
        // The last look before the first byte.
        if self.verified_at.is_some_and(|at| at != announced) {
            return Err(KeptBack::Changed);
        }
        self.sent.store(true, Ordering::Release);
        Ok(())
    }
}

impl fmt::Display for KeptBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Changed => "kept back: the server has announced other tools",
            Self::GivenUp => "kept back: nobody waits for it",
        })
    }
}

impl core::error::Error for KeptBack {}
