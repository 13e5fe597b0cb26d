//! A call that is under way.

use alloc::boxed::Box;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::native::NativeCall;
use crate::error::CallError;
use crate::message::Outcome;

/// What a call comes to.
pub(crate) type Answer = Result<Outcome, CallError>;

/// The future of a call: small where a native function has nothing around it,
/// and on the heap where there is more to it. Look whether it is done before it
/// is awaited: that saves moving it.
pub(crate) enum Running<'a> {
    /// Has run already.
    Done(Option<Answer>),
    Native(NativeCall<'a>),
    Boxed(Pin<Box<dyn Future<Output = Answer> + Send + 'a>>),
}

impl<'a> Running<'a> {
    pub(crate) fn done(answer: Answer) -> Self {
        Self::Done(Some(answer))
    }

    pub(crate) fn boxed(call: impl Future<Output = Answer> + Send + 'a) -> Self {
        Self::Boxed(Box::pin(call))
    }
}

impl Future for Running<'_> {
    type Output = Answer;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        match self.get_mut() {
            Self::Native(call) => Pin::new(call).poll(cx),
            Self::Boxed(call) => call.as_mut().poll(cx),
            Self::Done(answer) => {
                let again = || Err(CallError::failed("the call has ended before"));
                Poll::Ready(answer.take().unwrap_or_else(again))
            }
        }
    }
}
