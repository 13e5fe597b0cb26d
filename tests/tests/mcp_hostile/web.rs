//! A server over HTTP that answers byte for byte what it is told to.
#![allow(dead_code, clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use toolcrib::mcp::ServerConfig;

/// How a request is answered.
#[derive(Clone)]
pub(crate) enum Reply {
    /// A body of JSON.
    Json(String),
    /// An event with this data.
    Event(String),
    /// Events without end, with a pause between them.
    Endless(&'static str, Duration),
    /// No answer at all.
    Silence,
}

pub(crate) struct Web {
    pub(crate) url: String,
    open: Arc<AtomicUsize>,
}

impl Web {
    /// `reply` gets each request; without one, it is answered as it should be.
    pub(crate) async fn serve(
        reply: impl Fn(&str, &Value) -> Option<Reply> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let (open, reply) = (Arc::new(AtomicUsize::new(0)), Arc::new(reply));
        let web = Self { url, open: open.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (open, reply) = (open.clone(), reply.clone());
                tokio::spawn(async move {
                    open.fetch_add(1, Ordering::AcqRel);
                    let _ = answer(stream, &*reply).await;
                    open.fetch_sub(1, Ordering::AcqRel);
                });
            }
        });
        web
    }

    pub(crate) fn config(&self) -> ServerConfig {
        ServerConfig::http("web", &*self.url)
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.open.load(Ordering::Acquire) == 0
    }
}

async fn answer(
    stream: TcpStream,
    reply: &(dyn Fn(&str, &Value) -> Option<Reply> + Send + Sync),
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut line, mut length, mut is_post) = (String::new(), 0, None);
    while line.trim_end() != "" || is_post.is_none() {
        line.clear();
        stream.read_line(&mut line).await?;
        is_post.get_or_insert_with(|| line.starts_with("POST"));
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    if is_post != Some(true) {
        return stream.write_all(b"HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n").await;
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let message: Value = serde_json::from_slice(&body).unwrap();
    let method = message["method"].as_str().unwrap_or_default();
    let head = |kind: &str| {
        format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nMcp-Session-Id: 1\r\nConnection: close\r\n\r\n"
        )
    };
    // What answers a request of the server has no method.
    let id = message.get("id").filter(|_| !method.is_empty());
    let usual = || Some(Reply::Json(usual(method, id?)));
    match reply(method, &message).or_else(usual) {
        None => stream.write_all(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n").await,
        Some(Reply::Json(text)) => {
            stream.write_all((head("application/json") + &text).as_bytes()).await
        }
        Some(Reply::Event(text)) => {
            let event = format!("{}data: {text}\n\n", head("text/event-stream"));
            stream.write_all(event.as_bytes()).await
        }
        Some(Reply::Silence) => std::future::pending().await,
        Some(Reply::Endless(event, pause)) => {
            stream.write_all(head("text/event-stream").as_bytes()).await?;
            loop {
                stream.write_all(event.as_bytes()).await?;
                stream.flush().await?;
                tokio::time::sleep(pause).await;
            }
        }
    }
}

fn usual(method: &str, id: &Value) -> String {
    let result = match method {
        "initialize" => json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "web", "version": "1"},
        }),
        "tools/list" => json!({"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}),
        "tools/call" => json!({"content": [{"type": "text", "text": "hello"}]}),
        _ => json!({}),
    };
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}
