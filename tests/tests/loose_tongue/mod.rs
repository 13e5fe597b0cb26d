//! An MCP server over HTTP that says what it should not.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use toolcrib::mcp::ServerConfig;

/// What it does when it is to say its text, by the id of the request.
pub(crate) type Says = fn(&Value) -> Vec<u8>;

/// A sound server but for its name, until it is asked for `method`. Ends with
/// the test.
pub(crate) async fn serve(method: &'static str, query: &str, says: Says) -> ServerConfig {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp?{query}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(respond(stream, method, says));
        }
    });
    ServerConfig::http("rogue", url).with_timeout(std::time::Duration::from_secs(5))
}

async fn respond(mut stream: TcpStream, method: &str, says: Says) {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    let message = loop {
        match stream.read(&mut buffer).await {
            Ok(read @ 1..) => bytes.extend_from_slice(&buffer[..read]),
            _ => return,
        }
        let text = String::from_utf8_lossy(&bytes);
        match text.split_once("\r\n\r\n") {
            Some((head, _)) if head.starts_with("GET") => break Value::Null,
            Some((_, body)) => match serde_json::from_str(body) {
                Ok(message) => break message,
                Err(_) => continue,
            },
            None => {}
        }
    };
    let asked = message["method"].as_str().unwrap_or_default();
    let is_it = asked == method || (method == "initialize" && asked == "server/discover");
    let bytes = if is_it { says(&message["id"]) } else { sound(asked, &message["id"]) };
    let _ = stream.write_all(&bytes).await;
    let _ = stream.shutdown().await;
}

fn sound(asked: &str, id: &Value) -> Vec<u8> {
    let tools = json!([{"name": "echo", "inputSchema": {"type": "object"}}]);
    let info = json!({"name": super::said(), "version": super::said()});
    let capabilities = json!({"tools": {}});
    let opened =
        json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": info});
    match asked {
        "initialize" => reply(id, "result", opened),
        "tools/list" => reply(id, "result", json!({"tools": tools})),
        "" => answer("405 Method Not Allowed", "", ""),
        _ => answer("202 Accepted", "", ""),
    }
}

pub(crate) fn answer(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let end = if headers.is_empty() { "" } else { "\r\n" };
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n");
    format!("{head}{headers}{end}\r\n{body}").into_bytes()
}

fn message(id: &Value, member: &str, value: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, member: value}).to_string()
}

pub(crate) fn reply(id: &Value, member: &str, value: Value) -> Vec<u8> {
    answer("200 OK", "content-type: application/json", &message(id, member, value))
}

pub(crate) fn stream(id: &Value, member: &str, value: Value) -> Vec<u8> {
    let event = format!("data: {}\n\n", message(id, member, value));
    answer("200 OK", "content-type: text/event-stream", &event)
}
