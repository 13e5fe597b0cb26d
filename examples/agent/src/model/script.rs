//! A model that needs no network: it knows one task, and works on it only with
//! what the requests give it.

use serde_json::{Value, json};

use super::seen::{Say, Seen};
use super::story;
use super::{Model, Provider};
use crate::Failure;

pub(crate) struct Script {
    turn: usize,
}

impl Script {
    pub(crate) fn new() -> Self {
        Self { turn: 0 }
    }
}

impl Model for Script {
    fn provider(&self) -> Provider {
        Provider::Anthropic
    }

    fn name(&self) -> &str {
        "script"
    }

    async fn reply(&mut self, request: &Value) -> Result<Value, Failure> {
        let turn = story::TURNS.get(self.turn).ok_or("the script has ended")?;
        self.turn += 1;
        let say = turn(&Seen::new(request));
        let say =
            say.map_err(|stuck| format!("the script is stuck in turn {}: {stuck}", self.turn))?;
        Ok(message(self.turn, say))
    }
}

/// A reply as the Messages API writes it.
fn message(turn: usize, say: Say) -> Value {
    let stop = if say.calls.is_empty() { "end_turn" } else { "tool_use" };
    let mut content = vec![json!({"type": "text", "text": say.text})];
    content.extend(say.calls.into_iter().enumerate().map(|(at, (name, input))| {
        json!({"type": "tool_use", "id": format!("toolu_{turn:02}_{at}"), "name": name, "input": input})
    }));
    json!({"type": "message", "role": "assistant", "content": content, "stop_reason": stop})
}
