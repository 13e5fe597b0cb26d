//! What the calls of one server share: turns and a circuit breaker.

use std::future::Future;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use super::Limits;
use super::answer::Answer;
use super::breaker::{Admission, BreakerState, Circuit, Verdict};
use super::events::EventKind;
use super::hub::{Hub, Subject};
use super::stay::Stay;
use crate::error::CallError;

/// One server of a toolbox.
///
/// Turn and breaker are one step and not two of tower's layers: a call waits for
/// its turn and is admitted only then, so that calls that have waited while the
/// breaker opened are refused and do not find out one by one; and one that
/// finds it open does not wait at all.
pub(super) struct Server {
    name: &'static str,
    /// What the model calls it.
    visible: &'static str,
    turns: Semaphore,
    concurrency: usize,
    circuit: Circuit,
}

/// The load of a server and the state of its circuit breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traffic {
    /// The number of running calls.
    pub running: usize,
    /// The limit of running calls.
    pub concurrency: usize,
    /// The circuit breaker.
    pub breaker: BreakerState,
}

impl Server {
    pub(super) fn new(name: &'static str, visible: &'static str, limits: &Limits) -> Self {
        let (concurrency, breaker) = limits.server();
        let turns = Semaphore::new(concurrency);
        Self { name, visible, turns, concurrency, circuit: Circuit::new(breaker) }
    }

    pub(super) fn traffic(&self) -> Traffic {
        Traffic {
            running: self.concurrency.saturating_sub(self.turns.available_permits()),
            concurrency: self.concurrency,
            breaker: self.circuit.state(Instant::now()),
        }
    }

    /// Waits for a turn and asks the breaker. `limit` is that of the whole call,
    /// which ends at `deadline`.
    pub(super) async fn enter<'a>(
        &'a self,
        limit: Duration,
        deadline: Option<Instant>,
        hub: &'a Hub,
    ) -> Result<Passage<'a>, CallError> {
        if let BreakerState::Open { retry_in } = self.circuit.state(Instant::now()) {
            return Err(self.refuse(retry_in));
        }
        let turn = self.turns.acquire().await.map_err(CallError::failed)?;
        let now = Instant::now();
        let admitted = self.circuit.admit(now);
        let (admission, new) = admitted.map_err(|retry_in| self.refuse(retry_in))?;
        self.tell(hub, new);
        let (stay, verdict) = (Stay::begin(now), None);
        Ok(Passage { server: self, hub, admission, limit, deadline, stay, verdict, _turn: turn })
    }

    fn refuse(&self, retry_in: Duration) -> CallError {
        CallError::Open { server: self.visible.into(), retry_in }
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
    limit: Duration,
    deadline: Option<Instant>,
    stay: Arc<Stay>,
    /// `None` until the call has ended, or for ever where it is dropped.
    verdict: Option<Verdict>,
    _turn: SemaphorePermit<'a>,
}

impl Passage<'_> {
    /// Runs the call and tells the breaker what came of it. A call that is
    /// dropped is its caller's doing, unless the server was too slow for it.
    pub(super) async fn run(mut self, call: impl Future<Output = Answer>) -> Answer {
        let answer = self.stay.scope(call).await;
        self.verdict = Some(self.judge(&answer));
        answer
    }

    fn judge(&self, answer: &Answer) -> Verdict {
        let Some(fault) = answer.as_ref().err().filter(|error| error.is_fault()) else {
            return Verdict::Success;
        };
        match fault {
            // In a layer's own words.
            CallError::Failed { .. } | CallError::TimedOut { .. } if !self.stay.has_reached() => {
                Verdict::None
            }
            fault if fault.is_shared() => Verdict::SharedFailure,
            _ => Verdict::Failure,
        }
    }

    /// Of a call that is dropped.
    fn dropped(&self, now: Instant) -> Verdict {
        let late = self.deadline.is_some_and(|deadline| now >= deadline);
        match late && self.stay.spent(now) >= self.limit / 2 {
            true => Verdict::Failure,
            false => Verdict::None,
        }
    }
}

impl Drop for Passage<'_> {
    fn drop(&mut self) {
        let now = Instant::now();
        let verdict = self.verdict.unwrap_or_else(|| self.dropped(now));
        let new = self.server.circuit.settle(self.admission, verdict, now);
        self.server.tell(self.hub, new);
    }
}
