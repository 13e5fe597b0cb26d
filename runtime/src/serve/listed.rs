//! What a client is told about the tools.

use std::prelude::v1::*;

use serde_json::{Value, json};

use crate::message::{Role, ToolSpec};
use crate::session::Session;

/// What can be called now, as the answer to `tools/list`: with titles, output schemas and
/// annotations, in the session's order.
pub(super) fn tools(session: &Session) -> Vec<Value> {
    let entry = |spec: &ToolSpec<'_>| {
        let view = session.view();
        view.find(spec.name).and_then(|number| view.entry(number))
    };
    let listed = |spec: &ToolSpec<'_>| match entry(spec) {
        Some(entry) if spec.role == Role::Tool => entry.listed(),
        _ => own(spec),
    };
    session.visible().iter().map(listed).collect()
}

/// The search tool, which changes only what is listed, or the bridge.
fn own(spec: &ToolSpec<'_>) -> Value {
    let mut tool = json!({
        "name": spec.name,
        "description": spec.description,
        "inputSchema": spec.input_schema,
    });
    if spec.name != crate::session::BRIDGE_TOOL {
        tool["annotations"] = json!({"readOnlyHint": true, "openWorldHint": false});
    }
    tool
}
