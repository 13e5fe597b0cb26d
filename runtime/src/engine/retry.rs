//! Retries of calls.

use std::prelude::v1::*;
use std::time::Duration;

use tokio::time::Sleep;
use tower::retry::Policy;
use tower::retry::backoff::{Backoff, ExponentialBackoff, ExponentialBackoffMaker, MakeBackoff};
use tower::util::rng::HasherRng;

use super::time::timer;
use crate::error::CallError;
use crate::message::{Outcome, ToolCall};

/// How often a failed call of an idempotent tool is retried, with exponential backoff:
/// each wait is twice as long as the one before, plus up to half of it at random, so that
/// callers do not retry at the same moment.
///
/// Retries end at the call's time limit and when the circuit breaker opens. There are
/// none outside of a tokio runtime. Only what a [`Breaker`](super::Breaker) counts as a
/// failure is retried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    times: u32,
    wait: Duration,
}

impl Retry {
    /// The default first wait.
    pub const DEFAULT_WAIT: Duration = Duration::from_millis(200);
    /// The longest wait.
    pub const LONGEST_WAIT: Duration = Duration::from_secs(10);

    /// Retries up to this many times.
    #[must_use]
    pub fn times(times: u32) -> Self {
        Self { times, wait: Self::DEFAULT_WAIT }
    }

    /// Sets the first wait, from one millisecond to ten seconds.
    #[must_use]
    pub fn wait(self, wait: Duration) -> Self {
        Self { wait: wait.clamp(Duration::from_millis(1), Self::LONGEST_WAIT), ..self }
    }

    fn backoff(&self) -> Option<ExponentialBackoff> {
        let (longest, random) = (Self::LONGEST_WAIT, HasherRng::new());
        let maker = ExponentialBackoffMaker::new(self.wait, longest, 0.5, random);
        Some(maker.ok()?.make_backoff())
    }

    /// The policy of one call; `told` hears of each wait.
    pub(super) fn policy<T: Fn(u32, Duration)>(&self, told: T) -> Again<T> {
        Again { left: self.times, tried: 0, backoff: self.backoff(), told }
    }
}

#[derive(Clone)]
pub(super) struct Again<T> {
    left: u32,
    tried: u32,
    backoff: Option<ExponentialBackoff>,
    told: T,
}

impl<T: Fn(u32, Duration)> Policy<ToolCall, Outcome, CallError> for Again<T> {
    type Future = Sleep;

    fn retry(
        &mut self,
        _: &mut ToolCall,
        result: &mut Result<Outcome, CallError>,
    ) -> Option<Sleep> {
        let fault = result.as_ref().err().is_some_and(CallError::is_fault);
        self.left = self.left.checked_sub(1).filter(|_| fault)?;
        self.tried += 1;
        let backoff = self.backoff.as_mut()?;
        let wait = timer(Retry::LONGEST_WAIT, |_| backoff.next_backoff())?;
        (self.told)(self.tried, wait.deadline() - tokio::time::Instant::now());
        Some(wait)
    }

    fn clone_request(&mut self, call: &ToolCall) -> Option<ToolCall> {
        (self.left > 0).then(|| call.clone())
    }
}
