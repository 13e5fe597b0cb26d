//! Running what the model calls.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::future::Future;

use serde_json::{Map, Value, json};

use super::mode::Exposure;
use super::{Gate, Session, gate};
use crate::call::{self, Kept, Outcome, Payload, Running, SearchResult, ToolCall, ToolResult};
use crate::toolbox::{Toolbox, View};
use crate::wire::ToolSpec;

/// The name of the tool that calls others in bridge mode.
pub const BRIDGE_TOOL: &str = "call_tool";

const BRIDGE_DESCRIPTION: &str = "Calls a tool that was loaded by a search: `name` is the tool's name, \
    `arguments` what its schema asks for.";

/// What a call comes to once the session has looked at it.
enum Step {
    Done(Outcome, Option<SearchResult>),
    Run(Job),
}

/// A tool to be run, apart from the session.
struct Job {
    toolbox: Toolbox,
    view: Arc<View>,
    number: u32,
    kept: Arc<Kept>,
    arguments: Value,
}

impl Session {
    /// Answers one call of the model: searches, or runs the tool, or says why
    /// not. A tool that the model has not found yet is never run, nor one that
    /// the session's permissions does not allow at this moment.
    ///
    /// The future must be polled on the runtime that the servers were connected
    /// on, where there are any.
    pub async fn call(&mut self, call: ToolCall) -> ToolResult {
        self.start(call).await
    }

    /// The same without holding the session while the tool runs, so that
    /// several calls of one reply can run side by side. What the session has to
    /// say is settled at once: a search has been made when this returns.
    pub fn start(&mut self, call: ToolCall) -> impl Future<Output = ToolResult> + Send + use<> {
        let ToolCall { id, name, arguments } = call;
        let step = self.step(&name, arguments);
        async move {
            let mut result = ToolResult::new(id, name, Outcome::default());
            match step {
                Step::Done(outcome, search) => (result.outcome, result.search) = (outcome, search),
                Step::Run(job) => job.run(&mut result).await,
            }
            result
        }
    }

    fn step(&mut self, name: &str, arguments: Value) -> Step {
        match self.open(name) {
            Some(number) => self.job(number, arguments),
            None => self.closed(name, arguments),
        }
    }

    /// The number of a tool that may be called now.
    fn open(&self, name: &str) -> Option<u32> {
        let number = self.view.find(name)?;
        let entry = self.view.entry(number)?;
        let open = !self.is_hidden(number, entry) && self.permissions.allows(entry);
        open.then_some(number)
    }

    fn closed(&mut self, name: &str, arguments: Value) -> Step {
        let gate = self.gate(name);
        if !matches!(gate, Gate::Search | Gate::Bridge) {
            return error(self.refusal(name));
        }
        let search = matches!(gate, Gate::Search);
        match ToolCall::new("", "", arguments).into_object() {
            Err(problem) => error(problem),
            Ok(arguments) if search => {
                let (outcome, search) = self.search_call(&arguments);
                Step::Done(outcome, search)
            }
            Ok(arguments) => self.bridge(arguments),
        }
    }

    /// Why the tool of that name, which is not open, is not run.
    fn refusal(&self, name: &str) -> String {
        let search = self.toolbox.search_tool().tool_name();
        match self.gate(name) {
            Gate::Open(entry) | Gate::Denied(entry) => match self.permissions.lacks(entry) {
                Some(needed) if self.permissions.permits(entry) => {
                    gate::lacks(entry.name(), needed)
                }
                _ => gate::denied(entry.name()),
            },
            Gate::Hidden(entry) if self.hosted && self.exposure == Exposure::Deferred => {
                gate::hidden_by_provider(entry.name())
            }
            Gate::Hidden(entry) => gate::hidden(entry.name(), search),
            Gate::Search | Gate::Bridge => {
                alloc::format!("`{name}` cannot be called through `{BRIDGE_TOOL}`.")
            }
            Gate::Unknown if self.refused(name) => gate::refused(name),
            Gate::Unknown => gate::unknown(name, self.defers().then_some(search)),
        }
    }

    fn bridge(&mut self, mut arguments: Map<String, Value>) -> Step {
        let inner = arguments.remove("arguments").unwrap_or_default();
        match arguments.get("name").and_then(Value::as_str) {
            None => error(alloc::format!("`{BRIDGE_TOOL}` needs `name`: a tool's name.")),
            Some(name) => match self.open(name) {
                Some(number) => self.job(number, inner),
                None => error(self.refusal(name)),
            },
        }
    }

    fn job(&mut self, number: u32, arguments: Value) -> Step {
        self.loaded.touch(number);
        Step::Run(Job {
            toolbox: self.toolbox.clone(),
            view: self.view.clone(),
            number,
            kept: self.kept.clone(),
            arguments,
        })
    }
}

impl Job {
    async fn run(self, result: &mut ToolResult) {
        // The number was found in this view.
        let Some(entry) = self.view.entry(self.number) else { return };
        result.ran = Some(entry.name());
        let mut payload = Payload::Owned(self.arguments);
        let kept = Some(&*self.kept);
        let answer = match call::run(&self.toolbox, entry, &result.id, &mut payload, kept) {
            Running::Done(Some(answer)) => answer,
            running => running.await,
        };
        result.outcome = answer.unwrap_or_else(|error| Outcome::error(error.to_string()));
    }
}

fn error(message: String) -> Step {
    Step::Done(Outcome::error(message), None)
}

pub(super) fn bridge_spec() -> ToolSpec<'static> {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "The tool's name."},
            "arguments": {"type": "object", "description": "The tool's arguments."},
        },
        "required": ["name", "arguments"],
        "additionalProperties": false,
    });
    ToolSpec::new(BRIDGE_TOOL, BRIDGE_DESCRIPTION, schema)
}
