//! Isolates the panic of a tool: it is an error of that call only.

use core::any::Any;
use core::future::{Future, poll_fn};
use core::panic::AssertUnwindSafe;
use core::pin::pin;
use core::task::Poll;
use std::panic::catch_unwind;
use std::prelude::v1::*;

use crate::text::prefix;

/// So much of what a panic says is passed on, in bytes.
const BOUND: usize = 500;

/// Runs a future to its end, or to its panic; of that, what it says.
///
/// The state that the panic may have left half changed is the future's own,
/// which is not polled again, and that of contexts, where a poisoned lock says
/// so. Nothing is caught in a program built with `panic = "abort"`.
pub(crate) async fn isolate<F: Future>(future: F) -> Result<F::Output, String> {
    let mut future = pin!(future);
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Err(payload) => Poll::Ready(Err(message(payload))),
    })
    .await
}

/// The same for what does not wait.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(message)
}

#[cold]
fn message(payload: Box<dyn Any + Send>) -> String {
    let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "panic without a message",
    };
    let text = String::from(prefix(text, BOUND));
    // A payload of someone else's type may panic again while it is dropped.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
    text
}
