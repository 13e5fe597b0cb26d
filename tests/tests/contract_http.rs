//! The loader `http` against a server that keeps what it was sent.

#![allow(clippy::unwrap_used)]

mod contracts;

use contracts::web::{Web, answer};
use contracts::{catalog, contract, texts};
use serde_json::{Value, json};
use toolcrib::Toolbox;
use toolcrib::call::{CallError, Content, Outcome};

fn answers(target: &str) -> Vec<u8> {
    const JSON: &str = "content-type: application/json\r\n";
    match target.split('?').next().unwrap_or_default() {
        "/json" => answer("200 OK", JSON, br#"{"sunny": true}"#),
        "/broken" => answer("200 OK", JSON, b"{"),
        "/long" => answer("200 OK", "content-type: text/plain\r\n", &[b'x'; 5_000]),
        "/image" => answer("200 OK", "content-type: image/png\r\n", &[137, 80, 78, 71]),
        "/bytes" => answer("200 OK", "content-type: application/zip\r\n", &[0, 159, 146, 150]),
        "/none" => answer("204 No Content", "", b""),
        "/missing" => answer("404 Not Found", JSON, br#"{"error": "no such city"}"#),
        "/busy" => answer("429 Too Many Requests", "retry-after: 7\r\n", b""),
        "/fails" => answer("500 Internal Server Error", "", &[b'e'; 10_000]),
        "/moved" => answer("302 Found", "location: /json\r\n", b""),
        "/away" => answer("302 Found", "location: http://localhost:1/json\r\n", b""),
        "/hang" => b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nsome".to_vec(),
        "/cut" => b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nsome".to_vec(),
        "/endless" => b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n".to_vec(),
        "/nonsense" => b"\0\x01\x02\r\n\r\n".to_vec(),
        "/loop" => answer("302 Found", "location: /loop\r\n", b""),
        _ => answer("200 OK", "content-type: text/plain; charset=utf-8\r\n", "schön".as_bytes()),
    }
}

/// A toolbox with one tool called `t`.
fn toolbox(settings: Value, schema: Value) -> Toolbox {
    let catalog = catalog(&[contract("t", "http", settings, schema)]);
    Toolbox::builder().contracts(&catalog).unwrap().build().unwrap()
}

async fn call(toolbox: &Toolbox, arguments: Value) -> Result<Outcome, CallError> {
    toolbox.call("t", &arguments).await
}

/// The request line and the body of the one request that was made.
fn sent(web: &Web) -> (String, String) {
    let requests = web.take();
    assert_eq!(requests.len(), 1, "{requests:?}");
    let (head, body) = requests[0].split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().into(), body.into())
}

#[tokio::test]
async fn hostile_arguments_stay_in_their_place() {
    let web = Web::start(answers).await;
    let settings = json!({
        "url": web.url("/v1/{a}/end"),
        "query": {"q": "{a}"},
        "headers": {"x-argument": "{h}"},
    });
    let mut schema = texts(&["a"]);
    schema["properties"]["h"] = json!({"type": "string"});
    let toolbox = toolbox(settings, schema);
    for a in [
        "../../admin",
        "..%2f..%2fadmin",
        "//evil.example/x",
        "@evil.example",
        "evil.example:80#",
        "\\\\evil.example\\x",
        "x?admin=1&y=2",
        "x#fragment",
        "x HTTP/1.1\r\nHost: evil.example\r\n\r\nGET /admin",
        "%0d%0aHost: evil.example",
        "{a}",
        "${PATH}",
        "é\u{202e}\u{0}",
        "x;y=z",
        "....//",
    ] {
        call(&toolbox, json!({"a": a, "h": "fine"})).await.unwrap();
        let requests = web.take();
        assert_eq!(requests.len(), 1, "{a:?}");
        let (line, rest) = requests[0].split_once("\r\n").unwrap();
        let target = line.strip_prefix("GET ").unwrap().strip_suffix(" HTTP/1.1").unwrap();
        let (path, query) = target.split_once('?').unwrap();
        let segments: Vec<&str> = path.split('/').collect();
        assert_eq!((segments.len(), segments[1], segments[3]), (4, "v1", "end"), "{a:?}: {line}");
        assert!(query.starts_with("q=") && !query.contains('&'), "{a:?}: {line}");
        assert_eq!(rest.to_lowercase().matches("host: ").count(), 1, "{a:?}: {rest}");
        assert!(rest.to_lowercase().contains(&format!("host: {}", web.address)), "{a:?}: {rest}");
    }
    for a in ["..", ".", ""] {
        let error = call(&toolbox, json!({"a": a})).await.unwrap_err();
        assert!(matches!(&error, CallError::Arguments { .. }), "{a:?}: {error}");
    }
    for h in ["x\r\nx-evil: 1", "x\n", "\u{0}"] {
        let error = call(&toolbox, json!({"a": "x", "h": h})).await.unwrap_err();
        assert!(error.to_string().contains("`h` has a line end"), "{h:?}: {error}");
    }
    assert_eq!(web.take(), Vec::<String>::new(), "nothing that is refused is sent");
}

#[tokio::test]
async fn queries_and_bodies() {
    let web = Web::start(answers).await;
    let schema = json!({"type": "object", "required": ["id"], "properties": {
        "id": {"type": "integer"}, "tags": {"type": "array"}, "deep": {"type": "object"}, "note": {"type": "string"},
    }});
    let arguments =
        json!({"id": 2574604874062343519_u64, "tags": ["a b", "c&d"], "deep": {"x": 1}});
    let base = web.url("/i/{id}");
    let cases = [
        (
            json!({"url": base, "query": {"tag": "{tags*}", "all": "{tags}", "none": "{note}", "fixed": 1}}),
            "GET /i/2574604874062343519?all=%5B%22a+b%22%2C%22c%26d%22%5D&fixed=1&tag=a+b&tag=c%26d HTTP/1.1",
            "",
        ),
        (
            json!({"url": base, "body": "json"}),
            "POST /i/2574604874062343519 HTTP/1.1",
            r#"{"deep":{"x":1},"tags":["a b","c&d"]}"#,
        ),
        (
            json!({"url": base, "body": "form", "method": "PUT"}),
            "PUT /i/2574604874062343519 HTTP/1.1",
            "deep=%7B%22x%22%3A1%7D&tags=%5B%22a+b%22%2C%22c%26d%22%5D",
        ),
        (
            json!({"url": base, "json": {"item": {"n": "{id}", "text": "no {id}", "note": "{note}", "list": ["{deep}", "{note}"]}}}),
            "POST /i/2574604874062343519 HTTP/1.1",
            r#"{"item":{"list":[{"x":1}],"n":2574604874062343519,"text":"no 2574604874062343519"}}"#,
        ),
        (
            json!({"url": base, "form": {"t": "{tags*}", "n": "{note}"}}),
            "POST /i/2574604874062343519 HTTP/1.1",
            "t=a+b&t=c%26d",
        ),
        (
            json!({"url": base, "text": "<{id}>", "headers": {"content-type": "text/xml"}}),
            "POST /i/2574604874062343519 HTTP/1.1",
            "<2574604874062343519>",
        ),
    ];
    for (settings, line, body) in cases {
        let toolbox = toolbox(settings.clone(), schema.clone());
        call(&toolbox, arguments.clone()).await.unwrap();
        assert_eq!(sent(&web), (line.to_owned(), body.to_owned()), "{settings}");
    }
}

#[tokio::test]
async fn responses_become_outcomes() {
    let web = Web::start(answers).await;
    let get = async |path: &str, more: Value| {
        let mut settings = json!({"url": web.url(path)});
        settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call(&toolbox(settings, texts(&[])), json!({})).await
    };
    let plain = async |path: &str| get(path, json!({})).await.unwrap();
    assert_eq!(plain("/json").await, Outcome::json(json!({"sunny": true})));
    assert_eq!(plain("/text").await, Outcome::text("schön"));
    assert_eq!(plain("/broken").await, Outcome::text("{"));
    assert_eq!(plain("/none").await, Outcome::text("status 204 No Content, no content"));
    assert_eq!(plain("/moved").await, Outcome::json(json!({"sunny": true})));
    let image = Content::Image { data: "iVBORw==".into(), media_type: "image/png".into() };
    assert_eq!(plain("/image").await.content, [image]);
    let resource = json!({"uri": "tool:t", "mimeType": "application/zip", "blob": "AJ+Slg=="});
    let block = json!({"type": "resource", "resource": resource});
    assert_eq!(plain("/bytes").await.content, [Content::Other(block)]);

    let strict = get("/broken", json!({"response": "json"})).await.unwrap();
    assert_eq!(strict, Outcome::error("the answer is not JSON:\n{"));
    let long = get("/long", json!({"max_bytes": 100})).await.unwrap().to_text();
    assert_eq!(long, "x".repeat(100) + "\n[cut off after 100 bytes: the answer is longer]");
    let large = get("/image", json!({"max_bytes": 3})).await.unwrap();
    assert_eq!(large, Outcome::error("the answer (image/png) has more than 3 bytes"));

    let missing = plain("/missing").await;
    assert_eq!(missing, Outcome::error("status 404 Not Found:\n{\"error\": \"no such city\"}"));
    assert_eq!(plain("/busy").await, Outcome::error("status 429 Too Many Requests, retry after 7"));
    let fails = plain("/fails").await;
    assert!(fails.is_error && fails.to_text().len() < 2_200, "{}", fails.to_text().len());
}

#[tokio::test]
async fn credentials_stay_with_their_host() {
    let web = Web::start(answers).await;
    let settings = |path: &str| json!({"url": web.url(path), "headers": {"authorization": "Bearer ${TOOLCRIB_TEST_TOKEN:-s3cret}"}});
    let away = call(&toolbox(settings("/away"), texts(&[])), json!({})).await.unwrap();
    let expected = "status 302 Found (not followed: it leads to another host), location http://localhost:1/json";
    assert_eq!(away, Outcome::error(expected));
    let error = call(&toolbox(settings("/loop"), texts(&[])), json!({})).await.unwrap_err();
    assert!(error.to_string().contains("too many redirects"), "{error}");
    let requests = web.take();
    assert!(requests.iter().all(|request| request.contains("authorization: Bearer s3cret")));
}

#[tokio::test]
async fn variables_are_read_at_the_first_call_and_shown_to_nobody() {
    let web = Web::start(answers).await;
    let home = std::env::var("HOME").unwrap();
    let settings = json!({"url": web.url("/x"), "headers": {"x-home": "${HOME}"}});
    let catalog = catalog(&[contract("t", "http", settings, texts(&[]))]);
    let tool = catalog.find("t").unwrap();
    assert!(tool.contract().unwrap().settings.contains("${HOME}"));
    let toolbox = Toolbox::builder().contracts(&catalog).unwrap().build().unwrap();
    call(&toolbox, json!({})).await.unwrap();
    assert!(web.take()[0].contains(&format!("x-home: {home}")));

    let gone = json!({"url": "http://127.0.0.1:1/${TOOLCRIB_TEST_UNSET:-s3cret}"});
    let error = call(&self::toolbox(gone, texts(&[])), json!({})).await.unwrap_err();
    assert!(error.is_fault() && !error.to_string().contains("s3cret"), "{error}");
    let unset = json!({"url": "${TOOLCRIB_TEST_UNSET}/x"});
    let error = call(&self::toolbox(unset, texts(&[])), json!({})).await.unwrap_err();
    assert!(error.to_string().contains("the variable `TOOLCRIB_TEST_UNSET` is not set"), "{error}");
}

#[tokio::test]
async fn servers_that_misbehave_cost_one_call() {
    let web = Web::start(answers).await;
    let get = async |path: &str| {
        let settings = json!({"url": web.url(path), "max_bytes": 100, "time_limit_seconds": 1, "response": "text"});
        call(&toolbox(settings, texts(&[])), json!({})).await
    };
    let endless = get("/endless").await.unwrap().to_text();
    assert_eq!(endless, "x".repeat(100) + "\n[cut off after 100 bytes: the answer is longer]");
    let after = std::time::Duration::from_secs(1);
    assert_eq!(get("/hang").await, Err(CallError::TimedOut { after }));
    for path in ["/cut", "/nonsense"] {
        let error = get(path).await.unwrap_err();
        assert!(matches!(&error, CallError::Failed { .. }) && error.is_fault(), "{path}: {error}");
        assert!(!error.to_string().contains(&web.address), "{path}: {error}");
    }
}
