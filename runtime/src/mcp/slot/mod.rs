//! One server of many: opened again when it has gone, listed again when it
//! has changed, and called only while it is what was pinned.
//!
//! Whoever needs more than is known starts the work that finds it out, or waits
//! for the one that is under way; the work goes on when nobody waits any longer,
//! so that a server that takes longer to start than a call may wait is there for
//! the next call.

mod status;
mod work;

use std::prelude::v1::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

pub(super) use self::status::Pin;
use self::status::{Look, Status};
use super::call_error::CallError;
use super::failure::ServerFailure;
use super::{ConnectOptions, Connection, ServerConfig};
use crate::call::ServerState;
use crate::catalog::{Manifest, ServerRef};

/// How often a call waits for another listing before it gives up.
const ROUNDS: u32 = 16;

pub(super) struct Slot {
    config: ServerConfig,
    options: ConnectOptions,
    status: Mutex<Status>,
    /// Ends the work that is under way, when a value is sent or this is dropped.
    closing: watch::Sender<()>,
}

/// A connection whose last listing is equal to what is pinned.
pub(super) struct Ready {
    pub(super) connection: Arc<Connection>,
    /// How many changes it had announced before that listing.
    pub(super) generation: u64,
}

impl Slot {
    pub(super) fn new(
        config: &ServerConfig,
        options: &ConnectOptions,
        pin: Option<Pin>,
    ) -> Arc<Self> {
        let (config, options) = (config.clone(), options.clone());
        let status = Mutex::new(Status::pinned(pin));
        Arc::new(Self { config, options, status, closing: watch::Sender::new(()) })
    }

    pub(super) fn name(&self) -> &str {
        self.config.name()
    }

    pub(super) fn config(&self) -> &ServerConfig {
        &self.config
    }

    /// How long a call may take.
    pub(super) fn call_timeout(&self) -> Duration {
        self.options.call_timeout_of(&self.config)
    }

    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection, while there is one.
    pub(super) fn connection(&self) -> Option<Arc<Connection>> {
        self.status().connection.clone()
    }

    pub(super) fn pinned(&self) -> Option<Pin> {
        self.status().pin
    }

    pub(super) fn state(&self) -> ServerState {
        self.status().state()
    }

    /// What the server says now: the last listing, if nothing speaks against
    /// it, or a new one.
    pub(super) async fn manifest(self: &Arc<Self>) -> Result<Manifest, ServerFailure> {
        let done = {
            let mut status = self.status();
            match status.fresh() {
                Some(manifest) => return Ok((*manifest).clone()),
                None => self.work(&mut status)?,
            }
        };
        Ok((*done.await?).clone())
    }

    /// Says what the server has to be, and compares it with the last listing
    /// if that is at hand.
    pub(super) fn pin(&self, server: ServerRef<'static>, by_tool: bool) -> Result<(), CallError> {
        match self.status().pin(server, by_tool) {
            None => Ok(()),
            Some(drift) => Err(CallError::Drift { server: self.name().into(), drift }),
        }
    }

    /// A connection whose last listing is equal to what is pinned, and has the
    /// tool, where one is named. What was found to differ before `since` is
    /// looked at again.
    pub(super) async fn verified(
        self: &Arc<Self>,
        tool: Option<&str>,
        since: Instant,
    ) -> Result<Ready, CallError> {
        for _ in 0..ROUNDS {
            let done = {
                let mut status = self.status();
                match status.look(self.name(), tool, since, self.options.recheck_age())? {
                    Look::Ready(ready) => return Ok(ready),
                    Look::Unknown => self.work(&mut status).map_err(unavailable)?,
                }
            };
            done.await.map_err(unavailable)?;
        }
        Err(unavailable(ServerFailure::Restless { server: self.name().into() }))
    }

    /// Connects, lists and compares, as far as that is still to be done.
    pub(super) async fn warm_up(self: &Arc<Self>) -> Result<(), CallError> {
        if self.pinned().is_some() {
            return self.verified(None, Instant::now()).await.map(|_| ());
        }
        let done = {
            let mut status = self.status();
            match status.is_current() {
                true => return Ok(()),
                false => self.work(&mut status).map_err(unavailable)?,
            }
        };
        done.await.map(|_| ()).map_err(unavailable)
    }

    /// Begins what [`warm_up`](Self::warm_up) waits for.
    pub(super) fn start(self: &Arc<Self>) {
        let mut status = self.status();
        if !status.is_current() {
            let _ = self.work(&mut status);
        }
    }

    /// Nothing is opened again; the connection ends with the last call that is
    /// under way.
    pub(super) fn retire(&self) -> Option<Arc<Connection>> {
        let connection = {
            let mut status = self.status();
            status.closed = true;
            status.connection.take()
        };
        // After it, so that no work begins unheard.
        let _ = self.closing.send(());
        connection
    }

    /// Closes the connection; it is not opened again.
    pub(super) async fn close(&self) {
        let connection = self.retire();
        let under_way = self.status().work.take();
        if let Some(connection) = connection {
            connection.close().await;
        }
        if let Some(done) = under_way {
            let _ = done.await;
        }
    }
}

fn unavailable(failure: ServerFailure) -> CallError {
    CallError::Unavailable { server: failure.server().into(), error: Box::new(failure) }
}
