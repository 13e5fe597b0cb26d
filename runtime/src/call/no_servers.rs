//! No connections at all.

use alloc::boxed::Box;
use alloc::string::String;

use serde_json::{Map, Value};

use super::{Backend, BackendError, BackendFuture};
use crate::catalog::ServerRef;

/// The connections of a catalog that holds contracts and no servers.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoServers;

impl NoServers {
    fn error(server: &str) -> BackendError {
        BackendError::new(server, "there are no connections to servers")
    }
}

impl Backend for NoServers {
    fn pin(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        Err(Self::error(server.name()))
    }

    fn call<'a>(&'a self, server: &'a str, _: &'a str, _: Map<String, Value>) -> BackendFuture<'a> {
        Box::pin(core::future::ready(Err(Self::error(server))))
    }
}
