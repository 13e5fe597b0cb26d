//! The three shapes of request and reply, as far as `toolcrib::wire` leaves
//! them to the user: the parts that do not concern tools.

use serde_json::{Value, json};
use toolcrib::session::Request;
use toolcrib::wire::{Anthropic, OpenAiChat, OpenAiResponses, Wire};

/// Whose API is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Provider {
    Anthropic,
    /// Responses.
    OpenAi,
    /// Chat Completions.
    OpenAiChat,
}

const MAX_TOKENS: u32 = 4096;

impl Provider {
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        match name {
            "anthropic" => Ok(Self::Anthropic),
            "openai" => Ok(Self::OpenAi),
            "openai-chat" => Ok(Self::OpenAiChat),
            other => {
                Err(format!("there is no provider `{other}`: use anthropic, openai or openai-chat"))
            }
        }
    }

    pub(crate) fn wire(self) -> &'static dyn Wire {
        match self {
            Self::Anthropic => &Anthropic,
            Self::OpenAi => &OpenAiResponses,
            Self::OpenAiChat => &OpenAiChat,
        }
    }

    /// The environment variable of the key.
    pub(crate) fn key_variable(self) -> &'static str {
        match self {
            Self::Anthropic => "ANTHROPIC_API_KEY",
            Self::OpenAi | Self::OpenAiChat => "OPENAI_API_KEY",
        }
    }

    pub(crate) fn base_url(self) -> &'static str {
        match self {
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::OpenAi | Self::OpenAiChat => "https://api.openai.com/v1",
        }
    }

    pub(crate) fn endpoint(self) -> &'static str {
        match self {
            Self::Anthropic => "messages",
            Self::OpenAi => "responses",
            Self::OpenAiChat => "chat/completions",
        }
    }

    pub(crate) fn default_model(self) -> &'static str {
        match self {
            Self::Anthropic => "claude-sonnet-4-5",
            Self::OpenAi | Self::OpenAiChat => "gpt-5-mini",
        }
    }

    /// The whole request.
    pub(crate) fn body(
        self,
        model: &str,
        system: &str,
        request: &Request,
        history: &[Value],
    ) -> Value {
        let tools = &request.tools;
        let system = format!("{system}\n\n{}", request.prompt);
        let system = system.trim_end();
        match self {
            Self::Anthropic => json!({
                "model": model,
                "max_tokens": MAX_TOKENS,
                "system": system,
                "tools": tools,
                "messages": history,
            }),
            Self::OpenAi => {
                json!({"model": model, "instructions": system, "tools": tools, "input": history})
            }
            Self::OpenAiChat => {
                let mut messages = vec![json!({"role": "system", "content": system})];
                messages.extend_from_slice(history);
                json!({"model": model, "tools": tools, "messages": messages})
            }
        }
    }

    /// What the reply adds to the history.
    pub(crate) fn turn(self, reply: &Value) -> Vec<Value> {
        let content = |pointer: &str| reply.pointer(pointer).cloned();
        match self {
            Self::Anthropic => content("/content")
                .map(|content| json!({"role": "assistant", "content": content}))
                .into_iter()
                .collect(),
            Self::OpenAi => {
                content("/output").and_then(|items| items.as_array().cloned()).unwrap_or_default()
            }
            Self::OpenAiChat => content("/choices/0/message").into_iter().collect(),
        }
    }

    /// The texts of the reply, in order.
    pub(crate) fn texts(self, reply: &Value) -> Vec<&str> {
        match self {
            Self::Anthropic => texts(reply.get("content"), "text"),
            Self::OpenAi => {
                let items = reply.get("output").and_then(Value::as_array).into_iter().flatten();
                items.flat_map(|item| texts(item.get("content"), "output_text")).collect()
            }
            Self::OpenAiChat => reply
                .pointer("/choices/0/message/content")
                .and_then(Value::as_str)
                .into_iter()
                .collect(),
        }
    }
}

fn texts<'a>(blocks: Option<&'a Value>, kind: &str) -> Vec<&'a str> {
    let blocks = blocks.and_then(Value::as_array).into_iter().flatten();
    let of_kind = blocks.filter(|block| block.get("type").and_then(Value::as_str) == Some(kind));
    of_kind.filter_map(|block| block.get("text").and_then(Value::as_str)).collect()
}
