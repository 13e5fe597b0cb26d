//! How long a server has a call: not while the program's own layers hold it.

use std::future::Future;
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::ToolService;
use crate::message::ToolCall;

tokio::task_local! {
    /// Of the call that the task is polling.
    static CURRENT: Arc<Stay>;
}

/// The time that one call has spent at its server.
#[derive(Debug)]
pub(super) struct Stay(Mutex<Times>);

#[derive(Debug)]
struct Times {
    spent: Duration,
    since: Option<Instant>,
    /// More than one where a layer makes several calls of one.
    inside: usize,
    reached: bool,
}

impl Stay {
    /// The server has the call from now on, until layers take it.
    pub(super) fn begin(now: Instant) -> Arc<Self> {
        let times = Times { spent: Duration::ZERO, since: Some(now), inside: 1, reached: true };
        Arc::new(Self(Mutex::new(times)))
    }

    /// Runs a call whose layers may say where it is.
    pub(super) fn scope<T>(
        self: &Arc<Self>,
        call: impl Future<Output = T>,
    ) -> impl Future<Output = T> {
        CURRENT.scope(self.clone(), call)
    }

    /// How long the server has had the call by now.
    pub(super) fn spent(&self, now: Instant) -> Duration {
        let times = self.lock();
        times.spent + times.since.map_or(Duration::ZERO, |since| now - since)
    }

    /// False where a layer has kept the call to itself.
    pub(super) fn has_reached(&self) -> bool {
        self.lock().reached
    }

    fn enter(&self) {
        let mut times = self.lock();
        times.inside += 1;
        times.since.get_or_insert_with(Instant::now);
        times.reached = true;
    }

    fn leave(&self) {
        let mut times = self.lock();
        times.inside = times.inside.saturating_sub(1);
        if times.inside == 0 {
            let since = times.since.take();
            times.spent += since.map_or(Duration::ZERO, |since| since.elapsed());
        }
    }

    /// Nothing under the lock panics.
    fn lock(&self) -> MutexGuard<'_, Times> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts layers around a tool so that their time is not the server's. In a task
/// of its own a layer cannot be followed: then nothing after it is counted.
pub(super) fn layered(
    tool: ToolService,
    layers: impl FnOnce(ToolService) -> ToolService,
) -> ToolService {
    let inner = ToolService::from_fn(move |call: ToolCall| {
        let tool = tool.clone();
        async move {
            let _visit = Visit::begin();
            tool.run(call).await
        }
    });
    let outer = layers(inner);
    ToolService::from_fn(move |call: ToolCall| {
        let outer = outer.clone();
        async move {
            let _ = CURRENT.try_with(|stay| {
                stay.leave();
                stay.lock().reached = false;
            });
            outer.run(call).await
        }
    })
}

/// One call beneath the layers.
struct Visit(Option<Arc<Stay>>);

impl Visit {
    fn begin() -> Self {
        let stay = CURRENT.try_with(Arc::clone).ok();
        if let Some(stay) = &stay {
            stay.enter();
        }
        Self(stay)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(stay) = &self.0 {
            stay.leave();
        }
    }
}
