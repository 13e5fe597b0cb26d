//! Limits of calls.

use std::prelude::v1::*;
use std::time::Duration;

use super::breaker::Breaker;
use super::retry::Retry;

/// Limits of calls: of all tools of a toolbox, of one server, or of one tool. A
/// limit that is not set is taken from the next wider scope, and finally from the
/// defaults.
///
/// ```
/// use std::time::Duration;
/// use toolcrib::call::{Limits, Retry};
/// use toolcrib::Toolbox;
///
/// let toolbox = Toolbox::builder()
///     .limits(Limits::new().time(Duration::from_secs(20)))
///     .server_limits("github", Limits::new().concurrency(4).retry(Retry::times(2)))
///     .tool_limits("export_report", Limits::new().time(Duration::from_secs(300)))
///     .build()?;
/// # Ok::<(), toolcrib::toolbox::BuildError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Limits {
    time: Option<Duration>,
    concurrency: Option<usize>,
    breaker: Option<Breaker>,
    retry: Option<Retry>,
    output: Option<usize>,
    media: Option<usize>,
}

impl Limits {
    /// The default time limit of a call.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(60);
    /// The default number of calls of one server that run at the same time.
    pub const DEFAULT_CONCURRENCY: usize = 32;
    /// The default limit for the text of one result, in bytes.
    pub const DEFAULT_OUTPUT: usize = 128 * 1024;
    /// The default limit for images and other media of one result, in bytes of base64.
    pub const DEFAULT_MEDIA: usize = 5 * 1024 * 1024;

    /// Limits with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the time of a call, including the wait for its turn, loading the tool and
    /// all retries; `Duration::MAX` for no limit. A call that takes longer is cancelled,
    /// which its server is told, and fails.
    ///
    /// The clock starts when the call first waits: a function that is not
    /// `async` cannot be interrupted and arms no timer. Outside of a tokio
    /// runtime with a timer there is no time limit. A connection to an MCP server
    /// has a limit of its own for each call (`ConnectOptions::call_timeout`); this
    /// one defaults to twice that.
    #[must_use]
    pub fn time(mut self, limit: Duration) -> Self {
        self.time = Some(limit);
        self
    }

    /// Limits how many calls of one server run at the same time, to at least one; others
    /// wait in order. Applies to servers, not to a single tool.
    #[must_use]
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.concurrency = Some(calls.clamp(1, tokio::sync::Semaphore::MAX_PERMITS));
        self
    }

    /// Sets when calls of a failing server are paused. Applies to servers, not to a
    /// single tool.
    #[must_use]
    pub fn breaker(mut self, breaker: Breaker) -> Self {
        self.breaker = Some(breaker);
        self
    }

    /// Retries a failed call of a tool that declares itself idempotent or read-only.
    /// Defaults to no retries.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = Some(retry);
        self
    }

    /// Limits the text of one result for the model, in bytes. The full result is kept for
    /// [`Session::rest`](crate::Session::rest).
    #[must_use]
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.output = Some(bytes);
        self
    }

    /// Limits images and other media of one result for the model, in bytes of base64.
    /// What does not fit is left out whole.
    #[must_use]
    pub fn max_media(mut self, bytes: usize) -> Self {
        self.media = Some(bytes);
        self
    }

    /// These, and of `wider` what these do not say.
    pub(super) fn or(&self, wider: &Self) -> Self {
        Self {
            time: self.time.or(wider.time),
            concurrency: self.concurrency.or(wider.concurrency),
            breaker: self.breaker.clone().or_else(|| wider.breaker.clone()),
            retry: self.retry.clone().or_else(|| wider.retry.clone()),
            output: self.output.or(wider.output),
            media: self.media.or(wider.media),
        }
    }

    /// `own` is what the connection limits itself to.
    pub(super) fn resolve(&self, own: Option<Duration>) -> Resolved {
        let time = self.time.or_else(|| own.map(|own| own.saturating_mul(2)));
        Resolved {
            time: time.unwrap_or(Self::DEFAULT_TIME),
            retry: self.retry.clone(),
            output: self.output.unwrap_or(Self::DEFAULT_OUTPUT),
            media: self.media.unwrap_or(Self::DEFAULT_MEDIA),
        }
    }

    pub(super) fn server(&self) -> (usize, Breaker) {
        let concurrency = self.concurrency.unwrap_or(Self::DEFAULT_CONCURRENCY);
        (concurrency, self.breaker.clone().unwrap_or_default())
    }
}

/// The limits that hold for one tool.
#[derive(Debug)]
pub(super) struct Resolved {
    pub(super) time: Duration,
    pub(super) retry: Option<Retry>,
    pub(super) output: usize,
    pub(super) media: usize,
}
