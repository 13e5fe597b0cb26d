//! One request, and word to the server when nobody waits for it any longer.

use std::prelude::v1::*;

use rmcp::model::{
    CancelledNotificationParam, ClientRequest, PingRequest, RequestId, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions};
use rmcp::{RoleClient, ServiceError};

use super::mark::Mark;

/// Sends a request and waits for its answer. When this future is dropped
/// before that, the server is told that the request is cancelled; a marked call
/// that has not been sent by then never is.
pub(super) async fn send(
    peer: &Peer<RoleClient>,
    request: ClientRequest,
    mark: Option<&Mark>,
) -> Result<ServerResult, ServiceError> {
    let handle = peer.send_request_with_option(request, PeerRequestOptions::no_options()).await?;
    let mut cancel = Cancel { peer, id: Some(handle.id.clone()), mark };
    let result = handle.await_response().await;
    cancel.id = None;
    result
}

/// Asks whether a server is there.
pub(super) async fn ping(peer: &Peer<RoleClient>) -> Result<(), ServiceError> {
    let ping = PingRequest { method: Default::default(), extensions: Default::default() };
    match send(peer, ClientRequest::PingRequest(ping), None).await {
        // Who refuses is there.
        Ok(_) | Err(ServiceError::McpError(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

struct Cancel<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
    mark: Option<&'a Mark>,
}

impl Drop for Cancel<'_> {
    fn drop(&mut self) {
        let (Some(id), Ok(runtime)) = (self.id.take(), tokio::runtime::Handle::try_current())
        else {
            return;
        };
        if let Some(mark) = self.mark {
            mark.give_up();
        }
        let peer = self.peer.clone();
        runtime.spawn(async move {
            let reason = Some("no longer waited for".into());
            let _ = peer.notify_cancelled(CancelledNotificationParam::new(Some(id), reason)).await;
        });
    }
}
