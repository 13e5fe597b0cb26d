//! The time limit of a call.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::prelude::v1::*;
use std::task::Poll;
use std::time::Duration;

use tokio::runtime::Handle;

use super::panic::catch;
use crate::error::CallError;

/// Runs a future within a time limit, which starts when it first waits; see
/// [`Around`](super::around::Around) for why it is not tower's.
pub(super) async fn within<T>(
    limit: Duration,
    future: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    let mut future = pin!(future);
    let first = poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx))).await;
    let timeout = match first {
        Poll::Ready(result) => return result,
        Poll::Pending => timer(limit, |limit| tokio::time::timeout(limit, future.as_mut())),
    };
    match timeout {
        None => future.await,
        Some(timeout) => match timeout.await {
            Ok(result) => result,
            Err(_) => Err(CallError::TimedOut { after: limit }),
        },
    }
}

/// What `make` makes of a limit, where there is one and a clock to keep it by.
pub(super) fn timer<T>(limit: Duration, make: impl FnOnce(Duration) -> T) -> Option<T> {
    let limited = limit != Duration::MAX && Handle::try_current().is_ok();
    // A runtime whose clock is not enabled panics when a timer is made.
    limited.then(|| catch(|| make(limit)).ok()).flatten()
}
