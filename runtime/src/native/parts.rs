//! What the macro writes of a tool, and the future of its call.

use alloc::boxed::Box;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use serde_json::Value;

use super::arg::{Arg, SchemaFn};
use super::cache::Cache;
use super::context::{ContextKey, Contexts};
use super::notes::{Annotations, Exposure, Location};
use crate::arguments::Arguments;
use crate::error::CallError;
use crate::message::Outcome;

/// What the macro fills in.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Parts {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub description: &'static str,
    pub search_hint: Option<&'static str>,
    pub exposure: Exposure,
    pub annotations: Annotations,
    pub group: Option<&'static str>,
    pub requires: &'static [&'static str],
    pub location: Location,
    pub arguments: &'static [Arg],
    /// The one argument struct, in place of `arguments`.
    pub flatten: Option<SchemaFn>,
    pub output: fn() -> Option<Value>,
    pub contexts: &'static [ContextKey],
    pub run: Run,
    /// Absent where the surrounding impl is generic: a static cannot be.
    pub cache: Option<&'static Cache>,
}

/// How the function is run.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Run {
    Sync(for<'a> fn(Call<'a>) -> Answer),
    Async(for<'a> fn(Call<'a>) -> CallFuture<'a>),
}

/// What the generated function is handed.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub(super) parts: &'a Parts,
    pub(super) contexts: &'a Contexts,
    pub(super) arguments: Arguments<'a>,
}

pub(super) type Answer = Result<Outcome, CallError>;

/// Makes the call of arguments that did not decode as they stand.
type Again = for<'a> fn(Call<'a>) -> CallFuture<'a>;

/// The future of a call. `Send`; nothing happens before it is polled.
///
/// Allocated only if the function is `async`.
#[must_use = "a call does nothing until it is awaited"]
pub struct CallFuture<'a> {
    state: State<'a>,
    again: Option<(Call<'a>, Again)>,
}

enum State<'a> {
    Lazy(fn(Call<'a>) -> Answer, Call<'a>),
    Boxed(Pin<Box<dyn Future<Output = Answer> + Send + 'a>>),
    Done,
}

impl<'a> CallFuture<'a> {
    pub(super) fn lazy(run: fn(Call<'a>) -> Answer, call: Call<'a>) -> Self {
        Self { state: State::Lazy(run, call), again: None }
    }

    #[doc(hidden)]
    pub fn boxed(future: impl Future<Output = Answer> + Send + 'a) -> Self {
        Self { state: State::Boxed(Box::pin(future)), again: None }
    }

    /// The same, made anew by `again` where the arguments do not decode.
    pub(super) fn or(self, call: Call<'a>, again: Again) -> Self {
        Self { again: Some((call, again)), ..self }
    }
}

impl Future for CallFuture<'_> {
    type Output = Answer;

    /// # Panics
    /// If polled again after completion.
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        let answer = match &mut self.state {
            State::Boxed(future) => match future.as_mut().poll(cx) {
                Poll::Ready(answer) => answer,
                Poll::Pending => return Poll::Pending,
            },
            State::Lazy(run, call) => {
                let answer = run(*call);
                self.state = State::Done;
                answer
            }
            State::Done => finished_twice(),
        };
        match (&answer, self.again.take()) {
            // Nothing but decoding fails so: the function has not run.
            (Err(CallError::Arguments { .. }), Some((call, again))) => {
                *self = again(call);
                self.poll(cx)
            }
            _ => Poll::Ready(answer),
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
