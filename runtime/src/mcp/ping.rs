//! Asking once whether a server is there.

use std::prelude::v1::*;
use std::time::Duration;

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::{McpError, McpErrorKind, Phase};
use super::keep_alive::ask;

impl Connection {
    /// Asks whether the server is there, and says how long it took to answer.
    /// Any answer counts, an error of the protocol too.
    ///
    /// # Errors
    /// No answer within the time-out, or a server that has gone.
    pub async fn ping(&self) -> Result<Duration, McpError> {
        let deadline = Deadline::new(self.options().timeout_of(self.config()));
        let asked = tokio::time::Instant::now();
        let kind = match tokio::time::timeout_at(deadline.at, ask(self.peer())).await {
            Ok(Ok(())) => return Ok(asked.elapsed()),
            Ok(Err(error)) => self.failure(error, Phase::Ping),
            Err(_) => McpErrorKind::Timeout { phase: Phase::Ping, after: deadline.after },
        };
        Err(self.report(kind).await)
    }
}
