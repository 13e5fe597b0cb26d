//! One call on its way through everything that stands around a tool.
//!
//! From the outside in: the watch (span, events, metrics), the time limit,
//! retries, the server's turn and circuit breaker, loading, the check of
//! arguments and results, the user's layers, the isolation of panics, the tool. So one time limit holds for all that a
//! call waits for; a retry gives its turn back while it waits, and each attempt
//! counts for the breaker; and whatever the user's layers do is outside of
//! nothing that protects the program.

use std::prelude::v1::*;
use std::time::Duration;

use tokio::time::Instant;
use tower::ServiceExt as _;
use tower::retry::Retry;
use tower::service_fn;
use tracing::Instrument as _;

use super::engine::{Engine, Tool};
use super::events::EventKind;
use super::hub::Subject;
use super::kept::{Kept, Rest};
use super::panic::isolate;
use super::run::native;
use super::time::within;
use super::watch::Watch;
use super::{CallError, Outcome, Payload, ToolCall, cap};
use crate::toolbox::{Entry, Source};

/// One call that is under way.
#[derive(Clone, Copy)]
struct Attempt<'a> {
    engine: &'a Engine,
    entry: &'a Entry,
    tool: &'a Tool,
    kept: Option<&'a Kept>,
    subject: Subject<'a>,
    deadline: Option<Instant>,
}

impl Engine {
    /// Calls a tool; `kept` is what the session keeps, where there is one.
    pub(crate) async fn run(
        &self,
        entry: &Entry,
        id: &str,
        payload: Payload<'_>,
        kept: Option<&Kept>,
    ) -> Result<Outcome, CallError> {
        let contents = self.settings.trace_contents;
        let Some(watch) = Watch::begin(&self.hub, entry, id, &payload, contents) else {
            return self.guarded(entry, id, payload, kept, None).await;
        };
        let call = self.guarded(entry, id, payload, kept, Some(&watch));
        let result = call.instrument(watch.span()).await;
        watch.finish(&result, contents);
        result
    }

    async fn guarded(
        &self,
        entry: &Entry,
        id: &str,
        payload: Payload<'_>,
        kept: Option<&Kept>,
        watch: Option<&Watch<'_>>,
    ) -> Result<Outcome, CallError> {
        let tool = self.tool(entry)?;
        let limit = tool.limits.time;
        let result = match entry.source() {
            // Nothing to load and nothing around it.
            Source::Native(def) if self.settings.layers.is_empty() => {
                within(limit, native(def, &self.contexts, payload)).await
            }
            _ => {
                let subject = watch.map(Watch::subject).unwrap_or_default();
                let deadline = Instant::now().checked_add(limit);
                let call = ToolCall::new(id, entry.name(), payload.into_value());
                let attempt = Attempt { engine: self, entry, tool, kept, subject, deadline };
                within(limit, attempt.retried(call)).await
            }
        };
        match kept {
            Some(kept) => result.map(|outcome| self.cap(tool, id, outcome, kept, watch)),
            // Outside of a conversation there is no model to be spared.
            None => result,
        }
    }

    fn cap(
        &self,
        tool: &Tool,
        id: &str,
        outcome: Outcome,
        kept: &Kept,
        watch: Option<&Watch<'_>>,
    ) -> Outcome {
        let Some(cut) = cap::cut(&outcome, tool.limits.output, tool.limits.media) else {
            return outcome;
        };
        kept.keep(id, Rest { outcome, shown: cut.text });
        let subject = watch.map(Watch::subject).unwrap_or_default();
        self.hub.send(subject, EventKind::CutOff { shown: cut.shown, total: cut.total });
        cut.outcome
    }
}

impl Attempt<'_> {
    async fn retried(self, call: ToolCall) -> Result<Outcome, CallError> {
        let retry = self.tool.limits.retry.as_ref().filter(|_| self.tool.idempotent);
        let Some(retry) = retry else { return self.once(call).await };
        let told = |attempt: u32, wait: Duration| {
            tracing::debug!(target: "toolcrib::call", attempt, ?wait, "tried again");
            self.engine.hub.send(self.subject, EventKind::Retried { attempt, wait });
        };
        let once = service_fn(|call| self.once(call));
        Retry::new(retry.policy(told), once).oneshot(call).await
    }

    async fn once(self, call: ToolCall) -> Result<Outcome, CallError> {
        let Some(server) = &self.tool.server else { return self.run(call).await };
        let passage = server.enter(self.deadline, &self.engine.hub).await?;
        let result = self.run(call).await;
        passage.settle(&result);
        result
    }

    async fn run(self, mut call: ToolCall) -> Result<Outcome, CallError> {
        let (tool, loaded) = (self.entry.name(), self.engine.load(self.entry, self.kept).await?);
        loaded.rules.check(tool, &mut call.arguments)?;
        let answer = isolate(loaded.service.start(call)).await;
        let answer = answer.map_err(|message| CallError::Panicked { tool, message })?;
        answer.map(|outcome| loaded.rules.checked(outcome))
    }
}
