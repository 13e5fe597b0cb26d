//! Servers that the provider connects to itself.

use alloc::vec::Vec;

use serde_json::{Value, json};

use super::Anthropic;
use crate::toolbox::{Entry, Source, View};

impl Anthropic {
    /// An `mcp_toolset` for a server that the provider connects to itself, its
    /// listing pinned to what was captured: the server is not asked again, and
    /// the model is shown exactly these definitions, of the tools that `view`
    /// may use. `None` when the view has no tool of the server.
    ///
    /// The provider runs these calls; neither gate nor policy sees them.
    #[must_use]
    pub fn mcp_toolset(view: &View, server: &str) -> Option<Value> {
        let is_of = |entry: &&Entry| matches!(entry.source(), Source::Server(tool, _) if tool.server().name() == server);
        let entries = || view.entries().iter().filter(is_of);
        let tools: Vec<Value> = entries().map(listed).collect();
        let always = entries().filter(|entry| !entry.is_deferred());
        let configs: serde_json::Map<_, _> = always
            .map(|entry| (entry.raw_name().into(), json!({"defer_loading": false})))
            .collect();
        (!tools.is_empty()).then(|| {
            json!({
                "type": "mcp_toolset",
                "mcp_server_name": server,
                "default_config": {"defer_loading": true},
                "configs": configs,
                "tools": tools,
            })
        })
    }
}

fn listed(entry: &Entry) -> Value {
    json!({
        "name": entry.raw_name(),
        "description": entry.description(),
        "input_schema": entry.input_schema(),
    })
}
