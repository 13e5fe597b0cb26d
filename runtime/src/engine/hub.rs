//! Where events go.

use std::prelude::v1::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::broadcast::{self, Receiver, Sender};

use super::events::{CallId, Event, EventKind};

/// A stream of the events of a toolbox, from the call of
/// [`Toolbox::events`](crate::Toolbox::events) on.
///
/// Buffers up to [`CAPACITY`](Self::CAPACITY) events. A slow reader loses the oldest and
/// can ask [how many](Self::lost); no call ever waits for a reader.
///
/// ```
/// use toolcrib::call::EventKind;
/// # use toolcrib::{tool, tools};
/// # /// Adds two numbers.
/// # #[tool(defer)]
/// # fn add(a: i64, b: i64) -> i64 {
/// #     a + b
/// # }
///
/// # pollster::block_on(async {
/// let toolbox = toolcrib::Toolbox::builder().native(tools![add]).build()?;
/// let mut events = toolbox.events();
/// toolbox.call("add", r#"{"a": 2, "b": 3}"#).await?;
/// while let Some(event) = events.try_next() {
///     if let EventKind::Finished { status, took, .. } = event.kind {
///         println!("{:?}: {status} after {took:?}", event.tool);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
#[derive(Debug)]
pub struct Events {
    receiver: Receiver<Event>,
    lost: u64,
}

impl Events {
    /// The number of events that are buffered.
    pub const CAPACITY: usize = 1024;

    /// Waits for the next event; `None` if the toolbox is gone. Cancel-safe.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            match self.receiver.recv().await {
                Ok(event) => return Some(event),
                Err(RecvError::Lagged(count)) => self.lost += count,
                Err(RecvError::Closed) => return None,
            }
        }
    }

    /// The next buffered event, without waiting.
    pub fn try_next(&mut self) -> Option<Event> {
        loop {
            match self.receiver.try_recv() {
                Ok(event) => return Some(event),
                Err(TryRecvError::Lagged(count)) => self.lost += count,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return None,
            }
        }
    }

    /// The number of events lost so far because they were not read in time.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost
    }
}

/// Where events go. Costs a look at one atomic while nobody has ever listened.
#[derive(Default)]
pub(super) struct Hub {
    sender: OnceLock<Sender<Event>>,
    calls: AtomicU64,
}

/// What an event is about.
#[derive(Clone, Copy, Default)]
pub(super) struct Subject<'a> {
    pub(super) call: Option<&'a CallId>,
    pub(super) tool: Option<&'static str>,
    pub(super) server: Option<&'static str>,
}

impl Hub {
    pub(super) fn subscribe(&self) -> Events {
        let sender = self.sender.get_or_init(|| broadcast::channel(Events::CAPACITY).0);
        Events { receiver: sender.subscribe(), lost: 0 }
    }

    /// Whether anyone wants to know of calls.
    pub(super) fn is_heard(&self) -> bool {
        let heard = || self.sender.get().is_some_and(|sender| sender.receiver_count() > 0);
        cfg!(feature = "metrics") || heard()
    }

    pub(super) fn call_id(&self, id: &str) -> CallId {
        CallId { number: self.calls.fetch_add(1, Ordering::Relaxed), id: id.into() }
    }

    pub(super) fn send(&self, subject: Subject<'_>, kind: EventKind) {
        #[cfg(feature = "metrics")]
        super::metrics::count(subject.tool, subject.server, &kind);
        let Some(sender) = self.sender.get() else { return };
        let Subject { call, tool, server } = subject;
        let event = Event { at: Instant::now(), call: call.cloned(), tool, server, kind };
        // Nobody listens any longer: then there is nobody to tell.
        let _ = sender.send(event);
    }
}
