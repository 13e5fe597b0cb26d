//! Notifications of servers.

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::prelude::v1::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc;

use super::log::LogLevel;

/// The number of notifications of a connection that can wait for the listener.
const WAITING: usize = 256;
/// The longest text that is passed on, in bytes.
pub(super) const TEXT_BYTES: usize = 4 * 1024;

/// Something that a server sent besides answers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Notification {
    /// The server, by its name in the configuration.
    pub server: Arc<str>,
    /// What the server sent.
    pub kind: NotificationKind,
    /// The number of notifications of this connection that were dropped before this one
    /// because the listener was busy.
    pub lost: u64,
}

/// The kinds of notification. Texts are cut to 4 KiB and then end in `…`, which also
/// replaces secrets of the server's entry.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum NotificationKind {
    /// A running call has made progress.
    Progress {
        /// The id of the call, if it has one.
        call: Option<Arc<str>>,
        /// The tool, by the server's own name for it.
        tool: Arc<str>,
        /// The progress so far.
        progress: f64,
        /// The total, if known.
        total: Option<f64>,
        /// What the call is doing.
        message: Option<String>,
    },
    /// A line of the server's log.
    Log {
        /// Its severity.
        level: LogLevel,
        /// The name of the logger.
        logger: Option<String>,
        /// The text, or anything else as JSON.
        data: String,
    },
    /// The server announced that its tools changed. It is listed and compared before the
    /// next call.
    ToolsChanged,
}

/// Who is told.
#[derive(Clone)]
pub(super) struct Listener(pub(super) Arc<dyn Fn(Notification) + Send + Sync>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

/// The way of one connection to its listener.
#[derive(Debug)]
pub(super) struct Outlet {
    server: Arc<str>,
    waiting: mpsc::Sender<Notification>,
    lost: AtomicU64,
}

impl Outlet {
    /// Starts handing notifications on, apart from the reading of answers. Ends with
    /// the connection.
    pub(super) fn new(server: &str, listener: &Listener) -> Self {
        let (waiting, mut arriving) = mpsc::channel(WAITING);
        let listener = listener.0.clone();
        tokio::spawn(async move {
            while let Some(notification) = arriving.recv().await {
                // A listener that panics is told the next one all the same.
                let _ = std::panic::catch_unwind(AssertUnwindSafe(|| listener(notification)));
                tokio::task::yield_now().await;
            }
        });
        Self { server: server.into(), waiting, lost: AtomicU64::new(0) }
    }

    /// Never waits: what finds no room is counted and dropped.
    pub(super) fn say(&self, kind: NotificationKind) {
        let Ok(room) = self.waiting.try_reserve() else {
            self.lost.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let lost = self.lost.swap(0, Ordering::Relaxed);
        room.send(Notification { server: self.server.clone(), kind, lost });
    }
}
