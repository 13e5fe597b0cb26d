//! What a server says unasked, as far as it concerns us.
#![expect(deprecated, reason = "going out of the protocol; the servers that have it still log")]

use std::prelude::v1::*;

use rmcp::model::{
    JsonRpcMessage, LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam,
    ServerJsonRpcMessage, ServerNotification,
};

use super::config::Secrets;
use super::log::LogLevel;
use super::mark::Mark;
use super::notification::{NotificationKind, TEXT_BYTES};
use super::shared::Shared;

/// Notes what a notification says. Progress and log end here: the SDK would
/// start a task for each, which a flood of them would pay for dearly, and in
/// no particular order.
pub(super) fn heed(message: ServerJsonRpcMessage, shared: &Shared) -> Option<ServerJsonRpcMessage> {
    let JsonRpcMessage::Notification(notification) = &message else { return Some(message) };
    match &notification.notification {
        ServerNotification::ToolListChangedNotification(_) => shared.tools_changed(),
        ServerNotification::ProgressNotification(said) => {
            // Progress of any other call is dropped.
            if let Some(mark) = shared.expected(&said.params.progress_token) {
                mark.progressed();
                shared.say(|| progress(&mark, &said.params, shared.secrets()));
            }
            return None;
        }
        ServerNotification::LoggingMessageNotification(said) => {
            shared.say(|| log(&said.params, shared.secrets()));
            return None;
        }
        _ => {}
    }
    Some(message)
}

fn progress(mark: &Mark, said: &ProgressNotificationParam, secrets: &Secrets) -> NotificationKind {
    NotificationKind::Progress {
        call: mark.id.clone(),
        tool: mark.tool.clone(),
        progress: said.progress,
        total: said.total,
        message: said.message.as_deref().map(|text| secrets.bounded(text, TEXT_BYTES)),
    }
}

fn log(said: &LoggingMessageNotificationParam, secrets: &Secrets) -> NotificationKind {
    let bounded = |text: &str| secrets.bounded(text, TEXT_BYTES);
    let data = match said.data.as_str() {
        Some(text) => bounded(text),
        None => bounded(&said.data.to_string()),
    };
    NotificationKind::Log {
        level: level(said.level),
        logger: said.logger.as_deref().map(bounded),
        data,
    }
}

fn level(level: LoggingLevel) -> LogLevel {
    match level {
        LoggingLevel::Debug => LogLevel::Debug,
        LoggingLevel::Info => LogLevel::Info,
        LoggingLevel::Notice => LogLevel::Notice,
        LoggingLevel::Warning => LogLevel::Warning,
        LoggingLevel::Error => LogLevel::Error,
        LoggingLevel::Critical => LogLevel::Critical,
        LoggingLevel::Alert => LogLevel::Alert,
        LoggingLevel::Emergency => LogLevel::Emergency,
    }
}
