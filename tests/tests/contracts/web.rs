//! A web server that keeps what it was sent.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Answers each request by its path and keeps the requests as they came. After
/// its answer, `/hang` never ends and `/endless` goes on for ever.
pub(crate) struct Web {
    pub(crate) address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

type Answer = fn(&str) -> Vec<u8>;

impl Web {
    /// `answer` is given the request line's target.
    pub(crate) async fn start(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = requests.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, kept.clone(), answer));
            }
        });
        Self { address, requests }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The requests since the last time.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.requests.lock().unwrap())
    }
}

async fn serve(mut stream: TcpStream, requests: Arc<Mutex<Vec<String>>>, answer: Answer) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    while !is_whole(&bytes) {
        match stream.read(&mut buffer).await {
            Ok(read @ 1..) => bytes.extend_from_slice(&buffer[..read]),
            _ => return,
        }
    }
    let request = String::from_utf8_lossy(&bytes).into_owned();
    let target = request.split(' ').nth(1).unwrap_or_default().to_owned();
    requests.lock().unwrap().push(request);
    let _ = stream.write_all(&answer(&target)).await;
    match target.as_str() {
        "/hang" => std::future::pending().await,
        "/endless" => while stream.write_all(&[b'x'; 4096]).await.is_ok() {},
        _ => {}
    }
    let _ = stream.shutdown().await;
}

fn is_whole(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.and_then(|length| length.parse().ok()).unwrap_or(0)
}

/// An answer with a body.
pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}
