//! When the time for something is up.

use std::time::Duration;

use tokio::time::Instant;

/// The end of the time that something may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    pub(super) at: Instant,
    pub(super) after: Duration,
}

impl Deadline {
    pub(super) fn new(after: Duration) -> Self {
        // A time-out too long for the clock is as good as one of some years.
        let far = Duration::from_secs(60 * 60 * 24 * 365);
        Self { at: Instant::now() + after.min(far), after }
    }

    pub(super) fn earlier(self, other: Self) -> Self {
        if other.at < self.at { other } else { self }
    }
}
