//! How a toolbox reaches the servers of a verified catalog.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::future::Future;
use core::pin::Pin;

use serde_json::{Map, Value};

use super::Outcome;
use crate::catalog::ServerRef;

/// The future of a call to a server.
pub type BackendFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Outcome, BackendError>> + Send + 'a>>;

/// Connections to MCP servers, as a toolbox uses them.
///
/// `toolcrib::mcp::Servers` is one; implement it to bring a transport of your
/// own. The promise that nothing unverified is called rests on
/// [`pin`](Backend::pin): whoever implements it compares.
pub trait Backend: Send + Sync {
    /// Ties the connection of this server to the captured manifest: from now on
    /// it is called only while its latest listing has the captured digest
    /// ([`ServerRef::live_digest`] of that listing equals
    /// [`ServerRef::digest`]). Called once a server when a toolbox is built.
    ///
    /// # Errors
    /// There is no connection to that server, or its latest listing differs.
    fn pin(&self, server: ServerRef<'static>) -> Result<(), BackendError>;

    /// The same for [`Policy::QuarantineTool`](crate::catalog::Policy::QuarantineTool):
    /// each tool may be called while the latest listing has *its* captured
    /// digest, whatever became of the others. Unless overridden, this is as
    /// strict as [`pin`](Backend::pin).
    ///
    /// # Errors
    /// Those of [`pin`](Backend::pin); a listing in which single tools differ
    /// is none.
    fn pin_tools(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.pin(server)
    }

    /// Calls a tool by the server's own names. A listing that may have changed
    /// since is fetched and compared first.
    ///
    /// # Errors
    /// The server is not pinned or no longer says what it is pinned to, cannot
    /// be reached, or broke the protocol. What the tool itself fails with is an
    /// [`Outcome`] that says so.
    fn call<'a>(
        &'a self,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a>;
}

impl<B: Backend + ?Sized> Backend for alloc::sync::Arc<B> {
    fn pin(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        (**self).pin(server)
    }

    fn pin_tools(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        (**self).pin_tools(server)
    }

    fn call<'a>(
        &'a self,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a> {
        (**self).call(server, tool, arguments)
    }
}

/// Why a call did not reach the tool, or its answer did not come back; readable
/// for the model that made the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendError {
    server: String,
    message: String,
}

impl BackendError {
    /// The server, and what happened.
    pub fn new(server: impl Into<String>, message: impl fmt::Display) -> Self {
        Self { server: server.into(), message: alloc::format!("{message}") }
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for BackendError {}
