//! Arguments mean the same however a tool is called: every form of them by every
//! way, with one answer expected.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use toolcrib::call::{CallError, Outcome, ToolCall, ToolService};
use toolcrib::serve::SessionServer;
use toolcrib::session::{Mode, Session};
use toolcrib::{Contexts, Toolbox, tool, tools};

/// Adds.
#[tool]
fn plain(
    /// First.
    a: i64,
    /// Second.
    b: Option<i64>,
) -> String {
    format!("{a} {b:?}")
}

/// Adds later.
#[tool]
async fn later(
    /// First.
    a: i64,
    /// Second.
    b: Option<i64>,
) -> String {
    std::future::ready(()).await;
    format!("{a} {b:?}")
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pair {
    a: i64,
    b: Option<i64>,
}

/// Adds a pair.
#[tool]
fn flattened(#[arg(flatten)] pair: Pair) -> String {
    format!("{} {:?}", pair.a, pair.b)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Limited {
    /// A limit that decoding does not enforce.
    #[schemars(range(max = 1_000_000_000_000_000_000_i64))]
    a: i64,
    b: Option<i64>,
}

/// Adds a limited pair.
#[tool(defer)]
fn checked(#[arg(flatten)] pair: Limited) -> String {
    format!("{} {:?}", pair.a, pair.b)
}

/// Takes a map.
#[tool]
fn mapped(
    /// A map.
    m: BTreeMap<String, i64>,
) -> String {
    format!("{m:?}")
}

#[derive(Deserialize, JsonSchema)]
struct Whole {
    #[serde(flatten)]
    all: BTreeMap<String, i64>,
}

/// Takes whatever there is.
#[tool]
fn whole(#[arg(flatten)] whole: Whole) -> String {
    format!("{:?}", whole.all)
}

const TOOLS: [&str; 4] = ["plain", "later", "flattened", "checked"];

/// A form of arguments, and what comes of it: a result, or what is wrong.
fn forms() -> Vec<(Value, Result<&'static str, &'static str>)> {
    let missing = Err("`a`: required, and not given");
    let array = Err("expected an object, found an array of 2 items");
    vec![
        (json!({"a": 1, "b": 2}), Ok("1 Some(2)")),
        (json!({"b": 2, "a": 1}), Ok("1 Some(2)")),
        (json!(r#"{"a": 1, "b": 2}"#), Ok("1 Some(2)")),
        (json!(r#" {"\u0061": 1} "#), Ok("1 None")),
        (json!(json!(r#"{"a": 1, "b": 2}"#).to_string()), Ok("1 Some(2)")),
        (json!({"a": "1", "b": "-2"}), Ok("1 Some(-2)")),
        (json!(r#"{"a": "1", "b": "-2"}"#), Ok("1 Some(-2)")),
        (json!({"a": 1.0, "b": null}), Ok("1 None")),
        (json!(r#"{"a": 1.0, "b": 2e1}"#), Ok("1 Some(20)")),
        (json!({"a": "999999999999999999"}), Ok("999999999999999999 None")),
        (Value::Null, missing),
        (json!(""), missing),
        (json!(" \n"), missing),
        (json!({}), missing),
        (json!("{}"), missing),
        (json!("null"), missing),
        (json!({"b": 2}), missing),
        (json!([1, 2]), array),
        (json!("[1, 2]"), array),
        (json!("\"[1, 2]\""), array),
        (json!(3), Err("expected an object, found 3")),
        (json!("3"), Err("expected an object, found 3")),
        (json!(true), Err("expected an object, found true")),
        (json!("what?"), Err("expected a JSON object: expected value at line 1 column 1")),
        (
            json!(r#"{"a": 1"#),
            Err("expected a JSON object: EOF while parsing an object at line 1 column 7"),
        ),
        (json!(r#"{"a": 1, "a": 2}"#), Err("`a`: given twice")),
        (json!({"a": 1, "c": 2}), Err("`c`: unknown property; expected one of a, b")),
        (json!(r#"{"a": 1, "B": 2}"#), Err("`B`: unknown property; did you mean \"b\"?")),
        (
            json!({"a": "x", "b": []}),
            Err("`a`: expected an integer, found the string \"x\"\n\
                 - `b`: expected an integer or null, found an empty array"),
        ),
        (json!({"a": 1.5}), Err("`a`: expected an integer, found 1.5")),
        (json!({"a": null}), Err("`a`: expected an integer, found null")),
    ]
}

fn toolbox(layered: bool) -> Toolbox {
    let builder =
        Toolbox::builder().native(tools![plain, later, flattened, checked, mapped, whole]);
    match layered {
        false => builder.build().unwrap(),
        true => {
            let through = |_: &_, inner: ToolService| {
                ToolService::from_fn(move |call| {
                    let inner = inner.clone();
                    async move { inner.run(call).await }
                })
            };
            builder.layer(through).build().unwrap()
        }
    }
}

fn shown(tool: &str, answer: Result<Outcome, CallError>) -> Result<String, String> {
    let outcome = answer.unwrap_or_else(|error| Outcome::error(error.to_string()));
    let text = outcome.to_text();
    match outcome.is_error {
        false => Ok(text),
        true => Err(text
            .strip_prefix(&format!("`{tool}` was not called:\n- "))
            .unwrap_or_else(|| panic!("{tool}: {text}"))
            .into()),
    }
}

async fn in_session(
    session: &mut Session,
    tool: &str,
    arguments: Value,
) -> Result<Outcome, CallError> {
    session.promote("checked");
    Ok(session.call(ToolCall::new("1", tool, arguments)).await.outcome)
}

/// Calls a tool with these arguments by every way, and says how many there were.
async fn by_every_way(
    toolboxes: [&Toolbox; 2],
    tool: &str,
    form: &Value,
    expected: Result<&str, &str>,
) -> usize {
    let expected = expected.map(String::from).map_err(String::from);
    let mut tried = 0;
    let mut check = |way: &str, answer| {
        tried += 1;
        assert_eq!(shown(tool, answer), expected, "{tool} by {way}: {form}");
    };
    let (contexts, defs) =
        (Contexts::new(), tools![plain, later, flattened, checked, mapped, whole]);
    let def = defs.get(tool).unwrap();
    check("its definition", def.call(&contexts, form).await);
    if let Value::String(text) = form {
        check("its definition, as text", def.call(&contexts, text).await);
        check("the toolbox, as text", toolboxes[0].call(tool, text).await);
    }
    if let Value::Object(members) = form {
        check("the toolbox, as members", toolboxes[0].call(tool, members).await);
    }
    for (name, toolbox) in ["plain", "layered"].iter().zip(toolboxes) {
        check(&format!("the {name} toolbox"), toolbox.call(tool, form).await);
        let mut session = toolbox.session();
        let answer = in_session(&mut session, tool, form.clone()).await;
        check(&format!("a {name} session"), answer);
        let mut session = toolbox.session().mode(Mode::Bridge);
        let through = json!({"name": tool, "arguments": form});
        for through in [through.clone(), json!(through.to_string())] {
            let answer = in_session(&mut session, "call_tool", through).await;
            check(&format!("a {name} bridge"), answer);
        }
        let call = ToolCall::new("1", tool, form.clone());
        check(&format!("a {name} service"), toolbox.service(tool).unwrap().run(call).await);
    }
    tried
}

#[tokio::test]
async fn every_form_means_the_same_by_every_way() {
    let (plain, layered) = (toolbox(false), toolbox(true));
    let mut tried = 0;
    for (form, expected) in forms() {
        for tool in TOOLS {
            tried += by_every_way([&plain, &layered], tool, &form, expected).await;
        }
    }
    println!("{tried} calls");
}

/// Of two arguments of one name neither can be meant; within one, the last counts.
#[tokio::test]
async fn a_name_that_is_given_twice() {
    let (plain, layered) = (toolbox(false), toolbox(true));
    let many: Vec<String> = (0..40).map(|number| format!("\"a{number}\": {number}")).collect();
    let last = format!("{{{}, \"a7\": 1}}", many.join(", "));
    let many = format!("{{{}}}", many.join(", "));
    let shown: BTreeMap<String, i64> = serde_json::from_str(&many).unwrap();
    let shown = format!("{shown:?}");
    for (tool, text, expected) in [
        ("whole", r#"{"a": 1, "a": 2}"#, Err("`a`: given twice")),
        ("whole", r#"{"a": 1, "\u0061": 2}"#, Err("`a`: given twice")),
        ("whole", r#"{"a": 1, "b": 2}"#, Ok(r#"{"a": 1, "b": 2}"#)),
        ("whole", &last, Err("`a7`: given twice")),
        ("whole", &many, Ok(&*shown)),
        ("mapped", r#"{"m": {"a": 1}, "m": {"a": 2}}"#, Err("`m`: given twice")),
        ("mapped", r#"{"m": {"a": 1, "a": 2}}"#, Ok(r#"{"a": 2}"#)),
        ("mapped", r#"{"m": {"a": "1", "a": "2"}}"#, Ok(r#"{"a": 2}"#)),
    ] {
        by_every_way([&plain, &layered], tool, &json!(text), expected).await;
    }
}

#[tokio::test]
async fn a_served_session_takes_objects_as_any_other() {
    use rmcp::ServiceExt as _;
    use rmcp::model::CallToolRequestParams;

    for toolbox in [toolbox(false), toolbox(true)] {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let server = tokio::spawn(async move {
            let server = SessionServer::new(toolbox.session().mode(Mode::Off));
            server.serve(ours).await.unwrap().waiting().await.unwrap();
        });
        let client = ().serve(theirs).await.unwrap();
        for (form, expected) in forms() {
            let arguments = match form {
                Value::Object(members) => Some(members),
                Value::Null => None,
                // MCP has no other.
                _ => continue,
            };
            for tool in TOOLS {
                let mut request = CallToolRequestParams::new(tool);
                request.arguments = arguments.clone();
                let result = client.call_tool(request).await.unwrap();
                let text = result.content[0].as_text().unwrap().text.clone();
                let outcome = match result.is_error {
                    Some(true) => Outcome::error(text),
                    _ => Outcome::text(text),
                };
                let expected = expected.map(String::from).map_err(String::from);
                assert_eq!(shown(tool, Ok(outcome)), expected, "{tool}: {arguments:?}");
            }
        }
        client.cancel().await.unwrap();
        server.await.unwrap();
    }
}

#[tokio::test]
async fn what_a_model_reads_of_an_error_is_bounded() {
    let many: serde_json::Map<String, Value> =
        (0..20_000).map(|number| (format!("argument_{number}"), json!(number))).collect();
    let mut session = toolbox(false).session();
    for tool in ["plain", "flattened"] {
        let result = session.call(ToolCall::new("1", tool, many.clone().into())).await;
        let text = result.outcome.to_text();
        assert!(text.lines().count() <= 18 && text.len() < 4_200, "{}", text.len());
        assert!(text.ends_with("there may be more problems"), "{text}");
    }
    let loud = |_: &_, _: ToolService| {
        ToolService::from_fn(|_| async {
            Err::<Outcome, _>(CallError::failed("n".repeat(3_000_000)))
        })
    };
    let toolbox = Toolbox::builder().native(tools![plain]).layer(loud).build().unwrap();
    let result = toolbox.session().call(ToolCall::new("1", "plain", json!({"a": 1}))).await;
    let text = result.outcome.to_text();
    assert!(text.ends_with("… [2995904 more bytes]") && text.len() < 4_200, "{}", text.len());
    let unknown =
        toolbox.session().call(ToolCall::new("1", "x".repeat(1_000_000), json!({}))).await;
    assert!(unknown.outcome.to_text().len() < 4_200);
}

#[tokio::test]
async fn the_bridge_says_where_arguments_go() {
    let mut session = toolbox(false).session().mode(Mode::Bridge);
    for (call, stray) in [
        (json!({"name": "plain", "a": 1}), "a"),
        (json!({"name": "plain", "parameters": {"a": 1}}), "parameters"),
    ] {
        let result = session.call(ToolCall::new("1", "call_tool", call)).await;
        assert!(result.outcome.is_error && result.ran.is_none());
        assert_eq!(
            result.outcome.to_text(),
            format!("`call_tool` takes `name` and `arguments`: put `{stray}` into `arguments`.")
        );
    }
}
