//! The service that `get_tides` asks, so that the example needs no other.

use std::io;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Serves from now on; on the port that the contract names.
pub(crate) async fn open() -> io::Result<()> {
    let port = std::env::var("HARBOUR_PORT").unwrap_or_else(|_| "8093".into());
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream));
        }
    });
    Ok(())
}

/// Answers one request with what it asked for.
async fn answer(mut stream: TcpStream) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head);
    let target = head.split(' ').nth(1).unwrap_or_default();
    let tides = json!({"asked": target, "high": ["05:12", "17:38"], "low": ["11:20", "23:51"]});
    let body = tides.to_string();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await
}
