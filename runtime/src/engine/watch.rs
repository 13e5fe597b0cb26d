//! One call, as it is seen from outside: its span, its events, its clock.

use std::prelude::v1::*;
use std::time::Instant;

use serde_json::Value;
use tracing::field::Empty;
use tracing::level_filters::LevelFilter;
use tracing::{Level, Span};

use super::entry::Entry;
use super::events::{CallId, EventKind, Status};
use super::hub::{Hub, Subject};
use super::size;
use crate::arguments::{Arguments, Payload};
use crate::error::CallError;
use crate::message::Outcome;

/// A call that someone watches. Tells its end when it is dropped, also when
/// nobody has waited for the result.
pub(super) struct Watch<'a> {
    hub: &'a Hub,
    call: CallId,
    tool: &'static str,
    server: Option<&'static str>,
    span: Span,
    started: Instant,
    status: Status,
    bytes_out: usize,
}

impl<'a> Watch<'a> {
    /// The span of a call; `None` when neither a subscriber of `tracing` nor
    /// anyone else wants to know: then a call costs nothing here but this
    /// question.
    #[inline]
    pub(super) fn wanted(hub: &Hub, entry: &Entry, id: &str) -> Option<Span> {
        let traced = LevelFilter::current() >= Level::INFO;
        if traced || hub.is_heard() { Self::open(hub, entry, id) } else { None }
    }

    #[cold]
    fn open(hub: &Hub, entry: &Entry, id: &str) -> Option<Span> {
        let (tool, server) = (entry.name(), entry.server_name());
        let span = tracing::info_span!(
            target: "toolcrib::call", "tool_call", tool, server, id,
            outcome = Empty, duration_ms = Empty, bytes_in = Empty, bytes_out = Empty,
            arguments = Empty, result = Empty,
        );
        (!span.is_disabled() || hub.is_heard()).then_some(span)
    }

    pub(super) fn begin(
        hub: &'a Hub,
        entry: &Entry,
        id: &str,
        payload: &Payload<'_>,
        span: Span,
        contents: bool,
    ) -> Self {
        let bytes_in = size::of_arguments(payload.arguments());
        span.record("bytes_in", bytes_in);
        if contents && !span.is_disabled() {
            span.record("arguments", text_of(payload.arguments()));
        }
        let (tool, server) = (entry.name(), entry.server_name());
        let (call, started) = (hub.call_id(id), Instant::now());
        let (status, bytes_out) = (Status::Cancelled, 0);
        let watch = Self { hub, call, tool, server, span, started, status, bytes_out };
        hub.send(watch.subject(), EventKind::Started { bytes_in });
        watch
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        let (tool, server) = (Some(self.tool), self.server);
        Subject { call: Some(&self.call), tool, server }
    }

    pub(super) fn finish(mut self, result: &Result<Outcome, CallError>, contents: bool) {
        self.status = Status::from(result);
        if let Ok(outcome) = result {
            self.bytes_out = size::of_outcome(outcome);
        }
        if contents && !self.span.is_disabled() {
            let text = result.as_ref().map_or_else(ToString::to_string, Outcome::to_text);
            self.span.record("result", text);
        }
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let (status, bytes_out, took) = (self.status, self.bytes_out, self.started.elapsed());
        self.span.record("outcome", status.as_str());
        self.span.record("duration_ms", took.as_secs_f64() * 1e3);
        self.span.record("bytes_out", bytes_out);
        self.hub.send(self.subject(), EventKind::Finished { status, took, bytes_out });
    }
}

fn text_of(arguments: Arguments<'_>) -> String {
    match arguments {
        Arguments::Text(text) => text.to_owned(),
        Arguments::Value(Value::String(text)) => text.clone(),
        Arguments::Value(value) => value.to_string(),
        Arguments::Object(members) => serde_json::to_string(members).unwrap_or_default(),
    }
}
