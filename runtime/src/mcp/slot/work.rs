//! Opening and listing, in a task of its own.

use std::borrow::ToOwned;
use std::sync::{Arc, Weak};
use std::time::Instant;

use futures_util::FutureExt;
use tokio::sync::watch;

use super::Slot;
use super::status::{Done, Listed, Status};
use crate::backend::Live;
use crate::engine::isolate;
use crate::mcp::deadline::Deadline;
use crate::mcp::{ConnectOptions, Connection, Listing, McpError, McpErrorKind, ServerConfig};

struct Job {
    config: ServerConfig,
    options: ConnectOptions,
    /// One to be listed again; without it, one is opened.
    connection: Option<Arc<Connection>>,
}

/// What a job came to.
struct Found {
    connection: Arc<Connection>,
    listing: Listing,
    began: Instant,
    /// How many changes had been announced by then.
    changes: u64,
}

impl Slot {
    /// The work that is under way, or a new one.
    pub(super) fn work(self: &Arc<Self>, status: &mut Status) -> Result<Done, McpError> {
        // One that has ended and is still here went with its runtime.
        if let Some(done) = status.work.as_ref().filter(|done| done.peek().is_none()) {
            return Ok(done.clone());
        }
        status.may_try(self.name())?;
        status.connection = status.connection.take().filter(|connection| !connection.is_closed());
        let job = Job {
            config: self.config.clone(),
            options: self.options.clone(),
            connection: status.connection.clone(),
        };
        let closed = McpError::of(self.name(), McpErrorKind::Closed);
        let task = tokio::spawn(run(Arc::downgrade(self), job, self.closing.subscribe()));
        let done = async move { task.await.unwrap_or(Err(closed)) }.boxed().shared();
        status.work = Some(done.clone());
        Ok(done)
    }

    /// Takes what came of the work.
    fn settle(&self, found: Result<Found, Failed>) -> Result<Listed, McpError> {
        let listed = found.and_then(Found::listed);
        let mut status = self.status();
        status.work = None;
        if status.closed {
            return Err(McpError::of(self.name(), McpErrorKind::Closed));
        }
        match listed {
            Ok(listed) => {
                status.listed(listed.clone());
                Ok(listed)
            }
            Err(Failed { connection, failure }) => {
                // One that does not answer is not asked a second time.
                let hangs = failure.is_timeout();
                status.connection = connection.or(status.connection.take()).filter(|_| !hangs);
                status.failed(failure.clone());
                Err(failure)
            }
        }
    }
}

/// Why there is no listing; the connection may be fine.
struct Failed {
    connection: Option<Arc<Connection>>,
    failure: McpError,
}

impl From<McpError> for Failed {
    fn from(error: McpError) -> Self {
        Self { connection: None, failure: error }
    }
}

impl Found {
    fn listed(self) -> Result<Listed, Failed> {
        let Self { connection, listing, began, changes } = self;
        match listing.manifest() {
            Ok(manifest) => {
                let (live, at) = (Live::new(manifest), tokio::time::Instant::now());
                Ok(Listed { live, connection, changes, began, at })
            }
            Err(error) => {
                let failure =
                    McpError::of(connection.config().name(), McpErrorKind::Manifest(error));
                Err(Failed { connection: Some(connection), failure })
            }
        }
    }
}

/// Holds the slot only weakly: with its last owner goes the work, too. A panic
/// is a failure like any other, and tried again.
async fn run(
    slot: Weak<Slot>,
    job: Job,
    mut closing: watch::Receiver<()>,
) -> Result<Listed, McpError> {
    let server = job.config.name().to_owned();
    let found = match isolate(job.run(&mut closing)).await {
        Ok(None) => return Err(McpError::of(&server, McpErrorKind::Closed)),
        Ok(Some(found)) => found.map_err(Failed::from),
        Err(message) => {
            let failure = McpError::of(&server, McpErrorKind::Panicked { message });
            Err(Failed { connection: None, failure })
        }
    };
    match slot.upgrade() {
        Some(slot) => slot.settle(found),
        None => Err(McpError::of(&server, McpErrorKind::Closed)),
    }
}

impl Job {
    /// `None` when the slot was closed meanwhile; then nothing is left open.
    async fn run(self, closing: &mut watch::Receiver<()>) -> Option<Result<Found, McpError>> {
        let deadline = Deadline::new(self.options.timeout_of(&self.config));
        let opened = match self.connection {
            Some(connection) => Ok(connection),
            None => tokio::select! {
                opened = Connection::open_by(&self.config, &self.options, deadline) => opened.map(Arc::new),
                _ = closing.changed() => return None,
            },
        };
        let connection = match opened {
            Ok(connection) => connection,
            Err(error) => return Some(Err(error)),
        };
        let began = Instant::now();
        tokio::select! {
            listed = connection.list_by(deadline) => Some(listed.map(|(listing, changes)| {
                Found { connection: connection.clone(), listing, began, changes }
            })),
            _ = closing.changed() => {
                connection.close().await;
                None
            }
        }
    }
}
