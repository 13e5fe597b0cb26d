//! Blocks of a message.

use serde_json::{Value, json};

pub(super) fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
