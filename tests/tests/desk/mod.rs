//! A small toolbox for the tests of sessions.

use serde_json::{Value, json};
use toolcrib::call::ToolCall;
use toolcrib::catalog::Manifest;
use toolcrib::toolbox::{Builder, Toolbox};
use toolcrib::wire::Wire;
use toolcrib::{Session, Tools, tool, tools};
use toolcrib_tests::{FakeServers, catalog_of};

/// Adds two numbers.
#[tool(group = "sums")]
pub(crate) fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    a + b
}

/// Posts a message to a chat channel.
#[tool(defer, search_hint = "slack chat notify")]
pub(crate) fn post_message(
    /// Text of the message.
    text: String,
) -> String {
    text
}

/// Describes a picture.
#[tool(defer, requires = ["vision"])]
pub(crate) fn look(
    /// Path of the picture.
    path: String,
) -> String {
    path
}

pub(crate) fn native() -> Tools {
    tools![add, post_message, look]
}

fn listed(server: &str, names: &[(&str, &str)]) -> Manifest {
    let tools: Vec<Value> = names
        .iter()
        .map(|(name, description)| {
            json!({"name": name, "description": description,
                   "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}}})
        })
        .collect();
    let list = json!({"tools": tools, "instructions": format!("Use <{server}> with care.")});
    Manifest::parse(server, &list.to_string()).unwrap()
}

pub(crate) fn servers() -> Vec<Manifest> {
    vec![
        listed(
            "github",
            &[
                ("create_issue", "Create a new issue in a repository."),
                ("delete_repository", "Delete a repository for good."),
                ("list_issues", "List the issues of a repository."),
            ],
        ),
        listed("time", &[("now", "What time it is now.")]),
    ]
}

pub(crate) fn builder() -> Builder {
    let live = servers();
    let verified = catalog_of(&live).verify(&live).unwrap();
    Toolbox::builder().native(native()).catalog(verified, FakeServers::new(live))
}

#[allow(dead_code, reason = "not every test that has this module uses all of it")]
pub(crate) fn toolbox() -> Toolbox {
    builder().build().unwrap()
}

#[allow(dead_code, reason = "not every test that has this module uses all of it")]
pub(crate) fn call(name: &str, arguments: Value) -> ToolCall {
    ToolCall::new("call-1", name, arguments)
}

/// The names in the array of tools.
#[allow(dead_code, reason = "not every test that has this module uses all of it")]
pub(crate) fn sent(session: &Session, wire: &dyn Wire) -> Vec<String> {
    let tools = session.request(wire).unwrap().tools;
    tools.iter().map(|tool| tool["name"].as_str().unwrap_or("-").to_owned()).collect()
}
