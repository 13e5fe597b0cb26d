//! Every kind of result in every provider's form. What a provider cannot take
//! becomes text that says so; nothing panics, nothing is lost in silence.

use serde_json::{Value, json};
use toolcrib::call::{Content, Outcome, ToolResult};
use toolcrib::wire::{Anthropic, Gemini, Mcp, OpenAiChat, OpenAiResponses, Wire};

/// One result as all providers get it: of each the part that holds the result.
fn forms(outcome: Outcome) -> [Value; 5] {
    let results = [ToolResult::new("7", "tool", outcome)];
    let one = |wire: &dyn Wire| wire.results(&results).swap_remove(0);
    let anthropic = one(&Anthropic)["content"][0].take();
    let chat = one(&OpenAiChat)["content"].take();
    let responses = one(&OpenAiResponses)["output"].take();
    let gemini = one(&Gemini)["parts"][0]["functionResponse"].take();
    let mcp = one(&Mcp)["result"].take();
    [anthropic, chat, responses, gemini, mcp]
}

#[track_caller]
fn becomes(outcome: Outcome, expected: [Value; 5]) {
    let names = ["Anthropic", "OpenAI chat", "OpenAI responses", "Gemini", "MCP"];
    for ((name, found), expected) in names.iter().zip(forms(outcome)).zip(expected) {
        assert_eq!(found, expected, "{name}");
    }
}

fn anthropic(blocks: Value) -> Value {
    json!({"type": "tool_result", "tool_use_id": "7", "content": blocks})
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn gemini(output: Value) -> Value {
    json!({"name": "tool", "id": "7", "response": {"output": output}})
}

fn mcp(content: Value) -> Value {
    json!({"content": content, "isError": false})
}

/// What is text for everyone but MCP.
#[track_caller]
fn is_text_but_for_mcp(content: Content, shown: &str, block: Value) {
    becomes(
        Outcome::content(vec![content]),
        [
            anthropic(json!([text(shown)])),
            json!(shown),
            json!(shown),
            gemini(json!(shown)),
            mcp(json!([block])),
        ],
    );
}

fn image(media_type: &str, data: &str) -> Content {
    Content::Image { data: data.into(), media_type: media_type.into() }
}

#[test]
fn texts() {
    is_text_but_for_mcp(Content::Text("hey".into()), "hey", text("hey"));
    becomes(
        Outcome::content(vec![Content::Text("a".into()), Content::Text("b".into())]),
        [
            anthropic(json!([text("a"), text("b")])),
            json!("a\nb"),
            json!("a\nb"),
            gemini(json!("a\nb")),
            mcp(json!([text("a"), text("b")])),
        ],
    );
    becomes(
        Outcome::content(vec![]),
        [
            anthropic(json!([text("(no output)")])),
            json!("(no output)"),
            json!("(no output)"),
            gemini(json!("")),
            mcp(json!([])),
        ],
    );
    becomes(
        Outcome::text(" "),
        [
            anthropic(json!([text("(empty)")])),
            json!("(no output)"),
            json!("(no output)"),
            gemini(json!(" ")),
            mcp(json!([text(" ")])),
        ],
    );
}

#[test]
fn structured() {
    let value = json!({"sum": 5});
    let mut result = mcp(json!([text("{\"sum\":5}")]));
    result["structuredContent"] = value.clone();
    becomes(
        Outcome::json(value.clone()),
        [
            anthropic(json!([text("{\"sum\":5}")])),
            json!("{\"sum\":5}"),
            json!("{\"sum\":5}"),
            gemini(value.clone()),
            result,
        ],
    );
    // Wrapped, where a protocol wants an object.
    let mut wrapped = Outcome::text("fine");
    wrapped.structured = Some(json!({"result": "fine"}));
    assert_eq!(forms(wrapped)[3], gemini(json!({"result": "fine"})));
    // Another text is what the model is shown; a toolbox has put both there.
    let mut other =
        Outcome::content(vec![Content::Text("5 found".into()), Content::Text("{}".into())]);
    other.structured = Some(json!({}));
    assert_eq!(forms(other)[3], gemini(json!("5 found\n{}")));
    // MCP has objects there; all others are text.
    becomes(
        Outcome::json(json!([1, 2])),
        [
            anthropic(json!([text("[1,2]")])),
            json!("[1,2]"),
            json!("[1,2]"),
            gemini(json!([1, 2])),
            mcp(json!([text("[1,2]")])),
        ],
    );
}

#[test]
fn images() {
    becomes(
        Outcome::content(vec![Content::Text("see".into()), image("image/png", "AAAA")]),
        [
            anthropic(json!([
                text("see"),
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
            ])),
            json!("see\n[image: image/png] not shown"),
            json!([
                {"type": "input_text", "text": "see"},
                {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
            ]),
            json!({
                "name": "tool",
                "id": "7",
                "response": {"output": "see"},
                "parts": [{"inlineData": {"mimeType": "image/png", "data": "AAAA"}}],
            }),
            mcp(json!([text("see"), {"type": "image", "data": "AAAA", "mimeType": "image/png"}])),
        ],
    );
    // A type that no model takes.
    is_text_but_for_mcp(
        image("image/svg+xml", "AAAA"),
        "[image: image/svg+xml] not shown",
        json!({"type": "image", "data": "AAAA", "mimeType": "image/svg+xml"}),
    );
    // Gemini takes no GIF.
    assert_eq!(
        forms(Outcome::content(vec![image("image/gif", "AAAA")]))[3],
        gemini(json!("[image: image/gif] not shown"))
    );
    for broken in ["", "====", "AAA", "AA=A", "not base64", "AAAA\nAAAA", "ÄÄÄÄ"] {
        let shown = "[image: image/png] not shown: broken base64";
        let [anthropic_form, chat, responses, gemini_form, mcp_form] =
            forms(Outcome::content(vec![image("image/png", broken)]));
        assert_eq!(anthropic_form, anthropic(json!([text(shown)])), "{broken}");
        assert_eq!(chat, json!("[image: image/png] not shown"), "{broken}");
        assert_eq!((responses, gemini_form), (json!(shown), gemini(json!(shown))), "{broken}");
        assert_eq!(mcp_form, mcp(json!([text(shown)])), "{broken}");
    }
}

#[test]
fn sounds_and_resources() {
    is_text_but_for_mcp(
        Content::audio("audio/wav", "AAAA"),
        "[audio: audio/wav] not shown",
        json!({"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}),
    );
    is_text_but_for_mcp(
        Content::resource("file:///a.md", "text/markdown", "# A"),
        "[resource: file:///a.md]\n# A",
        json!({"type": "resource", "resource": {"uri": "file:///a.md", "mimeType": "text/markdown", "text": "# A"}}),
    );
    is_text_but_for_mcp(
        Content::blob("file:///a.zip", "application/zip", "AAAA"),
        "[resource: file:///a.zip, application/zip] not shown",
        json!({"type": "resource", "resource": {"uri": "file:///a.zip", "mimeType": "application/zip", "blob": "AAAA"}}),
    );
    is_text_but_for_mcp(
        Content::link("main.rs", "file:///main.rs"),
        "[resource_link: file:///main.rs, main.rs]",
        json!({"type": "resource_link", "name": "main.rs", "uri": "file:///main.rs"}),
    );
    let pdf = Content::blob("file:///a.pdf", "application/pdf", "AAAA");
    let block = json!({"type": "resource", "resource": {"uri": "file:///a.pdf", "mimeType": "application/pdf", "blob": "AAAA"}});
    becomes(
        Outcome::content(vec![pdf]),
        [
            anthropic(
                json!([{"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}}]),
            ),
            json!("[resource: file:///a.pdf, application/pdf] not shown"),
            json!([{"type": "input_file", "filename": "result.pdf", "file_data": "data:application/pdf;base64,AAAA"}]),
            json!({
                "name": "tool",
                "id": "7",
                "response": {"output": ""},
                "parts": [{"inlineData": {"mimeType": "application/pdf", "data": "AAAA"}}],
            }),
            mcp(json!([block])),
        ],
    );
    // A picture that came as a resource is one.
    let picture = Content::blob("file:///a.png", "image/png", "AAAA");
    assert_eq!(forms(Outcome::content(vec![picture]))[0]["content"][0]["type"], json!("image"));
}

#[test]
fn blocks_that_nobody_knows() {
    let new = json!({"type": "hologram", "depth": 3});
    let shown = "[hologram] {\"depth\":3,\"type\":\"hologram\"}";
    is_text_but_for_mcp(Content::Other(new.clone()), shown, new);
    for odd in [
        json!(null),
        json!(5),
        json!([]),
        json!({}),
        json!({"type": 5}),
        json!({"type": "image", "data": 5}),
        json!({"type": "resource"}),
        json!({"type": "resource", "resource": null}),
        json!({"type": "resource", "resource": {"blob": "AAAA"}}),
        json!({"type": "resource", "resource": {"text": 5}}),
        json!({"type": "audio", "data": "AAAA"}),
    ] {
        let [anthropic, chat, ..] = forms(Outcome::content(vec![Content::Other(odd.clone())]));
        let said = anthropic["content"][0]["text"].as_str().unwrap();
        assert!(!said.is_empty() && chat.is_string(), "{odd}: {anthropic}");
    }
}

#[test]
fn failures() {
    let mut failed = anthropic(json!([text("no such file")]));
    failed["is_error"] = json!(true);
    becomes(
        Outcome::error("no such file"),
        [
            failed,
            json!("error: no such file"),
            json!("error: no such file"),
            json!({"name": "tool", "id": "7", "response": {"error": "no such file"}}),
            json!({"content": [text("no such file")], "isError": true}),
        ],
    );
    let mut structured = Outcome::json(json!({"code": 404}));
    structured.is_error = true;
    let [anthropic_form, chat, _, gemini_form, mcp_form] = forms(structured);
    assert_eq!(anthropic_form["content"], json!([text("{\"code\":404}")]));
    assert_eq!(chat, json!("error: {\"code\":404}"));
    assert_eq!(gemini_form["response"], json!({"error": {"code": 404}}));
    assert_eq!(mcp_form["structuredContent"], json!({"code": 404}));
    // Anthropic's failures have nothing but text.
    let mut picture = Outcome::content(vec![image("image/png", "AAAA")]);
    picture.is_error = true;
    let [anthropic_form, _, responses, ..] = forms(picture);
    assert_eq!(anthropic_form["content"], json!([text("[image: image/png] not shown")]));
    assert_eq!(responses[0], json!({"type": "input_text", "text": "error:"}));
    assert_eq!(responses[1]["type"], json!("input_image"));
}
