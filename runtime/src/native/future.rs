//! The future of a call.

use alloc::boxed::Box;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::args::Call;
use crate::error::CallError;
use crate::message::Outcome;

type Answer = Result<Outcome, CallError>;

/// A call that has not ended; `Send`, and nothing happens before it is polled.
///
/// On the heap only where the function is `async`.
#[must_use = "a call does nothing until it is awaited"]
pub struct CallFuture<'a>(State<'a>);

enum State<'a> {
    Lazy(fn(Call<'a>) -> Answer, Call<'a>),
    Boxed(Pin<Box<dyn Future<Output = Answer> + Send + 'a>>),
    Done,
}

impl<'a> CallFuture<'a> {
    pub(super) fn lazy(run: fn(Call<'a>) -> Answer, call: Call<'a>) -> Self {
        Self(State::Lazy(run, call))
    }

    #[doc(hidden)]
    pub fn boxed(future: impl Future<Output = Answer> + Send + 'a) -> Self {
        Self(State::Boxed(Box::pin(future)))
    }
}

impl Future for CallFuture<'_> {
    type Output = Answer;

    /// # Panics
    /// When polled again after it was ready.
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        match &mut self.0 {
            State::Boxed(future) => future.as_mut().poll(cx),
            State::Lazy(run, call) => {
                let answer = run(*call);
                self.0 = State::Done;
                Poll::Ready(answer)
            }
            State::Done => finished_twice(),
        }
    }
}

#[expect(clippy::panic, reason = "the contract of `Future`, as in `core::future::Ready`")]
fn finished_twice() -> ! {
    panic!("a call was polled after it had ended")
}

impl fmt::Debug for CallFuture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallFuture").finish_non_exhaustive()
    }
}
