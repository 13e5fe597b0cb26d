//! How far a connection may go.

use std::path::PathBuf;
use std::time::Duration;

use super::ServerConfig;
use super::notification::{Listener, Notification};

/// Limits and settings of a connection, the same for all servers.
///
/// ```
/// use std::time::Duration;
/// use toolcrib::mcp::ConnectOptions;
///
/// let options = ConnectOptions::new().timeout(Duration::from_secs(5)).max_pages(10);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ConnectOptions {
    timeout: Option<Duration>,
    call_timeout: Option<Duration>,
    cwd: Option<PathBuf>,
    max_pages: Option<usize>,
    max_bytes: Option<usize>,
    keep_alive: Option<Duration>,
    recheck_after: Option<Duration>,
    extend_to: Option<Duration>,
    listener: Option<Listener>,
}

impl ConnectOptions {
    /// Start, handshake and listing together take at most this, and a call
    /// too, where neither the options nor the server's entry say otherwise.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);
    /// A listing has at most this many pages.
    pub const DEFAULT_MAX_PAGES: usize = 1_000;
    /// A listing, and any single message, has at most this many bytes.
    pub const DEFAULT_MAX_BYTES: usize = 64 * 1024 * 1024;

    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Bounds start, handshake and listing together, whatever the entries say.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Bounds each call, whatever the entries say.
    #[must_use]
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = Some(timeout);
        self
    }

    /// Starts processes in this directory, whatever their entries say. A
    /// command that is a relative path stays the same file.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<PathBuf>) -> Self {
        self.cwd = Some(cwd.into());
        self
    }

    /// Bounds the number of pages of a listing.
    #[must_use]
    pub fn max_pages(mut self, pages: usize) -> Self {
        self.max_pages = Some(pages);
        self
    }

    /// Bounds the bytes of a listing, and of any single message.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    /// Asks a server that no call is waiting for whether it is there, this
    /// often. One that does not answer within the time-out counts as gone: the
    /// next call opens a new connection.
    #[must_use]
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.keep_alive = Some(every);
        self
    }

    /// Lists and compares a server again before a call when its last listing
    /// is older than this. A server that changes without announcing it, and
    /// keeps its connection, is noticed only so.
    #[must_use]
    pub fn recheck_after(mut self, age: Duration) -> Self {
        self.recheck_after = Some(age);
        self
    }

    /// Lets the time-out of a call begin anew with each progress that the
    /// server reports, for at most `total` from the beginning of the call.
    #[must_use]
    pub fn extend_on_progress(mut self, total: Duration) -> Self {
        self.extend_to = Some(total);
        self
    }

    /// Tells of progress, logs and announced changes. Notifications come in the
    /// server's order, from a task of their own, so that nothing waits for the
    /// listener (nor it for an answer, which may be there first): while 256 of a
    /// connection wait, further ones are dropped and [counted](Notification::lost). The
    /// listener should not block, which would keep a thread of the runtime from
    /// its work.
    #[must_use]
    pub fn on_notification(
        mut self,
        listener: impl Fn(Notification) + Send + Sync + 'static,
    ) -> Self {
        self.listener = Some(Listener(std::sync::Arc::new(listener)));
        self
    }

    pub(super) fn keep_alive_every(&self) -> Option<Duration> {
        self.keep_alive
    }

    pub(super) fn recheck_age(&self) -> Option<Duration> {
        self.recheck_after
    }

    pub(super) fn longest_call(&self) -> Option<Duration> {
        self.extend_to
    }

    pub(super) fn listener(&self) -> Option<&Listener> {
        self.listener.as_ref()
    }

    pub(super) fn timeout_of(&self, server: &ServerConfig) -> Duration {
        self.timeout.or(server.timeout()).unwrap_or(Self::DEFAULT_TIMEOUT)
    }

    pub(super) fn call_timeout_of(&self, server: &ServerConfig) -> Duration {
        self.call_timeout.or(server.timeout()).unwrap_or(Self::DEFAULT_TIMEOUT)
    }

    pub(super) fn cwd_override(&self) -> Option<&std::path::Path> {
        self.cwd.as_deref()
    }

    pub(super) fn pages(&self) -> usize {
        self.max_pages.unwrap_or(Self::DEFAULT_MAX_PAGES)
    }

    pub(super) fn bytes(&self) -> usize {
        self.max_bytes.unwrap_or(Self::DEFAULT_MAX_BYTES)
    }
}
