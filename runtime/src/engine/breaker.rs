//! A circuit breaker: a server that keeps failing is left alone for a while.

use std::prelude::v1::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// When a circuit breaker opens, and for how long.
///
/// Closed, every call goes through. After so many failures in a row it opens,
/// and calls are refused at once. When its time is up it is half open: one call
/// goes through as a probe, others are refused; the probe's success closes it,
/// its failure opens it again for twice as long, up to ten times the first time.
///
/// A failure is that there was no outcome for a reason that lies with the
/// server: it cannot be reached, started or listed, a connection that broke, an
/// answer that is none, or none in time. What a tool says of its own failure is
/// none, nor arguments that are refused, an error of the protocol in answer to
/// the request, a listing that is not the verified one, something the tool
/// needs and that is missing, or a panic. A call that is given up by its caller
/// says nothing.
///
/// One cause is one failure: of calls that are under way together, only the
/// first that fails without an answer counts, so that a connection that breaks
/// with many calls on it has failed once. Calls that run out of time, and
/// answers that are no results, count one by one.
///
/// Only time at the server counts. A call that reaches its time limit speaks
/// against the server if the server had it for at least half of that limit; the
/// wait for its turn, and what the program's own layers do before they hand it
/// on, are not the server's.
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
    /// So many failures in a row open it.
    pub const DEFAULT_FAILURES: u32 = 5;
    /// It stays open for so long at first.
    pub const DEFAULT_OPEN_FOR: Duration = Duration::from_secs(15);

    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One that never opens.
    #[must_use]
    pub fn never() -> Self {
        Self { failures: u32::MAX, ..Self::default() }
    }

    /// How many failures in a row open it; at least one.
    #[must_use]
    pub fn failures(self, failures: u32) -> Self {
        Self { failures: failures.max(1), ..self }
    }

    /// How long it stays open at first.
    #[must_use]
    pub fn open_for(self, time: Duration) -> Self {
        Self { open_for: time, ..self }
    }

    fn open_after(&self, probes: u32) -> Duration {
        let longest = self.open_for.saturating_mul(10);
        self.open_for.saturating_mul(1 << probes.min(4)).min(longest)
    }
}

/// How a circuit breaker stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BreakerState {
    /// Calls go through.
    Closed,
    /// Calls are refused until this much time has passed.
    Open {
        /// From now.
        retry_in: Duration,
    },
    /// One call goes through, or is on its way.
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
