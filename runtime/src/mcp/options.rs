//! Limits and settings of connections.

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
    /// The time limit for start, handshake and listing together, and for each
    /// call, unless the options or the server's entry set another.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);
    /// The limit for the pages of a listing.
    pub const DEFAULT_MAX_PAGES: usize = 1_000;
    /// The limit for the bytes of a listing, and of any single message.
    pub const DEFAULT_MAX_BYTES: usize = 64 * 1024 * 1024;

    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the time for start, handshake and listing together. Overrides the
    /// `timeout` of the entries. Defaults to 30 seconds.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Limits the time of each call. Overrides the `timeout` of the entries.
    /// Defaults to 30 seconds.
    #[must_use]
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = Some(timeout);
        self
    }

    /// Starts all processes in this directory. Overrides the `cwd` of the entries; a
    /// command that is a relative path still means the same file.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<PathBuf>) -> Self {
        self.cwd = Some(cwd.into());
        self
    }

    /// Limits the pages of a listing. Defaults to 1,000.
    #[must_use]
    pub fn max_pages(mut self, pages: usize) -> Self {
        self.max_pages = Some(pages);
        self
    }

    /// Limits the bytes of a listing, and of any single message. Defaults to 64 MiB.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    /// Pings an idle server this often. A server that does not answer within the
    /// time limit counts as gone: the next call opens a new connection. Defaults to
    /// no pings.
    #[must_use]
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.keep_alive = Some(every);
        self
    }

    /// Lists and compares a server again before a call if its last listing is
    /// older than this. Nothing else notices a change that a server does not
    /// announce on an open connection. Defaults to never.
    #[must_use]
    pub fn recheck_after(mut self, age: Duration) -> Self {
        self.recheck_after = Some(age);
        self
    }

    /// Restarts the time limit of a call each time the server reports progress, up
    /// to `total` from the start of the call. Defaults to no extension.
    #[must_use]
    pub fn extend_on_progress(mut self, total: Duration) -> Self {
        self.extend_to = Some(total);
        self
    }

    /// Calls `listener` with progress, logs and announced changes, in the server's
    /// order. It runs in a task of its own, so no call waits for it, and the answer of
    /// a call may arrive before its last notification. If 256 notifications of a
    /// connection are waiting, further ones are dropped and
    /// [counted](Notification::lost). The listener must not block.
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
