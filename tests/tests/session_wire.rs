//! Providers' own ways of deferral: references, histories, namespaces.

use serde_json::{Value, json};
use toolcrib::Session;
use toolcrib::call::{ToolCall, ToolResult};
use toolcrib::session::{Dropped, Gate, Mode, SEARCH_TOOL};
use toolcrib::wire::{
    Anthropic, AnthropicSearch, Gemini, HostedSearch, Mcp, OpenAiChat, OpenAiResponses,
    OpenAiToolSearch, ToolSpec, Wire,
};

mod desk;
use desk::{builder, call, sent, toolbox};

const CREATE: &str = "mcp__github__create_issue";

/// One turn: the calls are the model's, the answers ours.
async fn turn(session: &mut Session, wire: &dyn Wire, history: &mut Vec<Value>, reply: Value) {
    let calls = session.calls(wire, &reply);
    let mut results: Vec<ToolResult> = Vec::new();
    for call in calls {
        results.push(session.call(call).await);
    }
    match reply.get("output").and_then(Value::as_array) {
        Some(items) => history.extend(items.iter().cloned()),
        None => history.push(reply),
    }
    history.extend(wire.results(&results));
    session.prepare(wire, history);
}

fn tool_use(id: &str, name: &str, input: Value) -> Value {
    json!({"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": name, "input": input}]})
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

#[tokio::test]
async fn references_leave_the_array_before_the_conversation_alone() {
    let mut session = toolbox().session();
    let wire = AnthropicSearch::new();
    let mut history = vec![user("file an issue")];
    let before = session.request(&wire).unwrap();
    turn(
        &mut session,
        &wire,
        &mut history,
        tool_use("a", SEARCH_TOOL, json!({"query": "create issue", "max_results": 1})),
    )
    .await;
    assert_eq!(
        history[2]["content"][0]["content"],
        json!([{"type": "tool_reference", "tool_name": CREATE}])
    );
    let after = session.request(&wire).unwrap();
    assert_eq!(after.tools[..before.tools.len()], before.tools);
    assert_eq!(
        (&after.tools[2]["name"], &after.tools[2]["defer_loading"]),
        (&json!(CREATE), &json!(true))
    );
    turn(&mut session, &wire, &mut history, tool_use("b", CREATE, json!({"title": "x"}))).await;
    assert!(history[4].to_string().contains("create_issue"));

    // What a search has to say beside its tools comes after the results.
    let query = json!({"query": format!("select:{CREATE},mcp__time__now,nope")});
    turn(&mut session, &wire, &mut history, tool_use("c", SEARCH_TOOL, query)).await;
    let blocks = history.last().unwrap()["content"].as_array().unwrap();
    assert_eq!(
        (blocks[0]["type"].as_str(), blocks[1]["type"].as_str()),
        (Some("tool_result"), Some("text"))
    );
    assert!(blocks[1]["text"].as_str().unwrap().contains("nope"));
}

#[test]
fn the_cache_break_point_is_never_on_a_deferred_tool() {
    let mut session = toolbox().session();
    session.promote("post_message");
    let hosted = AnthropicSearch::hosted(HostedSearch::Bm25);
    for wire in [&Anthropic as &dyn Wire, &AnthropicSearch::new(), &hosted] {
        let mut tools = session.request(wire).unwrap().tools;
        tools.last_mut().unwrap()["cache_control"] = json!({"type": "ephemeral"});
        Anthropic::cache_tools(&mut tools);
        let marked: Vec<usize> =
            (0..tools.len()).filter(|&at| tools[at].get("cache_control").is_some()).collect();
        let last = (0..tools.len()).rfind(|&at| tools[at].get("defer_loading").is_none());
        assert_eq!(marked, Vec::from_iter(last));
    }
    let mut all_deferred = [json!({"name": "x", "defer_loading": true})];
    Anthropic::cache_tools(&mut all_deferred);
    assert_eq!(all_deferred[0], json!({"name": "x", "defer_loading": true}));
}

#[test]
fn a_request_in_which_all_is_deferred_is_not_sent() {
    let spec = ToolSpec::new("x", "X.", json!({"type": "object"}));
    let mut deferred = spec.clone();
    deferred.deferred = true;
    let wire = AnthropicSearch::new();
    assert_eq!(wire.tools(&[deferred.clone()]).unwrap_err().tool(), "x");
    let mut search = ToolSpec::new(SEARCH_TOOL, "Finds.", json!({"type": "object"}));
    search.role = toolcrib::wire::Role::Search;
    search.deferred = true;
    assert!(wire.tool(&search).unwrap().get("defer_loading").is_none());
    for wire in [&wire as &dyn Wire, &OpenAiChat, &Gemini, &Mcp] {
        assert_eq!(wire.tools(&[spec.clone(), spec.clone()]).unwrap_err().tool(), "x");
    }
    let many: Vec<String> = (0..129).map(|n| format!("t{n}")).collect();
    let many: Vec<ToolSpec<'_>> =
        many.iter().map(|name| ToolSpec::new(name, "T.", json!({"type": "object"}))).collect();
    assert_eq!(OpenAiResponses.tools(&many).unwrap_err().tool(), "t128");
    let named = ToolSpec::new("1x", "X.", json!({"type": "object"}));
    assert_eq!(Gemini.tool(&named).unwrap_err().tool(), "1x");
}

#[test]
fn the_provider_searches_by_itself() {
    let wire = AnthropicSearch::hosted(HostedSearch::Regex);
    let mut session = toolbox().session();
    let request = session.request(&wire).unwrap();
    assert_eq!(request.prompt, "");
    let types: Vec<_> = request.tools.iter().filter_map(|tool| tool.get("type")).collect();
    assert_eq!(types, ["tool_search_tool_regex_20251119"]);
    let deferred = request.tools.iter().filter(|tool| tool["defer_loading"] == json!(true));
    assert_eq!(deferred.count(), 5);
    assert!(matches!(session.gate(CREATE), Gate::Hidden(_)));
    let reply = json!({"role": "assistant", "content": [
        {"type": "server_tool_use", "id": "s1", "name": "tool_search_tool_regex", "input": {"pattern": "issue"}},
        {"type": "tool_search_tool_result", "tool_use_id": "s1", "content": {
            "type": "tool_search_tool_search_result",
            "tool_references": [{"type": "tool_reference", "tool_name": CREATE}, {"type": "tool_reference", "tool_name": "gone"}]}},
        {"type": "tool_use", "id": "t1", "name": CREATE, "input": {"title": "x"}},
    ]});
    assert_eq!(session.calls(&wire, &reply).len(), 1);
    assert!(matches!(session.gate(CREATE), Gate::Open(_)));
    assert_eq!(session.request(&wire).unwrap(), request);

    // What is gone goes from the list; off, the search itself goes.
    let mut history = vec![user("x"), reply];
    let dropped = session.prepare(&wire, &mut history);
    assert_eq!(dropped, [("gone".to_owned(), Dropped::Gone)]);
    assert_eq!(history[1]["content"][1]["content"]["tool_references"].as_array().unwrap().len(), 1);
    session.set_mode(Mode::Off);
    session.prepare(&wire, &mut history);
    assert_eq!(history[1]["content"].as_array().unwrap().len(), 1);
}

#[test]
fn references_to_what_is_gone_are_filtered_and_none_is_left_when_off() {
    let references = json!([{"type": "tool_reference", "tool_name": CREATE}, {"type": "tool_reference", "tool_name": "mcp__gone__x"}]);
    let only_gone = json!([{"type": "tool_reference", "tool_name": "mcp__gone__x"}]);
    let mut history = vec![
        tool_use("a", SEARCH_TOOL, json!({"query": "issue"})),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": references}]}),
        tool_use("b", SEARCH_TOOL, json!({"query": "x"})),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "b", "content": only_gone}]}),
    ];
    let wire = AnthropicSearch::new();
    let mut session = toolbox().session();
    let dropped = session.prepare(&wire, &mut history);
    assert_eq!(dropped, [("mcp__gone__x".to_owned(), Dropped::Gone)]);
    assert_eq!(session.promoted().names(), [CREATE]);
    assert_eq!(
        history[1]["content"][0]["content"],
        json!([{"type": "tool_reference", "tool_name": CREATE}])
    );
    assert_eq!(history[3]["content"][0]["content"][0]["type"], "text");
    let once = history.clone();
    assert_eq!(session.prepare(&wire, &mut history), []);
    assert_eq!(history, once);
    session.set_mode(Mode::Off);
    session.prepare(&wire, &mut history);
    assert!(!json!(history).to_string().contains("tool_reference"));
    assert_eq!(history[1]["content"][0]["content"][0]["type"], "text");
}

#[tokio::test]
async fn after_a_compaction_what_was_found_can_still_be_called() {
    let wires: [&dyn Wire; 2] = [&AnthropicSearch::new(), &OpenAiToolSearch];
    for wire in wires {
        let mut session = toolbox().session();
        let found = session
            .call(call(SEARCH_TOOL, json!({"query": "create issue", "max_results": 1})))
            .await;
        let mut history = wire.results(&[found]);
        session.prepare(wire, &mut history);
        let shown = sent(&session, wire);
        history = vec![user("(a summary of what was said)")];
        session.prepare(wire, &mut history);
        assert!(matches!(session.gate(CREATE), Gate::Open(_)));
        let request = session.request(wire).unwrap();
        let tool = request.tools.last().unwrap();
        assert_eq!((&tool["name"], tool.get("defer_loading")), (&json!(CREATE), None), "{shown:?}");
    }
}

#[tokio::test]
async fn promotions_are_read_back_from_every_history() {
    let search = json!({"query": "create issue", "max_results": 1});
    let text = search.to_string();
    let turns: [(&dyn Wire, Value); 6] = [
        (&Anthropic, tool_use("a", SEARCH_TOOL, search.clone())),
        (&AnthropicSearch::new(), tool_use("a", SEARCH_TOOL, search.clone())),
        (
            &OpenAiChat,
            json!({"choices": [{"message": {"role": "assistant", "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": SEARCH_TOOL, "arguments": text}}]}}]}),
        ),
        (
            &OpenAiResponses,
            json!({"output": [
            {"type": "function_call", "call_id": "a", "name": SEARCH_TOOL, "arguments": text}]}),
        ),
        (
            &OpenAiToolSearch,
            json!({"output": [
            {"type": "tool_search_call", "id": "i", "call_id": "a", "execution": "client", "status": "completed", "arguments": search}]}),
        ),
        (
            &Gemini,
            json!({"candidates": [{"content": {"role": "model", "parts": [
            {"functionCall": {"name": SEARCH_TOOL, "args": search}}]}}]}),
        ),
    ];
    for (wire, reply) in turns {
        let mut session = toolbox().session();
        let calls = session.calls(wire, &reply);
        let result = session.call(calls.into_iter().next().unwrap()).await;
        let mut history = match wire_message(&reply) {
            Value::Array(items) => items,
            message => vec![message],
        };
        history.extend(wire.results(&[result]));
        let mut resumed = toolbox().session();
        assert_eq!(resumed.prepare(wire, &mut history), []);
        assert_eq!(resumed.promoted().names(), [CREATE], "{history:?}");
        assert_eq!(resumed.request(wire).unwrap(), {
            session.prepare(wire, &mut history);
            session.request(wire).unwrap()
        });
        // Other tools: our own answers count for nothing there.
        let mut other = builder().native(toolcrib::tools![other]).build().unwrap().session();
        let dropped = other.prepare(wire, &mut history);
        match wire.references(&history).is_empty() {
            true => assert_eq!(dropped, [(CREATE.to_owned(), Dropped::OtherCatalog)]),
            false => assert_eq!((dropped.len(), other.promoted().names().len()), (0, 1)),
        }
    }
}

/// Another tool.
#[toolcrib::tool]
fn other() -> i64 {
    0
}

/// The part of a reply that goes into the history.
fn wire_message(reply: &Value) -> Value {
    let parts = ["/choices/0/message", "/output", "/candidates/0/content"];
    parts.iter().find_map(|part| reply.pointer(part)).unwrap_or(reply).clone()
}

#[tokio::test]
async fn a_replayed_call_of_a_found_tool_carries_its_namespace() {
    let wire = OpenAiToolSearch;
    let mut session = toolbox().session();
    let mut history = Vec::new();
    let query = format!("select:{CREATE},post_message");
    let before = session.request(&wire).unwrap().tools;
    let search = json!({"output": [{"type": "tool_search_call", "id": "i", "call_id": "a", "execution": "client",
        "status": "completed", "arguments": {"query": query}}]});
    turn(&mut session, &wire, &mut history, search).await;
    assert_eq!(session.request(&wire).unwrap().tools, before);
    let tools = &history[1]["tools"];
    assert_eq!(
        (&tools[0]["type"], &tools[0]["name"]),
        (&json!("namespace"), &json!("mcp__github"))
    );
    assert_eq!(
        (&tools[1]["type"], &tools[1]["name"]),
        (&json!("function"), &json!("post_message"))
    );
    assert_eq!(tools[1]["defer_loading"], json!(true));
    for name in [CREATE, "post_message", "add"] {
        history.push(
            json!({"type": "function_call", "call_id": name, "name": name, "arguments": "{}"}),
        );
    }
    session.prepare(&wire, &mut history);
    let spaces: Vec<_> = history[2..].iter().map(|item| item.get("namespace").cloned()).collect();
    assert_eq!(spaces, [Some(json!("mcp__github")), Some(json!("post_message")), None]);

    // A compaction that leaves the calls: their tools are in the array by then.
    let mut calls = history[2..].to_vec();
    let mut later = toolbox().session();
    later.restore(&session.promoted());
    later.prepare(&wire, &mut calls);
    assert!(!json!(calls).to_string().contains("namespace"));

    session.set_mode(Mode::Off);
    session.prepare(&wire, &mut history);
    let text = json!(history).to_string();
    assert!(!text.contains("tool_search") && !text.contains("namespace"), "{text}");
    // What others put there stays.
    let theirs = json!({"type": "function_call", "call_id": "x", "name": "open", "namespace": "spine", "arguments": "{}"});
    history.push(theirs.clone());
    session.prepare(&wire, &mut history);
    assert_eq!(history.pop(), Some(theirs));
    assert_eq!(history.len(), 3);
}

#[tokio::test]
async fn a_search_that_finds_nothing_says_so_in_every_shape() {
    let wires: [&dyn Wire; 6] = [
        &Anthropic,
        &AnthropicSearch::new(),
        &OpenAiChat,
        &OpenAiResponses,
        &OpenAiToolSearch,
        &Gemini,
    ];
    for wire in wires {
        let mut session = toolbox().session();
        let result = session.call(call(SEARCH_TOOL, json!({"query": "xyzzyplugh"}))).await;
        let text = json!(wire.results(&[result])).to_string();
        assert!(text.contains("No tool matches"), "{text}");
        let wrong = session.call(call(SEARCH_TOOL, json!({}))).await;
        assert!(json!(wire.results(&[wrong])).to_string().contains("needs `query`"));
    }
}

#[tokio::test]
async fn gemini_and_plain_mcp() {
    let mut session = toolbox().session();
    let request = session.request(&Gemini).unwrap();
    assert_eq!(request.tools.len(), 1);
    assert_eq!(request.tools[0]["functionDeclarations"].as_array().unwrap().len(), 2);
    let reply = json!({"candidates": [{"content": {"role": "model", "parts": [
        {"text": "adding"}, {"functionCall": {"id": "7", "name": "add", "args": {"a": 1, "b": 2}}},
        {"functionCall": {"name": "add", "args": {"a": 1}}}]}}]});
    let mut results = Vec::new();
    for call in session.calls(&Gemini, &reply) {
        results.push(session.call(call).await);
    }
    let parts = Gemini.results(&results).remove(0)["parts"].clone();
    assert_eq!(parts[0]["functionResponse"]["id"], "7");
    assert!(parts[0]["functionResponse"]["response"].get("output").is_some());
    assert!(parts[1]["functionResponse"].get("id").is_none());
    assert!(parts[1]["functionResponse"]["response"].get("error").is_some());

    let request = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call",
        "params": {"name": "add", "arguments": {"a": 1, "b": 2}}});
    let call: ToolCall = session.calls(&Mcp, &request).remove(0);
    let response = Mcp.results(&[session.call(call).await]).remove(0);
    assert_eq!(
        (&response["id"], &response["result"]["content"][0]["text"]),
        (&json!(9), &json!("3"))
    );
    assert_eq!(session.calls(&Mcp, &json!({"jsonrpc": "2.0", "id": 9, "method": "ping"})), []);
    assert!(session.request(&Mcp).unwrap().tools[0].get("inputSchema").is_some());
}
