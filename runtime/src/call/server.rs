//! What all calls of one server share: its turns and its circuit breaker.

use std::prelude::v1::*;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use super::breaker::{Admission, BreakerState, Circuit, Verdict};
use super::events::EventKind;
use super::hub::{Hub, Subject};
use super::{CallError, Limits, Outcome};

/// One server of a toolbox.
///
/// Turn and breaker are one step and not two of tower's layers: a call waits for
/// its turn and is admitted only then, so that calls that have waited while the
/// breaker opened are refused and do not find out one by one; and one that
/// finds it open does not wait at all.
pub(super) struct Server {
    name: &'static str,
    turns: Semaphore,
    concurrency: usize,
    circuit: Circuit,
}

/// How much a server has to do, and how its circuit breaker stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traffic {
    /// Calls that run now.
    pub running: usize,
    /// How many may.
    pub concurrency: usize,
    /// The circuit breaker.
    pub breaker: BreakerState,
}

impl Server {
    pub(super) fn new(name: &'static str, limits: &Limits) -> Self {
        let (concurrency, breaker) = limits.server();
        let turns = Semaphore::new(concurrency);
        Self { name, turns, concurrency, circuit: Circuit::new(breaker) }
    }

    pub(super) fn traffic(&self) -> Traffic {
        Traffic {
            running: self.concurrency.saturating_sub(self.turns.available_permits()),
            concurrency: self.concurrency,
            breaker: self.circuit.state(Instant::now()),
        }
    }

    /// Waits for a turn and asks the breaker. A call that is dropped after
    /// `deadline` counts as a failure, one that is dropped before says nothing.
    pub(super) async fn enter<'a>(
        &'a self,
        deadline: Option<Instant>,
        hub: &'a Hub,
    ) -> Result<Passage<'a>, CallError> {
        if let BreakerState::Open { retry_in } = self.circuit.state(Instant::now()) {
            return Err(self.refuse(retry_in));
        }
        let turn = self.turns.acquire().await.map_err(CallError::failed)?;
        let admitted = self.circuit.admit(Instant::now());
        let (admission, new) = admitted.map_err(|retry_in| self.refuse(retry_in))?;
        self.tell(hub, new);
        let verdict = Verdict::None;
        Ok(Passage { server: self, hub, admission, deadline, verdict, _turn: turn })
    }

    fn refuse(&self, retry_in: Duration) -> CallError {
        CallError::Open { server: self.name.into(), retry_in }
    }

    fn tell(&self, hub: &Hub, new: Option<BreakerState>) {
        let Some(state) = new else { return };
        tracing::info!(target: "toolcrib::call", server = self.name, ?state, "circuit breaker");
        let subject = Subject { server: Some(self.name), ..Subject::default() };
        hub.send(subject, EventKind::Breaker { state });
    }
}

/// One call on its way through to the server.
pub(super) struct Passage<'a> {
    server: &'a Server,
    hub: &'a Hub,
    admission: Admission,
    deadline: Option<Instant>,
    verdict: Verdict,
    _turn: SemaphorePermit<'a>,
}

impl Passage<'_> {
    pub(super) fn settle(mut self, result: &Result<Outcome, CallError>) {
        let fault = result.as_ref().err().is_some_and(CallError::is_fault);
        self.verdict = if fault { Verdict::Failure } else { Verdict::Success };
    }
}

impl Drop for Passage<'_> {
    fn drop(&mut self) {
        let now = Instant::now();
        let late = self.deadline.is_some_and(|deadline| now >= deadline);
        let verdict = match self.verdict {
            Verdict::None if late => Verdict::Failure,
            verdict => verdict,
        };
        let new = self.server.circuit.settle(self.admission, verdict, now);
        self.server.tell(self.hub, new);
    }
}
