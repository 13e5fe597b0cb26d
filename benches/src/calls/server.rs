//! A small server over stdio, for both sides of the comparison.

use std::error::Error;
use std::io::{BufRead, Write};

use serde_json::{Value, json};

/// Answers until its input ends.
pub(crate) fn run() -> Result<bool, Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if let Some(id) = message.get("id") {
            let result = answer(&message);
            let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
            out.write_all(format!("{answer}\n").as_bytes())?;
            out.flush()?;
        }
    }
    Ok(true)
}

fn answer(message: &Value) -> Value {
    match message["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "echo", "version": "1.0.0"},
        }),
        Some("tools/list") => {
            let text = json!({"type": "string", "description": "Any text."});
            let schema =
                json!({"type": "object", "properties": {"text": text}, "required": ["text"]});
            let tool =
                json!({"name": "echo", "description": "Says it again.", "inputSchema": schema});
            json!({"tools": [tool]})
        }
        _ => {
            let text = &message["params"]["arguments"]["text"];
            json!({"content": [{"type": "text", "text": text}]})
        }
    }
}
