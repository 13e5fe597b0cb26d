//! The time limit of a call.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::prelude::v1::*;
use std::task::Poll;
use std::time::Duration;

use tokio::runtime::Handle;

use super::CallError;

/// Runs a future within a time limit, which starts when it first waits; see
/// [`Around`](super::around::Around) for why it is not tower's.
pub(super) async fn within<T>(
    limit: Duration,
    future: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    let mut future = pin!(future);
    let first = poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx))).await;
    match first {
        Poll::Ready(result) => result,
        Poll::Pending if limit == Duration::MAX || Handle::try_current().is_err() => future.await,
        Poll::Pending => match tokio::time::timeout(limit, future).await {
            Ok(result) => result,
            Err(_) => Err(CallError::TimedOut { after: limit }),
        },
    }
}
