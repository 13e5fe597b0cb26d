//! Native functions with nothing around them but what keeps the program safe.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::around::Around;
use super::panic::catch;
use super::running::{Answer, Running};
use crate::arguments::Payload;
use crate::error::CallError;
use crate::native::{CallFuture, Contexts, ToolDef};

/// Calls a native function, at once where it is not `async`; its panic is an
/// error. What it answers goes through `last`; what waits, within `limit`.
pub(crate) fn start<'a>(
    def: &'static ToolDef,
    contexts: &'a Contexts,
    payload: &'a Payload<'_>,
    around: Around<'a>,
) -> Running<'a> {
    let arguments = payload.arguments();
    // Written in place: the answer is large, and each way to pass it on a copy.
    let mut answer = None;
    if let Err(message) = catch(|| answer = def.call_now(contexts, arguments)) {
        return Running::done(Err(CallError::Panicked { tool: def.name(), message }));
    }
    match answer {
        Some(Ok(outcome)) => Running::done(Ok(around.last(outcome))),
        Some(Err(error)) => Running::done(Err(error)),
        None => {
            let call = def.call(contexts, arguments);
            Running::Native(NativeCall { name: def.name(), call, around })
        }
    }
}

/// The call of an `async` function.
pub(crate) struct NativeCall<'a> {
    name: &'static str,
    call: CallFuture<'a>,
    around: Around<'a>,
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
