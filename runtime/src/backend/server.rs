//! What a toolbox needs of connections to MCP servers.

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

/// How a server stands at this moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ServerState {
    /// It can be called.
    #[default]
    Ready,
    /// Nothing has been tried yet: the first call connects it.
    Idle,
    /// It is being connected or listed; calls wait for that.
    Pending,
    /// It could not be connected or listed, for the reason given; tried again
    /// by a later call.
    Failed(String),
    /// It lists something else than was captured, or was closed, for the reason
    /// given: nothing is sent to it.
    Refused(String),
}

/// How recent a listing has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fresh {
    /// The latest one, where the backend lets it count for what was asked at
    /// this moment.
    Latest {
        /// When the call began.
        asked: Instant,
    },
    /// One that began at this moment or later.
    Since(Instant),
}

/// Connections to MCP servers, as toolboxes use them.
///
/// `toolcrib::mcp::Servers` is one; implement it to bring a transport of your
/// own. A backend does not compare anything: it says what a server
/// [lists](Live), and a [`Binding`](super::Binding) of each toolbox holds that
/// against what *this* toolbox captured. A call reaches the backend only after
/// such a comparison, and gives its arguments away only against the listing that
/// was compared: see [`Admitted::depart`].
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
    /// The latest listing of this server, while nothing speaks against it: the
    /// connection is open and no change was announced since it began. `None`
    /// where it has to be listed first. Does not wait and changes nothing.
    ///
    /// # Errors
    /// There is no such server.
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError>;

    /// A listing of this server, made anew where the latest one is not
    /// [recent enough](Fresh); connects the server first, where that is needed.
    /// Unless overridden, this is [`latest`](Self::latest).
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

    /// Sends a call whose listing has been compared. Where another listing is
    /// the latest by now, [`Admitted::depart`] refuses, and the call is compared
    /// and sent again.
    ///
    /// # Errors
    /// The server cannot be reached or broke the protocol. What the tool itself
    /// fails with is an [`Outcome`] that says so.
    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a>;

    /// How long a call of this server may take where the toolbox says nothing
    /// of it: the limit that the connection has by itself, if it has one. Asked
    /// once when a toolbox is built.
    fn time_limit(&self, server: &str) -> Option<Duration> {
        let _ = server;
        None
    }

    /// How a server stands now, whatever a toolbox captured of it. Asked for
    /// each search, so it must not wait.
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

/// Why a server that was to be there is not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unavailable {
    /// It is still connecting.
    Pending,
    /// It cannot be reached now, for the reason given, in words for the model.
    Failed(String),
    /// What it lists now is not what was captured, or it cannot be used for the
    /// reason given, in words for the model.
    Refused(String),
}
