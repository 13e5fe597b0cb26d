//! What stands around a native function that has no layers.

use std::future::Future;
use std::pin::Pin;
use std::prelude::v1::*;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::Sleep;

use super::answer::Answer;
use super::capped::Cap;
use super::time::timer;
use crate::error::CallError;
use crate::message::Outcome;

/// The time limit, which starts when the call first waits, and the cap of the
/// result.
///
/// tower's `Timeout` would make its timer, and look at the clock, before the
/// first poll; most native calls end in that poll, and none of them is to need
/// a runtime with a clock.
pub(crate) struct Around<'a> {
    limit: Duration,
    timer: Option<Pin<Box<Sleep>>>,
    cap: Option<Cap<'a>>,
}

impl<'a> Around<'a> {
    pub(super) fn new(limit: Duration, cap: Option<Cap<'a>>) -> Self {
        Self { limit, timer: None, cap }
    }

    #[inline]
    pub(super) fn last(&self, outcome: Outcome) -> Outcome {
        match &self.cap {
            Some(cap) => cap.apply(outcome),
            None => outcome,
        }
    }

    /// Polled while the call is pending; enforces the time limit.
    pub(super) fn wait(&mut self, cx: &mut Context<'_>) -> Poll<Answer> {
        if self.timer.is_none() {
            self.timer = timer(self.limit, |limit| Box::pin(tokio::time::sleep(limit)));
        }
        match self.timer.as_mut().map(|timer| timer.as_mut().poll(cx)) {
            Some(Poll::Ready(())) => Poll::Ready(Err(CallError::TimedOut { after: self.limit })),
            _ => Poll::Pending,
        }
    }
}
