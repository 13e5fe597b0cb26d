//! One server of many: opened again when it has gone, listed again when it
//! has changed, and called only while it is what was verified.

use std::prelude::v1::*;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use super::call_error::CallError;
use super::failure::ServerFailure;
use super::{ConnectOptions, Connection, Listing, McpError, ServerConfig};
use crate::catalog::{Drift, Manifest, ServerRef};

/// The wait after a first failure to open or to list; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

pub(super) struct Slot {
    config: ServerConfig,
    options: ConnectOptions,
    pinned: RwLock<Option<Pinned>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    connection: Option<Arc<Connection>>,
    /// The last listing of this connection, until it has been compared.
    unchecked: Option<Manifest>,
    /// The epoch of the pin that the last listing is equal to.
    checked: Option<u64>,
    /// In what it differs all the same, where each tool is pinned for itself.
    drift: Option<Drift>,
    failures: u32,
    /// Before this nothing is opened or listed.
    not_before: Option<Instant>,
    closed: bool,
}

/// What a server has to be.
#[derive(Clone, Copy)]
pub(super) struct Pinned {
    server: ServerRef<'static>,
    /// Counts the pins, so that a new one is compared anew.
    epoch: u64,
    /// Each tool for itself, not the listing as a whole.
    by_tool: bool,
}

impl Slot {
    pub(super) fn new(config: &ServerConfig, options: &ConnectOptions) -> Self {
        let (config, options) = (config.clone(), options.clone());
        Self { config, options, pinned: RwLock::default(), state: Mutex::default() }
    }

    pub(super) fn name(&self) -> &str {
        self.config.name()
    }

    /// The connection, while there is one.
    pub(super) async fn connection(&self) -> Option<Arc<Connection>> {
        self.state.lock().await.connection.clone()
    }

    /// What the server says now: the last listing, if nothing speaks against
    /// it, or a new one.
    pub(super) async fn manifest(&self) -> Result<Manifest, ServerFailure> {
        let mut state = self.state.lock().await;
        self.refresh(&mut state).await?;
        if state.unchecked.is_none() {
            self.list(&mut state).await?;
        }
        let manifest = state.unchecked.clone();
        manifest.ok_or_else(|| ServerFailure::Closed { server: self.name().into() })
    }

    /// Says what the server has to be, and compares it with the last listing
    /// if that is at hand.
    pub(super) fn pin(&self, server: ServerRef<'static>, by_tool: bool) -> Result<(), CallError> {
        let mut guard = self.pinned.write().unwrap_or_else(PoisonError::into_inner);
        let epoch = guard.map_or(1, |pinned| pinned.epoch + 1);
        let pinned = Pinned { server, epoch, by_tool };
        *guard = Some(pinned);
        drop(guard);
        // Whoever holds the state is listing now; the next call compares.
        match self.state.try_lock() {
            Ok(mut state) if state.unchecked.is_some() => self.compare(&mut state, pinned),
            _ => Ok(()),
        }
    }

    /// A connection whose last listing is equal to what is pinned, and has the tool.
    pub(super) async fn verified(&self, tool: &str) -> Result<Arc<Connection>, CallError> {
        let pinned = *self.pinned.read().unwrap_or_else(PoisonError::into_inner);
        let server = || self.name().to_owned();
        let pinned = pinned.ok_or_else(|| CallError::NotVerified { server: server() })?;
        let Some(tool) = pinned.server.tool(tool) else {
            return Err(CallError::UnknownTool { server: server(), tool: tool.into() });
        };
        let mut state = self.state.lock().await;
        self.refresh(&mut state).await.map_err(|error| self.unavailable(error))?;
        if state.checked != Some(pinned.epoch) {
            if state.unchecked.is_none() {
                self.list(&mut state).await.map_err(|error| self.unavailable(error))?;
            }
            self.compare(&mut state, pinned)?;
        }
        if let Some(drift) = state.drift.as_ref().and_then(|drift| drift.against(tool)) {
            return Err(CallError::Drift { server: server(), drift });
        }
        state.connection.clone().ok_or_else(|| self.closed())
    }

    /// Compares the last listing, and forgets it: one that differs is not
    /// looked at again.
    fn compare(&self, state: &mut State, pinned: Pinned) -> Result<(), CallError> {
        state.checked = None;
        let live = state.unchecked.take().ok_or_else(|| self.closed())?;
        state.drift = pinned.server.verify(&live).err();
        if !pinned.by_tool
            && let Some(drift) = state.drift.take()
        {
            return Err(CallError::Drift { server: self.name().into(), drift });
        }
        state.checked = Some(pinned.epoch);
        Ok(())
    }

    fn closed(&self) -> CallError {
        self.unavailable(ServerFailure::Closed { server: self.name().into() })
    }

    /// Opens what has gone, and lists what has changed.
    async fn refresh(&self, state: &mut State) -> Result<(), ServerFailure> {
        match &state.connection {
            Some(connection) if !connection.is_closed() => {
                if connection.is_stale() {
                    self.list(state).await
                } else {
                    Ok(())
                }
            }
            _ => self.open(state).await,
        }
    }

    async fn list(&self, state: &mut State) -> Result<(), ServerFailure> {
        (state.checked, state.unchecked) = (None, None);
        self.may_try(state)?;
        let closed = || ServerFailure::Closed { server: self.name().into() };
        let connection = state.connection.clone().ok_or_else(closed)?;
        let listing = connection.listing().await;
        self.take(state, listing)
    }

    async fn open(&self, state: &mut State) -> Result<(), ServerFailure> {
        (state.checked, state.unchecked, state.connection) = (None, None, None);
        self.may_try(state)?;
        let opened = Connection::open_and_list(&self.config, &self.options).await;
        let listing = opened.map(|(connection, listing)| {
            state.connection = Some(Arc::new(connection));
            listing
        });
        self.take(state, listing)
    }

    /// Takes a listing for comparison; a failure puts off the next try.
    fn take(
        &self,
        state: &mut State,
        listing: Result<Listing, McpError>,
    ) -> Result<(), ServerFailure> {
        let manifest = listing.map_err(ServerFailure::from).and_then(|it| Ok(it.manifest()?));
        match manifest {
            Ok(manifest) => {
                (state.failures, state.not_before) = (0, None);
                state.unchecked = Some(manifest);
                Ok(())
            }
            Err(failure) => {
                let wait = FIRST_WAIT.saturating_mul(1 << state.failures.min(7));
                state.not_before = Some(Instant::now() + wait.min(LONGEST_WAIT));
                state.failures = state.failures.saturating_add(1);
                Err(failure)
            }
        }
    }

    /// Not after the end, and not again at once after a failure.
    fn may_try(&self, state: &State) -> Result<(), ServerFailure> {
        let server = || self.name().into();
        if state.closed {
            return Err(ServerFailure::Closed { server: server() });
        }
        let wait = state.not_before.map(|at| at.saturating_duration_since(Instant::now()));
        match wait.filter(|wait| !wait.is_zero()) {
            Some(wait) => Err(ServerFailure::Waiting { server: server(), wait }),
            None => Ok(()),
        }
    }

    fn unavailable(&self, error: ServerFailure) -> CallError {
        CallError::Unavailable { server: self.name().into(), error: Box::new(error) }
    }

    /// Closes the connection; it is not opened again.
    pub(super) async fn close(&self) {
        let mut state = self.state.lock().await;
        state.closed = true;
        if let Some(connection) = state.connection.take() {
            connection.close().await;
        }
    }
}
