//! Running what the model calls.

use alloc::string::{String, ToString};
use core::future::Future;

use serde_json::{Map, Value, json};

use super::mode::Exposure;
use super::{Gate, Session, gate};
use crate::call::{Outcome, SearchResult, ToolCall, ToolResult};
use crate::toolbox::{Entry, Source, Toolbox};
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
    tool: &'static str,
    source: Source,
    arguments: Map<String, Value>,
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
        let step = self.step(&call);
        async move {
            let mut result = ToolResult::new(call.id, call.name, Outcome::text(""));
            match step {
                Step::Done(outcome, search) => (result.outcome, result.search) = (outcome, search),
                Step::Run(job) => {
                    result.ran = Some(job.tool);
                    result.outcome = job.run().await;
                }
            }
            result
        }
    }

    fn step(&mut self, call: &ToolCall) -> Step {
        match call.object() {
            Err(problem) => error(problem),
            Ok(arguments) => match self.gate(&call.name) {
                Gate::Search => {
                    let (outcome, search) = self.search_call(&arguments);
                    Step::Done(outcome, search)
                }
                Gate::Bridge => self.bridge(arguments),
                _ => self.target(&call.name, arguments),
            },
        }
    }

    /// A call of a tool that is neither the search nor the bridge.
    fn target(&mut self, name: &str, arguments: Map<String, Value>) -> Step {
        let search = self.toolbox.search_tool().tool_name();
        match self.gate(name) {
            Gate::Open(entry) if self.permissions.allows(entry) => {
                let job = self.job(entry, arguments);
                if let Some(number) = self.view.find(name) {
                    self.loaded.touch(number);
                }
                Step::Run(job)
            }
            Gate::Open(entry) | Gate::Denied(entry) => error(gate::denied(entry.name())),
            Gate::Hidden(entry) if self.hosted && self.exposure == Exposure::Deferred => {
                error(gate::hidden_by_provider(entry.name()))
            }
            Gate::Hidden(entry) => error(gate::hidden(entry.name(), search)),
            Gate::Search | Gate::Bridge => {
                error(alloc::format!("`{name}` cannot be called through `{BRIDGE_TOOL}`."))
            }
            Gate::Unknown if self.refused(name) => error(gate::refused(name)),
            Gate::Unknown => error(gate::unknown(name, self.defers().then_some(search))),
        }
    }

    fn bridge(&mut self, mut arguments: Map<String, Value>) -> Step {
        let inner = ToolCall::new("", "", arguments.remove("arguments").unwrap_or_default());
        match (arguments.get("name").and_then(Value::as_str), inner.object()) {
            (Some(name), Ok(inner)) => self.target(name, inner),
            (None, _) => error(alloc::format!("`{BRIDGE_TOOL}` needs `name`: a tool's name.")),
            (_, Err(problem)) => error(problem),
        }
    }

    fn job(&self, entry: &Entry, arguments: Map<String, Value>) -> Job {
        Job {
            toolbox: self.toolbox.clone(),
            tool: entry.name(),
            source: entry.source().clone(),
            arguments,
        }
    }
}

impl Job {
    async fn run(self) -> Outcome {
        match self.source {
            Source::Native(def) => {
                let arguments = Value::Object(self.arguments);
                match def.call(self.toolbox.contexts(), &arguments).await {
                    Ok(outcome) => outcome,
                    Err(error) => Outcome::error(error.to_string()),
                }
            }
            Source::Server(tool, backend) => {
                match backend.call(tool.server().name(), tool.raw_name(), self.arguments).await {
                    Ok(outcome) => outcome,
                    Err(error) => Outcome::error(error.to_string()),
                }
            }
        }
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
