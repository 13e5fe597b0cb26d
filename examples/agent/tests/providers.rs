//! The same loop against the three APIs, played by a server on the loopback
//! interface that answers what the real ones answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::thread::JoinHandle;

use serde_json::{Value, json};

/// One request as the API gets it.
struct Asked {
    path: String,
    headers: String,
    body: Value,
}

/// Answers one request after the other, then gives back what was asked.
fn api(answers: Vec<(u16, String)>) -> (String, JoinHandle<Vec<Asked>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v1/", listener.local_addr().unwrap());
    let serve = move || answers.into_iter().map(|answer| exchange(&listener, &answer)).collect();
    (base, std::thread::spawn(serve))
}

fn exchange(listener: &TcpListener, (status, answer): &(u16, String)) -> Asked {
    let (stream, _) = listener.accept().unwrap();
    let asked = read(&stream);
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        answer.len()
    );
    (&stream).write_all(head.as_bytes()).unwrap();
    (&stream).write_all(answer.as_bytes()).unwrap();
    asked
}

fn read(stream: &TcpStream) -> Asked {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).unwrap();
    }
    let headers = head.to_lowercase();
    let length = headers.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    let path = head.split(' ').nth(1).unwrap().into();
    Asked { path, headers, body: serde_json::from_slice(&body).unwrap() }
}

fn agent(provider: &str, base: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agent"))
        .args(["--provider", provider, "--base-url", base, "--model", "m-1", "Who", "is", "C-77?"])
        .envs([
            ("ANTHROPIC_API_KEY", "key-a"),
            ("OPENAI_API_KEY", "key-o"),
            ("NO_PROXY", "127.0.0.1"),
        ])
        .output()
        .expect("the agent runs")
}

const TOOL: &str = "mcp__help-desk__get_customer";

/// A search, the call of what it finds, and a text; `call` and `text` write
/// them as the provider does.
fn conversation(
    provider: &str,
    call: fn(&str, &str, Value) -> Value,
    text: fn(&str) -> Value,
) -> Vec<Asked> {
    let replies = [
        call("1", "tool_search", json!({"query": "look up a customer", "max_results": 1})),
        call("2", TOOL, json!({"customer_id": "C-77"})),
        text("She is with Northwind."),
    ];
    let (base, api) = api(replies.iter().map(|reply| (200, reply.to_string())).collect());
    let output = agent(provider, &base);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stdout = stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(output.status.success(), "{stdout}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("She is with Northwind."), "{stdout}");
    assert!(stdout.contains("Northwind Surveying"), "{stdout}");
    assert!(stdout.contains("/description changed"), "the refusal is missing: {stdout}");
    api.join().unwrap()
}

/// The names in the array of tools, by the pointer to the name in an element.
fn tools(asked: &Asked, name: &str) -> Vec<String> {
    let tools = asked.body["tools"].as_array().expect("an array of tools");
    tools.iter().map(|tool| tool.pointer(name).unwrap().as_str().unwrap().into()).collect()
}

/// At first the tool is a name in the system prompt; once found, it is at the
/// end of the tools and no longer in the prompt.
fn assert_promotion(asked: &[Asked], name: &str, system: &str) {
    let system = |asked: &Asked| asked.body.pointer(system).unwrap().as_str().unwrap().to_owned();
    let before = tools(&asked[0], name);
    assert_eq!(before, ["calculate", "read_note", "today", "tool_search"]);
    assert!(system(&asked[0]).lines().any(|line| line == TOOL));
    let after = tools(&asked[1], name);
    assert_eq!(after, [&before[..], &[TOOL.into()]].concat());
    assert!(!system(&asked[1]).contains(TOOL));
    assert_eq!(tools(&asked[2], name), after);
}

#[test]
fn anthropic() {
    let call = |id: &str, name: &str, input: Value| {
        json!({"role": "assistant", "stop_reason": "tool_use", "content": [
            {"type": "text", "text": "One moment."},
            {"type": "tool_use", "id": id, "name": name, "input": input},
        ]})
    };
    let text =
        |text: &str| json!({"role": "assistant", "content": [{"type": "text", "text": text}]});
    let asked = conversation("anthropic", call, text);
    assert_promotion(&asked, "/name", "/system");
    assert_eq!(asked[0].path, "/v1/messages");
    assert!(
        asked[0].headers.contains("x-api-key: key-a")
            && asked[0].headers.contains("anthropic-version:")
    );
    assert_eq!(asked[0].body["model"], "m-1");
    assert!(asked[0].body["max_tokens"].is_u64());
    let messages = asked[2].body["messages"].as_array().unwrap();
    let roles: Vec<_> = messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["user", "assistant", "user", "assistant", "user"]);
    assert_eq!(messages[0]["content"], "Who is C-77?");
    let result = &messages[4]["content"][0];
    assert_eq!((&result["type"], &result["tool_use_id"]), (&json!("tool_result"), &json!("2")));
    assert!(result["content"][0]["text"].as_str().unwrap().contains("Northwind Surveying"));
    assert_eq!(asked[1].body["tools"][4]["input_schema"]["required"], json!(["customer_id"]));
}

#[test]
fn openai_responses() {
    let call = |id: &str, name: &str, arguments: Value| {
        json!({"output": [
            {"type": "reasoning", "id": "rs_1", "summary": []},
            {"type": "function_call", "id": "fc_1", "call_id": id, "name": name, "arguments": arguments.to_string()},
        ]})
    };
    let text = |text: &str| json!({"output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}]});
    let asked = conversation("openai", call, text);
    assert_promotion(&asked, "/name", "/instructions");
    assert_eq!(asked[0].path, "/v1/responses");
    assert!(asked[0].headers.contains("authorization: bearer key-o"));
    let input = asked[2].body["input"].as_array().unwrap();
    // What the model reasoned goes back with its call.
    assert_eq!(input[1]["type"], "reasoning");
    let output = input.last().unwrap();
    assert_eq!(
        (&output["type"], &output["call_id"]),
        (&json!("function_call_output"), &json!("2"))
    );
    assert!(output["output"].as_str().unwrap().contains("Northwind Surveying"));
}

#[test]
fn openai_chat() {
    let call = |id: &str, name: &str, arguments: Value| {
        let function = json!({"name": name, "arguments": arguments.to_string()});
        let calls = json!([{"id": id, "type": "function", "function": function}]);
        json!({"choices": [{"message": {"role": "assistant", "content": null, "tool_calls": calls}}]})
    };
    let text =
        |text: &str| json!({"choices": [{"message": {"role": "assistant", "content": text}}]});
    let asked = conversation("openai-chat", call, text);
    assert_promotion(&asked, "/function/name", "/messages/0/content");
    assert_eq!(asked[0].path, "/v1/chat/completions");
    let messages = asked[2].body["messages"].as_array().unwrap();
    let roles: Vec<_> = messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool", "assistant", "tool"]);
    assert_eq!(messages[5]["tool_call_id"], "2");
}

#[test]
fn what_the_api_refuses_is_said() {
    let refusal = json!({"error": {"type": "authentication_error", "message": "invalid x-api-key\u{1b}[31m"}});
    for (answer, parts) in [
        ((401, refusal.to_string()), &["401", "invalid x-api-key\\u{1b}[31m"][..]),
        ((503, "<html>overloaded</html>".into()), &["503", "<html>overloaded</html>"]),
        ((200, "<html>".into()), &["what is not JSON"]),
    ] {
        let (base, api) = api(vec![answer]);
        let output = agent("anthropic", &base);
        api.join().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(parts.iter().all(|part| stderr.contains(part)), "{stderr}");
        assert!(!stderr.contains("key-a"), "the key is shown: {stderr}");
    }
}

#[test]
fn an_api_that_is_not_there_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let output = agent("openai", &format!("http://{address}/v1"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains(&format!("http://{address}/v1/responses cannot be reached")),
        "{stderr}"
    );
}
