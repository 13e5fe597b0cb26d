//! Validation on the way of a call: nothing wrong reaches a server, what is
//! mended does, and a result is what its schema promises or says that it is not.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcrib::Toolbox;
use toolcrib::call::{
    Admitted, Backend, BackendError, BackendFuture, CallError, EventKind, Live, Outcome, ToolCall,
};
use toolcrib::catalog::Manifest;
use toolcrib_tests::{Listings, catalog_of};

/// Answers with what it is given, and keeps what it was called with.
#[derive(Debug)]
struct Desk {
    listings: Listings,
    calls: Mutex<Vec<Value>>,
    answers: Mutex<Vec<Outcome>>,
}

impl Backend for Desk {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        self.listings.of(server).cloned().map(Some)
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        let arguments = call.depart(self.listings.of("desk").unwrap()).unwrap();
        self.calls.lock().unwrap().push(Value::Object(arguments));
        let answer = self.answers.lock().unwrap().pop();
        Box::pin(async { Ok(answer.unwrap_or_else(|| Outcome::text("done"))) })
    }
}

fn toolbox(tools: &Value) -> (Toolbox, Arc<Desk>) {
    let live = [Manifest::parse("desk", &json!({"tools": tools}).to_string()).unwrap()];
    let verified = catalog_of(&live).verify(&live).unwrap();
    let listings = Listings::new(live);
    let desk = Arc::new(Desk { listings, calls: Mutex::default(), answers: Mutex::default() });
    let toolbox = Toolbox::builder().catalog(verified, desk.clone()).build().unwrap();
    (toolbox, desk)
}

fn issue() -> Value {
    json!([{
        "name": "issue",
        "description": "Reads an issue.",
        "inputSchema": {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {"number": {"type": "integer"}, "labels": {"type": "array", "items": {"type": "string"}}},
            "required": ["number"],
            "additionalProperties": false,
        },
        "outputSchema": {
            "type": "object",
            "properties": {"title": {"type": "string"}},
            "required": ["title"],
        },
    }])
}

const ISSUE: &str = "mcp__desk__issue";

#[tokio::test]
async fn what_is_wrong_is_not_sent_and_what_is_mended_is() {
    let (toolbox, desk) = toolbox(&issue());
    let error = toolbox.call(ISSUE, &json!({"number": "x", "label": 1})).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`mcp__desk__issue` was not called:\n\
        - `label`: unknown property; did you mean \"labels\"?\n\
        - `number`: expected an integer, found the string \"x\""
    );
    assert!(error.is_unsent() && !error.is_fault());
    assert!(desk.calls.lock().unwrap().is_empty());

    toolbox.call(ISSUE, r#"{"number": 7.0, "labels": "[\"a\"]"}"#).await.unwrap();
    toolbox.call(ISSUE, &json!({"number": "2574604874062343519", "labels": null})).await.unwrap();
    let calls = desk.calls.lock().unwrap();
    assert_eq!(calls[0].to_string(), r#"{"labels":["a"],"number":7}"#);
    assert_eq!(calls[1].to_string(), r#"{"number":2574604874062343519}"#);
}

#[tokio::test]
async fn in_a_session_the_model_is_told() {
    let (toolbox, desk) = toolbox(&issue());
    let mut session = toolbox.session();
    session
        .call(ToolCall::new("1", "tool_search", json!({"query": "select:mcp__desk__issue"})))
        .await;
    let result = session.call(ToolCall::text("2", ISSUE, r#"{"labels": [1.5]}"#)).await;
    assert!(result.outcome.is_error);
    assert!(result.outcome.to_text().contains("`number`: required, and not given"));
    assert!(result.outcome.to_text().contains("`labels[0]`: expected a string, found 1.5"));
    assert!(desk.calls.lock().unwrap().is_empty());
}

#[tokio::test]
async fn results_are_what_their_schema_promises_or_say_so() {
    let (toolbox, desk) = toolbox(&issue());
    let run = async |answer: Outcome| {
        desk.answers.lock().unwrap().push(answer);
        toolbox.call(ISSUE, &json!({"number": 1})).await.unwrap()
    };
    let right = Outcome::json(json!({"title": "x", "more": 1}));
    assert_eq!(run(right.clone()).await, right);

    // The text that says the same stays; the note comes behind it.
    let wrong = run(Outcome::json(json!({"title": 5, "more": "y"}))).await;
    assert_eq!((wrong.is_error, &wrong.structured, wrong.content.len()), (false, &None, 2));
    assert_eq!(
        wrong.to_text(),
        "{\"more\":\"y\",\"title\":5}\n[the structured part of this result does not match the \
            tool's output schema: `title`: expected a string, found 5]"
    );
    // Where no text says it, it is added.
    let mut other = Outcome::text("see the structured part");
    other.structured = Some(json!([1]));
    let other = run(other).await;
    assert_eq!(other.structured, None);
    assert!(other.to_text().starts_with("see the structured part\n[1]\n[the structured"));

    // A failure has a form of its own, and no structured part is none.
    let mut failed = Outcome::error("no such issue");
    failed.structured = Some(json!({"code": 404}));
    let told = run(failed.clone()).await;
    assert_eq!((told.is_error, &told.structured), (true, &failed.structured));
    // The model is shown what no text says.
    assert_eq!(told.to_text(), "no such issue\n{\"code\":404}");
    let mut spoken = Outcome::text("{ \"title\" : \"x\" }");
    spoken.structured = Some(json!({"title": "x"}));
    assert_eq!(run(spoken.clone()).await, spoken);
    assert_eq!(run(Outcome::text("x")).await, Outcome::text("x"));
}

#[tokio::test]
async fn a_schema_that_does_not_compile_blocks_nothing_and_is_told_of() {
    let (toolbox, desk) = toolbox(&json!([{
        "name": "odd",
        "description": "Has a schema of its own.",
        "inputSchema": {"type": "object", "properties": {"a": {"pattern": "("}}},
    }]));
    let mut events = toolbox.events();
    toolbox.warm_up(&["mcp__desk__odd"]).await.unwrap();
    let event = events.next().await.unwrap();
    let EventKind::Unchecked { problem } = &event.kind else { panic!("{event:?}") };
    assert_eq!(event.tool, Some("mcp__desk__odd"));
    assert!(problem.contains("/properties/a/pattern"), "{problem}");
    toolbox.call("mcp__desk__odd", &json!({"a": 5})).await.unwrap();
    let refused = toolbox.call("mcp__desk__odd", &json!([1])).await.unwrap_err();
    assert!(matches!(refused, CallError::Arguments { .. }), "{refused:?}");
    assert_eq!(*desk.calls.lock().unwrap(), [json!({"a": 5})]);
}
