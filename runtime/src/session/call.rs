//! Running what the model calls.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt::Display;
use core::future::Future;

use serde_json::{Map, Value, json};

use super::gate::Decision;
use super::state::Session;
use crate::arguments::{Payload, object};
use crate::engine::{Kept, Running};
use crate::message::{Outcome, SearchResult, ToolCall, ToolResult, ToolSpec};
use crate::name::BRIDGE_TOOL;
use crate::told::{session as told, told as bounded};
use crate::toolbox::{Pass, Refusal, Toolbox, View};

/// What a call comes to once the session has looked at it.
enum Step {
    Done(Outcome, Option<SearchResult>),
    Run(Job),
}

/// A tool to be run, apart from the session.
struct Job {
    toolbox: Toolbox,
    view: Arc<View>,
    pass: Pass,
    kept: Arc<Kept>,
    arguments: Value,
}

impl Session {
    /// Answers one call of the model: searches, runs the tool, or says why it did
    /// neither. A tool that the model has not found yet, or that the session's
    /// permissions do not currently allow, never runs.
    ///
    /// Poll the future on the runtime that the servers were connected on.
    pub async fn call(&mut self, call: ToolCall) -> ToolResult {
        self.start(call).await
    }

    /// Like [`call`](Self::call), but does not borrow the session while the tool runs, so
    /// that the calls of one reply can run concurrently. The session's own part is done
    /// when this returns: a search has already been made.
    pub fn start(&mut self, call: ToolCall) -> impl Future<Output = ToolResult> + Send + use<> {
        let ToolCall { id, name, arguments } = call;
        let step = self.step(&id, &name, arguments);
        async move {
            let mut result = ToolResult::new(id, name, Outcome::default());
            match step {
                Step::Done(outcome, search) => (result.outcome, result.search) = (outcome, search),
                Step::Run(job) => job.run(&mut result).await,
            }
            result
        }
    }

    fn step(&mut self, id: &str, name: &str, arguments: Value) -> Step {
        match self.decide(name) {
            Decision::Go(pass, _) => self.job(pass, arguments),
            Decision::No(refusal) => self.refuse(id, name, refusal),
            Decision::Search => match object(arguments) {
                Err(problem) => error(&problem),
                Ok(arguments) => {
                    let (outcome, search) = self.search_call(&arguments);
                    Step::Done(outcome, search)
                }
            },
            Decision::Bridge => match object(arguments) {
                Err(problem) => error(&problem),
                Ok(arguments) => self.bridge(id, arguments),
            },
        }
    }

    /// Tells the model why, and the operator that.
    fn refuse(&self, id: &str, name: &str, refusal: Refusal<'_>) -> Step {
        self.toolbox.tell_refused(id, refusal);
        error(&self.caller().told(refusal, name, self.found_by()))
    }

    fn bridge(&mut self, id: &str, mut arguments: Map<String, Value>) -> Step {
        let inner = arguments.remove("arguments").unwrap_or_default();
        let Some(name) = arguments.get("name").and_then(Value::as_str) else {
            return error(&told::bridge_usage());
        };
        if let Some(stray) = arguments.keys().find(|key| *key != "name") {
            return error(&told::bridge_stray(stray));
        }
        match self.decide(name) {
            Decision::Go(pass, _) => self.job(pass, inner),
            Decision::No(refusal) => self.refuse(id, name, refusal),
            Decision::Search | Decision::Bridge => error(&told::not_by_bridge(name)),
        }
    }

    fn job(&mut self, pass: Pass, arguments: Value) -> Step {
        self.loaded.touch(pass.number());
        Step::Run(Job {
            toolbox: self.toolbox.clone(),
            view: self.view.clone(),
            pass,
            kept: self.kept.clone(),
            arguments,
        })
    }
}

impl Job {
    async fn run(self, result: &mut ToolResult) {
        // It was found in this view.
        let Some(entry) = self.view.entry(self.pass.number()) else { return };
        result.ran = Some(entry.name());
        let mut payload = Payload::Owned(self.arguments);
        let kept = Some(&*self.kept);
        let tool = (entry, self.pass);
        let answer = match self.toolbox.run(tool, &result.id, &mut payload, kept) {
            Running::Done(Some(answer)) => answer,
            running => running.await,
        };
        result.outcome = answer.unwrap_or_else(|error| Outcome::error(bounded(&error)));
    }
}

fn error(error: &(impl Display + ?Sized)) -> Step {
    Step::Done(Outcome::error(bounded(error)), None)
}

pub(super) fn bridge_spec() -> ToolSpec<'static> {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": told::BRIDGE_NAME},
            "arguments": {"type": "object", "description": told::BRIDGE_ARGUMENTS},
        },
        "required": ["name", "arguments"],
        "additionalProperties": false,
    });
    ToolSpec::new(BRIDGE_TOOL, told::BRIDGE, schema)
}
