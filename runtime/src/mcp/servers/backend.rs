//! Servers as toolboxes use them.

use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use super::Servers;
use crate::backend::{Admitted, Backend, BackendFuture, Fresh, ListingFuture, Live, ServerState};
use crate::error::BackendError;
use crate::mcp::mark::Mark;
use crate::message::Outcome;

impl Backend for Servers {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        Ok(self.slot(server)?.latest())
    }

    fn listing<'a>(&'a self, server: &'a str, fresh: Fresh) -> ListingFuture<'a> {
        Box::pin(self.listing(server, fresh))
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        Box::pin(self.send(call))
    }

    fn time_limit(&self, server: &str) -> Option<Duration> {
        let slot = self.slot(server).ok()?;
        Some(slot.call_timeout())
    }

    fn state(&self, server: &str) -> ServerState {
        let gone = || ServerState::Refused("it is not in the configuration".into());
        self.state(server).unwrap_or_else(gone)
    }
}

impl Servers {
    /// Of the server as the configuration stands.
    pub(super) async fn listing(&self, server: &str, fresh: Fresh) -> Result<Live, BackendError> {
        loop {
            let slot = self.slot(server)?;
            let failure = match slot.listing(fresh).await {
                Ok(live) => return Ok(live),
                Err(failure) => failure,
            };
            match self.slot(server) {
                // The entry has changed meanwhile: it is another server now.
                Ok(now) if !Arc::ptr_eq(&now, &slot) => {}
                _ => return Err(failure.into()),
            }
        }
    }

    /// Sends a call, while the listing that it was compared with is the latest.
    /// The transport looks once more before it writes the first byte.
    async fn send(&self, call: Admitted<'_>) -> Result<Outcome, BackendError> {
        let (server, tool, id) = (call.server(), call.tool(), call.id());
        let (live, arguments) = call.into_parts();
        let Some(listed) = self.slot(server)?.listed(&live) else {
            return Err(BackendError::stale(server));
        };
        let mark = Mark::new(Some(id).filter(|id| !id.is_empty()), tool, Some(listed.changes));
        match listed.connection.run(&mark, arguments, None).await {
            Ok(outcome) => Ok(outcome),
            Err(error) if mark.was_sent() || error.is_timeout() => Err(error.into()),
            // Kept back, or its server went before a byte was written.
            Err(_) => Err(BackendError::stale(server)),
        }
    }
}
