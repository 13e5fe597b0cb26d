//! What is known of a server, and whether it may be called by that.

use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Ready;
use super::work::Done;
use crate::call::ServerState;
use crate::catalog::{Drift, Manifest, ServerRef};
use crate::mcp::Connection;
use crate::mcp::call_error::CallError;
use crate::mcp::failure::ServerFailure;

/// The wait after a first failure to open or to list; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(super) struct Status {
    pub(super) pin: Option<Pin>,
    pub(super) connection: Option<Arc<Connection>>,
    /// The last listing of this connection, until it has been compared.
    unchecked: Option<Arc<Manifest>>,
    listed_at: Option<Instant>,
    checked: Option<Checked>,
    /// What finds out more, while it is under way.
    pub(super) work: Option<Done>,
    failure: Option<ServerFailure>,
    failures: u32,
    /// Before this nothing is opened or listed.
    not_before: Option<Instant>,
    pub(super) closed: bool,
}

/// What a server has to be.
#[derive(Clone, Copy)]
pub(in crate::mcp) struct Pin {
    server: ServerRef<'static>,
    /// Counts the pins, so that a new one is compared anew.
    epoch: u64,
    /// Each tool for itself, not the listing as a whole.
    by_tool: bool,
}

/// The last listing, compared with a pin.
struct Checked {
    epoch: u64,
    drift: Option<Drift>,
}

/// What is known when a call asks.
pub(super) enum Look {
    Ready(Ready),
    /// Not enough: it has to be opened, or listed.
    Unknown,
}

impl Pin {
    /// Whether a listing is equal to both or to neither.
    fn is(&self, server: ServerRef<'static>, by_tool: bool) -> bool {
        self.by_tool == by_tool
            && self.server.digest() == server.digest()
            && self.server.volatile().eq(server.volatile())
    }
}

impl Status {
    pub(super) fn pinned(pin: Option<Pin>) -> Self {
        Self { pin, ..Self::default() }
    }

    /// The difference of the last listing as a whole, if that is at hand.
    pub(super) fn pin(&mut self, server: ServerRef<'static>, by_tool: bool) -> Option<Drift> {
        match self.pin {
            // What was compared with the one holds for the other.
            Some(pin) if pin.is(server, by_tool) => {}
            earlier => {
                let epoch = earlier.map_or(1, |pin| pin.epoch + 1);
                self.pin = Some(Pin { server, epoch, by_tool });
                self.compare();
            }
        }
        match &self.checked {
            Some(checked) if !by_tool && self.is_current() => checked.drift.clone(),
            _ => None,
        }
    }

    /// Compares the last listing, and forgets it.
    fn compare(&mut self) {
        self.checked = None;
        if let (Some(pin), Some(live)) = (self.pin, self.unchecked.take()) {
            let drift = pin.server.verify(&live).err();
            self.checked = Some(Checked { epoch: pin.epoch, drift });
        }
    }

    /// The connection and the generation of its listing, while that is the
    /// latest.
    fn current(&self) -> Option<(&Arc<Connection>, u64)> {
        let connection = self.connection.as_ref().filter(|connection| !connection.is_closed())?;
        Some((connection, connection.current()?))
    }

    pub(super) fn is_current(&self) -> bool {
        self.current().is_some()
    }

    /// The last listing, while it is the latest and has not been compared.
    pub(super) fn fresh(&self) -> Option<Arc<Manifest>> {
        self.unchecked.clone().filter(|_| self.is_current())
    }

    pub(super) fn look(
        &mut self,
        name: &str,
        tool: Option<&str>,
        since: Instant,
        recheck: Option<Duration>,
    ) -> Result<Look, CallError> {
        let server = || name.to_owned();
        let Some(pin) = self.pin else { return Err(CallError::NotVerified { server: server() }) };
        let found = tool.map(|tool| pin.server.tool(tool).ok_or(tool));
        if let Some(Err(tool)) = found {
            return Err(CallError::UnknownTool { server: server(), tool: tool.into() });
        }
        if self.checked.as_ref().is_none_or(|checked| checked.epoch != pin.epoch) {
            self.compare();
        }
        let Some((connection, generation)) = self.current() else { return Ok(Look::Unknown) };
        let Some(checked) = self.checked.as_ref().filter(|_| !self.is_overdue(recheck)) else {
            return Ok(Look::Unknown);
        };
        let ready = Look::Ready(Ready { connection: connection.clone(), generation });
        let drift = match (&checked.drift, found) {
            (None, _) => return Ok(ready),
            (Some(drift), Some(Ok(tool))) if pin.by_tool => drift.against(tool),
            (Some(_), _) if pin.by_tool => None,
            (Some(_), _) if self.listed_at < Some(since) => return Ok(Look::Unknown),
            (Some(drift), _) => Some(drift.clone()),
        };
        match drift {
            None => Ok(ready),
            Some(drift) => Err(CallError::Drift { server: server(), drift }),
        }
    }

    fn is_overdue(&self, recheck: Option<Duration>) -> bool {
        recheck.zip(self.listed_at).is_some_and(|(age, listed)| listed.elapsed() >= age)
    }

    /// Not after the end, and not again at once after a failure.
    pub(super) fn may_try(&self, name: &str) -> Result<(), ServerFailure> {
        let server = || name.into();
        if self.closed {
            return Err(ServerFailure::Closed { server: server() });
        }
        let wait = self.not_before.map(|at| at.saturating_duration_since(Instant::now()));
        match wait.filter(|wait| !wait.is_zero()) {
            Some(wait) => Err(ServerFailure::Waiting { server: server(), wait }),
            None => Ok(()),
        }
    }

    /// Takes a listing, and compares it where there is a pin.
    pub(super) fn listed(&mut self, connection: Arc<Connection>, manifest: Arc<Manifest>) {
        (self.failure, self.failures, self.not_before) = (None, 0, None);
        (self.connection, self.unchecked) = (Some(connection), Some(manifest));
        self.listed_at = Some(Instant::now());
        if self.pin.is_some() {
            self.compare();
        }
    }

    /// A failure puts off the next try.
    pub(super) fn failed(&mut self, failure: ServerFailure) {
        let wait = FIRST_WAIT.saturating_mul(1 << self.failures.min(7));
        self.not_before = Some(Instant::now() + wait.min(LONGEST_WAIT));
        self.failures = self.failures.saturating_add(1);
        self.failure = Some(failure);
    }

    /// What was listed before counts no longer.
    pub(super) fn forget(&mut self) {
        (self.unchecked, self.checked) = (None, None);
    }

    pub(super) fn state(&self) -> ServerState {
        let drift = self.checked.as_ref().and_then(|checked| checked.drift.as_ref());
        let whole = drift.filter(|_| self.pin.is_some_and(|pin| !pin.by_tool));
        match (&self.work, &self.failure) {
            _ if self.closed => ServerState::Refused("it has been closed".into()),
            (Some(_), _) => ServerState::Pending,
            (None, Some(failure)) => ServerState::Failed(failure.told()),
            _ if whole.is_some() => {
                ServerState::Refused("what it lists now is not what was captured".into())
            }
            _ if self.is_current() => ServerState::Ready,
            _ => ServerState::Idle,
        }
    }
}
