//! Each form of function that `#[tool]` takes.

use serde_json::json;
use toolcrib::{Contexts, ToolDef, Tools, tool, tools};

/// Calls without a run-time: the tools of these tests never wait.
fn call(def: &ToolDef, arguments: &str) -> String {
    call_with(def, &Contexts::new(), arguments)
}

fn call_with(def: &ToolDef, contexts: &Contexts, arguments: &str) -> String {
    match pollster::block_on(def.call(contexts, arguments)) {
        Ok(outcome) => outcome.to_text(),
        Err(error) => error.to_string(),
    }
}

/// Adds two numbers.
#[tool(read_only)]
fn add(
    /// The first.
    a: i64,
    /// The second.
    b: Option<i64>,
) -> String {
    format!("{a} {b:?}")
}

#[test]
fn plain_arguments() {
    let tools: Tools = tools![add];
    let def = tools.get("add").unwrap();
    assert_eq!(
        *def.input_schema(),
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "integer", "format": "int64", "description": "The first."},
                "b": {"type": ["integer", "null"], "format": "int64", "description": "The second."},
            },
            "required": ["a"],
            "additionalProperties": false,
        })
    );
    assert_eq!(call(def, r#"{"a": 1, "b": 2}"#), "1 Some(2)");
    assert_eq!(
        call(def, r#"{"a": "x", "c": 2}"#),
        "`add` was not called:\n\
         - `a`: expected an integer, found the string \"x\"\n\
         - `c`: unknown property; expected one of a, b"
    );
}

struct App {
    name: &'static str,
}

/// Posts a message.
#[tool(defer, search_hint = "slack chat notify team")]
async fn post_message(
    /// Channel name, for example "#general".
    #[arg(default = "general")]
    channel: String,
    /// Text of the message.
    text: &str,
    /// How often.
    #[arg(range = 1..=10, example = 3)]
    times: Option<u8>,
    app: &App,
) -> Result<String, std::io::Error> {
    if text.is_empty() {
        return Err(std::io::Error::other("no text"));
    }
    Ok(format!("{} to {channel}: {text} ({times:?})", app.name))
}

#[test]
fn async_with_context_default_and_range() {
    let def = tools![post_message].get("post_message").unwrap();
    let contexts = Contexts::new().with(App { name: "desk" });
    let properties = &def.input_schema()["properties"];
    assert_eq!(properties["channel"]["default"], json!("general"));
    assert_eq!(properties["times"]["minimum"], json!(1));
    assert_eq!(properties["times"]["maximum"], json!(10));
    assert_eq!(properties["times"]["examples"], json!([3]));
    assert_eq!(properties.get("app"), None);
    assert_eq!(call_with(def, &contexts, r#"{"text":"hi"}"#), "desk to general: hi (None)");
    assert_eq!(call_with(def, &contexts, r#"{"text":""}"#), "no text");
    assert_eq!(
        call_with(def, &contexts, r#"{"text":"hi","times":11}"#),
        "`post_message` was not called:\n- `times`: expected a number of at most 10, found 11"
    );
    assert_eq!(
        call(def, r#"{"text":"hi"}"#),
        "tool `post_message` needs a context of type `tool_forms::App`: add one with `.context(value)`"
    );
}
