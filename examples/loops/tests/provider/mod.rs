//! A provider for the programs to ask.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread;

use serde_json::Value;

/// A provider on the loopback interface that answers with these replies and
/// gives back what it was asked.
pub(crate) fn provider(replies: Vec<Value>) -> (String, thread::JoinHandle<Vec<Value>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = move |reply: Value| {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let text = reply.to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            text.len()
        );
        reader.get_mut().write_all(format!("{head}{text}").as_bytes()).unwrap();
        serde_json::from_slice(&body).unwrap()
    };
    (url, thread::spawn(move || replies.into_iter().map(answer).collect()))
}
