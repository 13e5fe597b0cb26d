//! No connections at all.

use alloc::boxed::Box;

use crate::backend::{Admitted, Backend, BackendFuture, Live};
use crate::error::{BackendError, BackendErrorKind};

/// The connections of a catalog that holds contracts and no servers.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoServers;

impl NoServers {
    fn error(server: &str) -> BackendError {
        BackendError::new(server, "there are no connections to servers")
            .with_kind(BackendErrorKind::Refused)
    }
}

impl Backend for NoServers {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        Err(Self::error(server))
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        Box::pin(core::future::ready(Err(Self::error(call.server()))))
    }
}
