//! How far a connection may go.

use std::path::PathBuf;
use std::time::Duration;

use super::ServerConfig;

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
