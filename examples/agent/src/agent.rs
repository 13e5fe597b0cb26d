//! The loop: a request, a reply, its calls, their results, until no call is left.

use serde_json::{Value, json};
use toolcrib::Session;
use toolcrib::call::{ToolCall, ToolResult};

use crate::Failure;
use crate::model::Model;
use crate::report::Report;
use crate::screen::Screen;
use crate::trace::Trace;

/// A conversation that takes longer has lost its way.
const MAX_TURNS: usize = 40;

const SYSTEM: &str = "You work in the support team of Aurora, a desktop application for maps. \
    Solve the user's task with your tools, then say in a few sentences what you did. \
    The note broken-download.md is the runbook for downloads that do not open.";

/// A model, its tools and what has been said so far.
pub(crate) struct Agent<'s, M> {
    model: M,
    session: Session,
    history: Vec<Value>,
    report: Report<'s>,
    trace: Option<Trace>,
    screen: &'s Screen,
}

impl<'s, M: Model> Agent<'s, M> {
    pub(crate) fn new(model: M, session: Session, screen: &'s Screen) -> Self {
        let report = Report::new(screen);
        Self { model, session, history: Vec::new(), report, trace: None, screen }
    }

    /// Ends with the time line, if there is one.
    pub(crate) fn tracing(self, trace: Option<Trace>) -> Self {
        Self { trace, ..self }
    }

    /// Works on the task until the model calls nothing more.
    pub(crate) async fn run(mut self, task: &str) -> Result<(), Failure> {
        self.report.tools(&self.session);
        self.report.task(task);
        self.history.push(json!({"role": "user", "content": task}));
        for _ in 0..MAX_TURNS {
            if !self.turn().await? {
                self.report.sum();
                if let Some(trace) = self.trace {
                    trace.show(self.screen);
                }
                return Ok(());
            }
        }
        Err(format!("no answer after {MAX_TURNS} turns").into())
    }

    /// One request and what follows from it; false when nothing was called.
    async fn turn(&mut self) -> Result<bool, Failure> {
        let provider = self.model.provider();
        let request = self.session.request(provider.wire())?;
        let body = provider.body(self.model.name(), SYSTEM, &request, &self.history);
        self.report.request(&self.session, &body);
        let reply = self.model.reply(&body).await?;
        self.report.said(&provider.texts(&reply));
        self.history.extend(provider.turn(&reply));
        let mut results = Vec::new();
        for call in provider.wire().calls(&reply) {
            results.push(self.call(call).await);
        }
        self.history.extend(provider.wire().results(&results));
        Ok(!results.is_empty())
    }

    async fn call(&mut self, call: ToolCall) -> ToolResult {
        let before = self.session.promoted().names().len();
        let refused = self.report.call(&self.session, &call);
        let result = self.session.call(call).await;
        if let Some(trace) = &mut self.trace {
            trace.gather();
        }
        self.report.result(&result, refused);
        self.report.promoted(self.session.promoted().names().get(before..).unwrap_or_default());
        result
    }
}
