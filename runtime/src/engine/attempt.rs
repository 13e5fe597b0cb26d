//! One call on its way through everything that stands around a tool.
//!
//! From the outside in:
//!
//! 1. the watch: span, events, metrics
//! 2. the cap of the result
//! 3. the check of arguments and result
//! 4. the time limit
//! 5. retries
//! 6. the server's turn and circuit breaker
//! 7. loading
//! 8. the user's layers
//! 9. the isolation of panics, and the tool
//!
//! So arguments that are refused load nothing, take no turn and are no probe;
//! one time limit holds for all that a call waits for; a retry gives its turn
//! back while it waits, and each attempt counts for the breaker; and nothing
//! that a user's layer does, a panic included, goes around what protects the
//! program.

use std::prelude::v1::*;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::time::Instant;
use tower::ServiceExt as _;
use tower::retry::Retry;
use tower::service_fn;
use tracing::{Instrument as _, Span};

use super::answer::Answer;
use super::around::Around;
use super::capped::Cap;
use super::entry::{Entry, Source};
use super::events::EventKind;
use super::hub::Subject;
use super::kept::Kept;
use super::panic::isolate;
use super::running::Running;
use super::state::{Engine, Tool};
use super::time::within;
use super::watch::Watch;
use crate::arguments::Payload;
use crate::error::CallError;
use crate::message::{Outcome, ToolCall};

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
    pub(crate) fn run<'a>(
        &'a self,
        entry: &'a Entry,
        id: &'a str,
        payload: &'a mut Payload<'_>,
        kept: Option<&'a Kept>,
    ) -> Running<'a> {
        let tool = match self.tool(entry) {
            Ok(tool) => tool,
            Err(error) => return Running::done(Err(error)),
        };
        // Outside of a conversation there is no model to be spared.
        let cap = kept.map(|kept| Cap { engine: self, tool, id, kept, subject: None });
        let span = Watch::wanted(&self.hub, entry, id);
        match (entry.source(), span) {
            (Source::Native(def), None) if self.settings.layers.is_empty() && !tool.checked => {
                let around = Around::new(tool.limits.time, cap);
                Running::native(def, &self.contexts, payload, around)
            }
            (_, None) => {
                let call = Call { engine: self, entry, tool, id, cap };
                Running::boxed(call.guarded(payload, Subject::default()))
            }
            (_, Some(span)) => {
                let call = Call { engine: self, entry, tool, id, cap };
                Running::boxed(call.watched(payload, span))
            }
        }
    }
}

/// One call with whatever stands around it.
struct Call<'a> {
    engine: &'a Engine,
    entry: &'a Entry,
    tool: &'a Tool,
    id: &'a str,
    cap: Option<Cap<'a>>,
}

impl<'a> Call<'a> {
    async fn watched(self, payload: &'a mut Payload<'_>, span: Span) -> Answer {
        let engine = self.engine;
        let contents = engine.settings.trace_contents;
        let watch = Watch::begin(&engine.hub, self.entry, self.id, payload, span.clone(), contents);
        let answer = self.guarded(payload, watch.subject()).instrument(span).await;
        watch.finish(&answer, contents);
        answer
    }

    async fn guarded(self, payload: &mut Payload<'_>, subject: Subject<'_>) -> Answer {
        let Self { engine, entry, tool, id, cap } = self;
        let cap = cap.map(|cap| Cap { subject: Some(&subject), ..cap });
        let rules = tool.checked.then(|| engine.rules(entry));
        if let Some(rules) = &rules {
            let mut arguments = Value::Object(unpacked(payload, entry)?);
            rules.check(entry.name(), &mut arguments)?;
            *payload = Payload::Owned(arguments);
        }
        let limit = tool.limits.time;
        if let Source::Native(def) = entry.source()
            && engine.settings.layers.is_empty()
        {
            let around = Around::new(limit, cap);
            return Running::native(def, &engine.contexts, payload, around).await;
        }
        let kept = cap.as_ref().map(|cap| cap.kept);
        let deadline = Instant::now().checked_add(limit);
        let call = ToolCall::new(id, entry.name(), Value::Object(unpacked(payload, entry)?));
        let attempt = Attempt { engine, entry, tool, kept, subject, deadline };
        let answer = within(limit, attempt.retried(call)).await;
        engine.note_drift(subject, &answer);
        let outcome = answer?;
        let outcome = match &rules {
            Some(rules) => rules.checked(outcome),
            None => outcome,
        };
        Ok(match &cap {
            Some(cap) => cap.apply(outcome),
            None => outcome,
        })
    }
}

fn unpacked(payload: &mut Payload<'_>, entry: &Entry) -> Result<Map<String, Value>, CallError> {
    payload.take_object().map_err(|error| CallError::arguments(entry.name(), error))
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
        let limit = self.tool.limits.time;
        let passage = server.enter(limit, self.deadline, &self.engine.hub).await?;
        passage.run(self.run(call)).await
    }

    async fn run(self, call: ToolCall) -> Result<Outcome, CallError> {
        let loaded = self.engine.load(self.entry, self.kept).await?;
        let answer = isolate(loaded.service.start(call)).await;
        answer.map_err(|message| CallError::Panicked { tool: self.entry.name(), message })?
    }
}
