//! A chat, as far as an example needs one.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use toolcrib::tool;

const CHANNELS: [&str; 3] = ["#builds", "#releases", "#support"];

/// The messages posted so far.
#[derive(Default)]
pub(crate) struct Chat {
    posted: Mutex<Vec<(String, String)>>,
}

#[derive(Serialize)]
pub(crate) struct Receipt {
    channel: String,
    /// The number of the message in its channel.
    message: usize,
}

/// Posts a message to a chat channel of the team.
#[tool(defer, search_hint = "slack chat notify announce tell colleagues", destructive = false)]
pub(crate) async fn post_message(
    /// Channel name, for example "#releases".
    channel: String,
    /// Text of the message.
    text: String,
    chat: &Chat,
) -> Result<Receipt, String> {
    if !CHANNELS.contains(&channel.as_str()) {
        return Err(format!("there is no channel `{channel}`: there are {}", CHANNELS.join(", ")));
    }
    // Where a real one would wait for the network.
    tokio::task::yield_now().await;
    let mut posted = chat.posted.lock().unwrap_or_else(PoisonError::into_inner);
    posted.push((channel.clone(), text));
    let message = posted.iter().filter(|(to, _)| *to == channel).count();
    Ok(Receipt { channel, message })
}
