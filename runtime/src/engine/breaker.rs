//! A circuit breaker, which pauses calls of a failing server.

use std::prelude::v1::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// When a circuit breaker opens, and for how long.
///
/// While it is closed, every call goes through. After a number of failures in a row it
/// opens, and calls are refused at once. After a while it is half open: one call goes
/// through as a probe and the others are refused. If the probe succeeds, the breaker
/// closes; if it fails, the breaker opens again for twice as long, up to ten times the
/// first pause.
///
/// A failure is a call without an outcome for a reason that lies with the server: it
/// cannot be reached, started or listed, the connection broke, the answer is not a
/// result, or there is no answer in time. These are not failures: an error reported by
/// the tool, refused arguments, a protocol error in answer to the request, a listing that
/// differs from the capture, a missing need of the tool, and a panic. A call that its
/// caller drops does not count.
///
/// One cause is one failure: of calls that run at the same time, only the first that
/// fails without an answer counts, so a connection that breaks under many calls has
/// failed once. Timeouts and answers that are not results count one by one.
///
/// A timeout counts only if the server had the call for at least half of the time limit;
/// waiting for a turn and the program's own layers are not the server's fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breaker {
    failures: u32,
    open_for: Duration,
}

impl Default for Breaker {
    fn default() -> Self {
        Self { failures: Self::DEFAULT_FAILURES, open_for: Self::DEFAULT_OPEN_FOR }
    }
}

impl Breaker {
    /// The number of failures in a row that open it.
    pub const DEFAULT_FAILURES: u32 = 5;
    /// The first pause.
    pub const DEFAULT_OPEN_FOR: Duration = Duration::from_secs(15);

    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A breaker that never opens.
    #[must_use]
    pub fn never() -> Self {
        Self { failures: u32::MAX, ..Self::default() }
    }

    /// Sets how many failures in a row open it; at least one.
    #[must_use]
    pub fn failures(self, failures: u32) -> Self {
        Self { failures: failures.max(1), ..self }
    }

    /// Sets how long it stays open at first.
    #[must_use]
    pub fn open_for(self, time: Duration) -> Self {
        Self { open_for: time, ..self }
    }

    fn open_after(&self, probes: u32) -> Duration {
        let longest = self.open_for.saturating_mul(10);
        self.open_for.saturating_mul(1 << probes.min(4)).min(longest)
    }
}

/// The state of a circuit breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BreakerState {
    /// Calls go through.
    Closed,
    /// Calls are refused.
    Open {
        /// The time until a call may be tried again.
        retry_in: Duration,
    },
    /// One call may go through as a probe.
    HalfOpen,
}

/// A breaker at work. What an outcome says counts only while the state is still
/// the one that admitted the call.
#[derive(Debug)]
pub(super) struct Circuit {
    settings: Breaker,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    state: State,
    /// Counts the changes of state.
    epoch: u64,
    /// Counts the failures that calls under way together may share.
    shared: u64,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Closed { failures: u32 },
    Open { until: Instant, probes: u32 },
    Probing { probes: u32 },
}

/// That a call may go through: what was counted when that was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Admission {
    epoch: u64,
    shared: u64,
}

/// What came of a call that was admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Success,
    /// Of this call alone.
    Failure,
    /// Of all calls that were under way.
    SharedFailure,
    /// Nothing is known, for example of a call that its caller gave up.
    None,
}

impl Circuit {
    pub(super) fn new(settings: Breaker) -> Self {
        let inner = Inner { state: State::Closed { failures: 0 }, epoch: 0, shared: 0 };
        Self { settings, inner: Mutex::new(inner) }
    }

    /// Nothing under the lock panics.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self, now: Instant) -> BreakerState {
        match self.lock().state {
            State::Closed { .. } => BreakerState::Closed,
            State::Open { until, .. } if now < until => {
                BreakerState::Open { retry_in: until - now }
            }
            State::Open { .. } | State::Probing { .. } => BreakerState::HalfOpen,
        }
    }

    /// Whether a call may go through; else when one may be tried again. With
    /// the admission comes the state that is new by it.
    pub(super) fn admit(
        &self,
        now: Instant,
    ) -> Result<(Admission, Option<BreakerState>), Duration> {
        let mut inner = self.lock();
        match inner.state {
            State::Closed { .. } => Ok((inner.admission(), None)),
            State::Open { until, .. } if now < until => Err(until - now),
            State::Open { probes, .. } => {
                inner.change(State::Probing { probes });
                Ok((inner.admission(), Some(BreakerState::HalfOpen)))
            }
            State::Probing { probes } => Err(self.settings.open_after(probes)),
        }
    }

    /// Takes what came of a call; gives back the state that is new by it.
    pub(super) fn settle(
        &self,
        admission: Admission,
        verdict: Verdict,
        now: Instant,
    ) -> Option<BreakerState> {
        let mut inner = self.lock();
        if admission.epoch != inner.epoch {
            return None;
        }
        let verdict = inner.count_once(admission, verdict);
        let failures = match inner.state {
            State::Closed { failures } => failures,
            State::Probing { probes } => return self.probed(&mut inner, probes, verdict, now),
            State::Open { .. } => return None,
        };
        let failures = match verdict {
            Verdict::None => failures,
            Verdict::Success => 0,
            Verdict::Failure | Verdict::SharedFailure => failures.saturating_add(1),
        };
        inner.state = State::Closed { failures };
        (failures >= self.settings.failures && verdict.is_failure())
            .then(|| self.open(&mut inner, 0, now))
    }

    fn probed(
        &self,
        inner: &mut Inner,
        probes: u32,
        verdict: Verdict,
        now: Instant,
    ) -> Option<BreakerState> {
        match verdict {
            Verdict::Success => {
                inner.change(State::Closed { failures: 0 });
                Some(BreakerState::Closed)
            }
            Verdict::Failure | Verdict::SharedFailure => {
                Some(self.open(inner, probes.saturating_add(1), now))
            }
            // The next call is the probe.
            Verdict::None => {
                inner.change(State::Open { until: now, probes });
                None
            }
        }
    }

    fn open(&self, inner: &mut Inner, probes: u32, now: Instant) -> BreakerState {
        let retry_in = self.settings.open_after(probes);
        let far = Duration::from_secs(60 * 60 * 24 * 365);
        inner.change(State::Open { until: now + retry_in.min(far), probes });
        BreakerState::Open { retry_in }
    }
}

impl Verdict {
    fn is_failure(self) -> bool {
        matches!(self, Self::Failure | Self::SharedFailure)
    }
}

impl Inner {
    fn admission(&self) -> Admission {
        Admission { epoch: self.epoch, shared: self.shared }
    }

    /// A shared failure says nothing where one was counted after the call was
    /// admitted: that one stands for both.
    fn count_once(&mut self, admission: Admission, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::SharedFailure if admission.shared != self.shared => Verdict::None,
            Verdict::SharedFailure => {
                self.shared += 1;
                verdict
            }
            other => other,
        }
    }

    fn change(&mut self, state: State) {
        self.state = state;
        self.epoch += 1;
    }
}

#[cfg(test)]
#[path = "breaker_tests.rs"]
mod tests;
