//! Asking whether a server is there.

use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::Peer;
use tokio::task::AbortHandle;

use super::shared::Shared;
use super::{ConnectOptions, ServerConfig, request};

/// Asks again and again; ends when dropped.
#[derive(Debug)]
pub(super) struct KeepAlive(AbortHandle);

impl KeepAlive {
    pub(super) fn start(
        config: &ServerConfig,
        options: &ConnectOptions,
        peer: &Peer<RoleClient>,
        shared: &Arc<Shared>,
    ) -> Option<Self> {
        let every = options.keep_alive_every()?;
        let (peer, shared, timeout) = (peer.clone(), shared.clone(), options.timeout_of(config));
        let task = tokio::spawn(async move {
            while is_there(&peer, &shared, every, timeout).await {}
            shared.set_end(|end| end.closed = true);
        });
        Some(Self(task.abort_handle()))
    }
}

/// A server that is at work on a call may answer nothing else meanwhile.
async fn is_there(
    peer: &Peer<RoleClient>,
    shared: &Shared,
    every: Duration,
    timeout: Duration,
) -> bool {
    tokio::time::sleep(every).await;
    if shared.is_closed() {
        return false;
    }
    let answered = matches!(tokio::time::timeout(timeout, request::ping(peer)).await, Ok(Ok(())));
    answered || !shared.is_idle()
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        self.0.abort();
    }
}
