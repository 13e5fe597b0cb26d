//! Opening and listing, in a task of its own.

use std::sync::{Arc, Weak};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::watch;

use super::Slot;
use super::status::Status;
use crate::catalog::Manifest;
use crate::mcp::connection::Deadline;
use crate::mcp::failure::ServerFailure;
use crate::mcp::{ConnectOptions, Connection, Listing, McpError, McpErrorKind, ServerConfig};

/// What comes of it, for all who wait.
pub(super) type Done = Shared<BoxFuture<'static, Result<Arc<Manifest>, ServerFailure>>>;

/// A connection, and what it listed.
type Listed = (Arc<Connection>, Listing);

struct Job {
    config: ServerConfig,
    options: ConnectOptions,
    /// One to be listed again; without it, one is opened.
    connection: Option<Arc<Connection>>,
}

impl Slot {
    /// The work that is under way, or a new one.
    pub(super) fn work(self: &Arc<Self>, status: &mut Status) -> Result<Done, ServerFailure> {
        if let Some(done) = &status.work {
            return Ok(done.clone());
        }
        status.may_try(self.name())?;
        status.forget();
        status.connection = status.connection.take().filter(|connection| !connection.is_closed());
        let job = Job {
            config: self.config.clone(),
            options: self.options.clone(),
            connection: status.connection.clone(),
        };
        let closed = ServerFailure::Closed { server: self.name().into() };
        let task = tokio::spawn(run(Arc::downgrade(self), job, self.closing.subscribe()));
        let done = async move { task.await.unwrap_or(Err(closed)) }.boxed().shared();
        status.work = Some(done.clone());
        Ok(done)
    }

    /// Takes what came of the work.
    fn settle(&self, listed: Result<Listed, McpError>) -> Result<Arc<Manifest>, ServerFailure> {
        let hangs =
            matches!(&listed, Err(error) if matches!(error.kind(), McpErrorKind::Timeout { .. }));
        let (connection, listing) = match listed {
            Ok((connection, listing)) => (Some(connection), Ok(listing)),
            Err(error) => (None, Err(error)),
        };
        let manifest = listing.map_err(ServerFailure::from).and_then(|it| Ok(it.manifest()?));
        let manifest = manifest.map(Arc::new);
        let mut status = self.status();
        status.work = None;
        match (connection, &manifest) {
            _ if status.closed => {
                return Err(ServerFailure::Closed { server: self.name().into() });
            }
            (Some(connection), Ok(manifest)) => status.listed(connection, manifest.clone()),
            (connection, Err(failure)) => {
                // One that does not answer is not asked a second time.
                status.connection = connection.or(status.connection.take()).filter(|_| !hangs);
                status.failed(failure.clone());
            }
            (None, Ok(_)) => {}
        }
        manifest
    }
}

/// Holds the slot only weakly: with its last owner goes the work, too.
async fn run(
    slot: Weak<Slot>,
    job: Job,
    mut closing: watch::Receiver<()>,
) -> Result<Arc<Manifest>, ServerFailure> {
    let closed = ServerFailure::Closed { server: job.config.name().into() };
    let Some(listed) = job.run(&mut closing).await else { return Err(closed) };
    match slot.upgrade() {
        Some(slot) => slot.settle(listed),
        None => Err(closed),
    }
}

impl Job {
    /// `None` when the slot was closed meanwhile; then nothing is left open.
    async fn run(self, closing: &mut watch::Receiver<()>) -> Option<Result<Listed, McpError>> {
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
        tokio::select! {
            listing = connection.list_by(deadline) => {
                Some(listing.map(|listing| (connection.clone(), listing)))
            }
            _ = closing.changed() => {
                connection.close().await;
                None
            }
        }
    }
}
