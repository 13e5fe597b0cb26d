//! A call that is under way.

use alloc::boxed::Box;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::answer::Answer;
use super::around::Around;
use super::native::NativeCall;
use super::panic::catch;
use crate::arguments::Payload;
use crate::error::CallError;
use crate::native::{Contexts, ToolDef};

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

    /// Calls a native function, at once where it is not `async`; its panic is an
    /// error. What it answers goes through `last`; what waits, within `limit`.
    pub(super) fn native(
        def: &'static ToolDef,
        contexts: &'a Contexts,
        payload: &'a Payload<'_>,
        around: Around<'a>,
    ) -> Self {
        let arguments = payload.arguments();
        // Written in place: the answer is large, and each way to pass it on a copy.
        let mut answer = None;
        if let Err(message) = catch(|| answer = def.call_now(contexts, arguments)) {
            return Self::done(Err(CallError::Panicked { tool: def.name(), message }));
        }
        match answer {
            Some(Ok(outcome)) => Self::done(Ok(around.last(outcome))),
            Some(Err(error)) => Self::done(Err(error)),
            None => {
                let call = def.call(contexts, arguments);
                Self::Native(NativeCall { name: def.name(), call, around })
            }
        }
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
