//! One call on its way, as caller and transport both see it.

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
    pub(super) verified_at: Option<u64>,
    pub(super) sent: AtomicBool,
    pub(super) given_up: AtomicBool,
    pub(super) token: OnceLock<ProgressToken>,
    progress: Notify,
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
}
