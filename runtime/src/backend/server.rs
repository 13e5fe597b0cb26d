//! The interface of toolboxes to connections with MCP servers.

use alloc::boxed::Box;
use alloc::string::String;
use core::future::Future;
use core::pin::Pin;
use core::time::Duration;
use std::time::Instant;

use crate::backend::{Admitted, Live};
use crate::error::{BackendError, BackendErrorKind};
use crate::message::Outcome;

/// The future of a call to a server.
pub type BackendFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Outcome, BackendError>> + Send + 'a>>;

/// The future of a listing.
pub type ListingFuture<'a> = Pin<Box<dyn Future<Output = Result<Live, BackendError>> + Send + 'a>>;

/// The status of a server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ServerState {
    /// The server can be called.
    #[default]
    Ready,
    /// Not connected yet: the first call connects it.
    Idle,
    /// Being connected or listed; calls wait for that.
    Pending,
    /// Could not be connected or listed, for the given reason. A later call tries again.
    Failed(String),
    /// Nothing is sent to the server: it does not list what was captured, or was closed.
    /// With the reason.
    Refused(String),
}

/// How recent a listing has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fresh {
    /// The latest listing, if the backend accepts it for a call that began at this time.
    Latest {
        /// The start of the call.
        asked: Instant,
    },
    /// A listing that began at this time or later.
    Since(Instant),
}

/// Connections to MCP servers, for toolboxes.
///
/// `toolcrib::mcp::Servers` is the built-in one; implement this trait for your own
/// transport. A backend does not compare anything: it reports what a server
/// [lists](Live), and each toolbox's [`Binding`](super::Binding) compares that with its
/// own capture. A call reaches the backend only after the comparison, and gives its
/// arguments only in exchange for the compared listing: see [`Admitted::depart`].
///
/// ```
/// use serde_json::json;
/// use toolcrib::call::{Admitted, Backend, BackendError, BackendFuture, Live, Outcome};
///
/// /// One server that lives in this program.
/// struct Local {
///     listing: Live,
/// }
///
/// impl Backend for Local {
///     fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
///         match server == self.listing.manifest().server() {
///             true => Ok(Some(self.listing.clone())),
///             false => Err(BackendError::unknown_server(server)),
///         }
///     }
///
///     fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
///         Box::pin(async move {
///             let tool = call.tool();
///             let arguments = call.depart(&self.listing)?;
///             Ok(Outcome::json(json!({"tool": tool, "arguments": arguments})))
///         })
///     }
/// }
/// ```
pub trait Backend: Send + Sync {
    /// The latest listing of a server if it is still valid: the connection is open, and
    /// the server has announced no change since the listing began. `None` if the server
    /// must be listed first. Must not wait or change anything.
    ///
    /// # Errors
    /// There is no such server.
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError>;

    /// A listing of a server, made anew if the latest is not [recent enough](Fresh).
    /// Connects the server if necessary. Defaults to [`latest`](Self::latest).
    ///
    /// # Errors
    /// There is no such server, or it cannot be connected or listed.
    fn listing<'a>(&'a self, server: &'a str, fresh: Fresh) -> ListingFuture<'a> {
        let _ = fresh;
        let unlisted = || {
            BackendError::new(server, format_args!("server `{server}` has not been listed"))
                .with_kind(BackendErrorKind::Unreachable)
        };
        let latest = self.latest(server).and_then(|live| live.ok_or_else(unlisted));
        Box::pin(core::future::ready(latest))
    }

    /// Sends a call whose listing has been compared. If another listing is the latest by
    /// now, [`Admitted::depart`] fails, and the call is compared and sent again.
    ///
    /// # Errors
    /// The server cannot be reached or violated the protocol. A tool's own failure is an
    /// [`Outcome`].
    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a>;

    /// The connection's own time limit for calls of a server, if it has one: the default
    /// of the toolbox's limit. Asked once, when a toolbox is built.
    fn time_limit(&self, server: &str) -> Option<Duration> {
        let _ = server;
        None
    }

    /// The current status of a server, regardless of captures. Asked for each search, so
    /// it must not wait.
    fn state(&self, server: &str) -> ServerState {
        let _ = server;
        ServerState::Ready
    }
}

impl<B: Backend + ?Sized> Backend for alloc::sync::Arc<B> {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        (**self).latest(server)
    }

    fn listing<'a>(&'a self, server: &'a str, fresh: Fresh) -> ListingFuture<'a> {
        (**self).listing(server, fresh)
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        (**self).call(call)
    }

    fn time_limit(&self, server: &str) -> Option<Duration> {
        (**self).time_limit(server)
    }

    fn state(&self, server: &str) -> ServerState {
        (**self).state(server)
    }
}

/// Why a server is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unavailable {
    /// The server is still connecting.
    Pending,
    /// The server cannot be reached now, for a reason in words for the model.
    Failed(String),
    /// The server no longer lists what was captured, or cannot be used, for a reason in
    /// words for the model.
    Refused(String),
}
