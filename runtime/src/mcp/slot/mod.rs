//! One server of many: its connection, and what it listed last.
//!
//! A slot compares nothing. It says which listing is the latest, makes a new one
//! where there is none, and sends a call only while the listing that the call
//! was compared with is the latest.
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

pub(super) use self::status::Listed;
use self::status::{Status, asked};
use super::{ConnectOptions, Connection, McpError, ServerConfig};
use crate::backend::{Fresh, Live, ServerState};

pub(super) struct Slot {
    config: ServerConfig,
    options: ConnectOptions,
    status: Mutex<Status>,
    /// Ends the work that is under way, when a value is sent or this is dropped.
    closing: watch::Sender<()>,
}

impl Slot {
    pub(super) fn new(config: &ServerConfig, options: &ConnectOptions) -> Arc<Self> {
        let (config, options) = (config.clone(), options.clone());
        let status = Mutex::default();
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

    /// Nothing under the lock panics.
    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection, while there is one.
    pub(super) fn connection(&self) -> Option<Arc<Connection>> {
        self.status().connection.clone()
    }

    pub(super) fn state(&self) -> ServerState {
        self.status().state()
    }

    /// The latest listing, while nothing speaks against it.
    pub(super) fn latest(&self) -> Option<Live> {
        self.status().current().map(|listed| listed.live.clone())
    }

    /// What a call is sent by that was compared with this listing; `None` where
    /// that is no longer the latest.
    pub(super) fn listed(&self, live: &Live) -> Option<Listed> {
        self.status().current().filter(|listed| listed.live.is(live)).cloned()
    }

    /// The latest listing, or a new one where that is not recent enough.
    pub(super) async fn listing(self: &Arc<Self>, fresh: Fresh) -> Result<Live, McpError> {
        loop {
            let done = {
                let mut status = self.status();
                match status.recent(fresh, self.options.recheck_age()) {
                    Some(live) => return Ok(live),
                    None => self.work(&mut status)?,
                }
            };
            let listed = done.await?;
            // What another caller started may have begun too early for this one.
            if listed.began >= asked(fresh) {
                return Ok(listed.live);
            }
        }
    }

    /// Begins what [`listing`](Self::listing) waits for.
    pub(super) fn start(self: &Arc<Self>) {
        let mut status = self.status();
        if status.current().is_none() {
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
