//! How a toolbox reaches the servers of a verified catalog.

use alloc::boxed::Box;
use alloc::string::String;
use core::future::Future;
use core::pin::Pin;
use core::time::Duration;

use serde_json::{Map, Value};

use super::{BackendError, Outcome};
use crate::catalog::ServerRef;

/// The future of a call to a server.
pub type BackendFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Outcome, BackendError>> + Send + 'a>>;

/// The future of a server that is being made ready.
pub type WarmUpFuture<'a> = Pin<Box<dyn Future<Output = Result<(), BackendError>> + Send + 'a>>;

/// How a server stands at this moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ServerState {
    /// It can be called.
    #[default]
    Ready,
    /// Nothing has been tried yet: the first call connects it.
    Idle,
    /// It is being connected, listed or compared; calls wait for that.
    Pending,
    /// It could not be connected or listed, for the reason given; tried again
    /// by a later call.
    Failed(String),
    /// It lists something else than was captured, or was closed, for the reason
    /// given: nothing is sent to it.
    Refused(String),
}

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
    /// A server that has not been listed yet cannot differ yet: it is listed
    /// and compared before the first call. That is what
    /// [`Builder::catalog_lazy`](crate::toolbox::Builder::catalog_lazy) rests on.
    ///
    /// # Errors
    /// There is no such server, or its latest listing differs.
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

    /// The same for a call that has an id, under which its notices (progress)
    /// are told apart from those of others. Unless overridden, this is
    /// [`call`](Backend::call).
    ///
    /// # Errors
    /// Those of [`call`](Backend::call).
    fn call_as<'a>(
        &'a self,
        id: &'a str,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a> {
        let _ = id;
        self.call(server, tool, arguments)
    }

    /// Makes a server ready for its first call: connected, listed, compared.
    ///
    /// # Errors
    /// What a call would have failed with.
    fn warm_up<'a>(&'a self, server: &'a str) -> WarmUpFuture<'a> {
        let _ = server;
        Box::pin(core::future::ready(Ok(())))
    }

    /// How long a call of this server may take where the toolbox says nothing
    /// of it: the limit that the connection has by itself, if it has one. Asked
    /// once when a toolbox is built.
    fn time_limit(&self, server: &str) -> Option<Duration> {
        let _ = server;
        None
    }

    /// How a server stands now. Asked for each search, so it must not wait.
    fn state(&self, server: &str) -> ServerState {
        let _ = server;
        ServerState::Ready
    }
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

    fn call_as<'a>(
        &'a self,
        id: &'a str,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a> {
        (**self).call_as(id, server, tool, arguments)
    }

    fn warm_up<'a>(&'a self, server: &'a str) -> WarmUpFuture<'a> {
        (**self).warm_up(server)
    }

    fn time_limit(&self, server: &str) -> Option<Duration> {
        (**self).time_limit(server)
    }

    fn state(&self, server: &str) -> ServerState {
        (**self).state(server)
    }
}
