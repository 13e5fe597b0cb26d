//! Native functions with nothing around them but what keeps the program safe.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::answer::Answer;
use super::around::Around;
use super::panic::catch;
use crate::error::CallError;
use crate::native::CallFuture;

/// The call of an `async` function.
pub(crate) struct NativeCall<'a> {
    pub(super) name: &'static str,
    pub(super) call: CallFuture<'a>,
    pub(super) around: Around<'a>,
}

impl Future for NativeCall<'_> {
    type Output = Answer;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        let this = self.get_mut();
        match catch(|| Pin::new(&mut this.call).poll(cx)) {
            Ok(Poll::Ready(Ok(outcome))) => Poll::Ready(Ok(this.around.last(outcome))),
            Ok(Poll::Ready(Err(error))) => Poll::Ready(Err(error)),
            Ok(Poll::Pending) => this.around.wait(cx),
            Err(message) => Poll::Ready(Err(CallError::Panicked { tool: this.name, message })),
        }
    }
}
