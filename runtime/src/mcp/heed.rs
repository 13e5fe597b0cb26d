//! What a server says unasked, as far as it concerns us.

use std::prelude::v1::*;

use rmcp::model::{JsonRpcMessage, ServerJsonRpcMessage, ServerNotification};

use super::notice;
use super::shared::Shared;

/// Notes what a notification says. Progress and log end here: the SDK would
/// start a task for each, which a flood of them would pay for dearly, and in
/// no particular order.
pub(super) fn heed(message: ServerJsonRpcMessage, shared: &Shared) -> Option<ServerJsonRpcMessage> {
    let JsonRpcMessage::Notification(notification) = &message else { return Some(message) };
    match &notification.notification {
        ServerNotification::ToolListChangedNotification(_) => shared.tools_changed(),
        ServerNotification::ProgressNotification(said) => {
            shared.progressed(&said.params);
            return None;
        }
        ServerNotification::LoggingMessageNotification(said) => {
            shared.say(|| notice::log(&said.params, shared.secrets()));
            return None;
        }
        _ => {}
    }
    Some(message)
}
