//! An agent loop over plain HTTP. Five calls of the session; the rest is the
//! provider's API.
//!
//! `ANTHROPIC_API_KEY=… cargo run -p loops --bin plain_http -- "Spell strawberry backwards."`

use std::env::{args, var};

use serde_json::{Value, json};
use toolcrib::Toolbox;
use toolcrib::wire::{Anthropic, Wire};

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let question = args().nth(1).ok_or("usage: plain_http QUESTION")?;
    let mut session = Toolbox::builder().native(loops::all()).build()?.session();
    let mut messages = vec![json!({"role": "user", "content": question})];
    loop {
        session.prepare(&Anthropic, &mut messages);
        let request = session.request(&Anthropic)?;
        let reply = ask(&json!({
            "model": var("MODEL").unwrap_or_else(|_| "claude-sonnet-4-5".into()),
            "max_tokens": 4096,
            "system": format!("You are a helpful assistant.\n\n{}", request.prompt),
            "tools": request.tools,
            "messages": messages,
        }))
        .await?;
        messages.push(json!({"role": "assistant", "content": reply["content"]}));
        let mut results = Vec::new();
        for call in session.calls(&Anthropic, &reply) {
            results.push(session.call(call).await);
        }
        if results.is_empty() {
            println!("{}", text(&reply));
            return Ok(());
        }
        messages.extend(Anthropic.results(&results));
    }
}

async fn ask(body: &Value) -> Result<Value, Failure> {
    let url = var("MODEL_URL").unwrap_or_else(|_| "https://api.anthropic.com/v1/messages".into());
    let request = reqwest::Client::new()
        .post(url)
        .header("x-api-key", var("ANTHROPIC_API_KEY")?)
        .header("anthropic-version", "2023-06-01");
    let answer = request.json(body).send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    match status.is_success() {
        true => Ok(serde_json::from_str(&text)?),
        false => Err(format!("the provider answers {status}: {text}").into()),
    }
}

fn text(reply: &Value) -> String {
    let blocks = reply["content"].as_array().into_iter().flatten();
    blocks.filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n")
}
