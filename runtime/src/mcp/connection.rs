//! One connection to one server.

use std::error::Error;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::ClientConfig;
use rmcp::service::{Peer, RunningService, ServiceError};
use rmcp::{ErrorData, RoleClient};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::config::Secrets;
use super::error::{McpError, McpErrorKind, Phase, chain};
use super::http::HttpError;
use super::keep_alive::KeepAlive;
use super::listing::{Limits, Listing};
use super::notice::Outlet;
use super::shared::Shared;
use super::{ConnectOptions, ServerConfig, handshake};

/// A connection whose handshake is done.
///
/// Dropping it does in the background what [`close`](Self::close) does; when the
/// runtime ends before that is done, the process group is killed at once.
#[derive(Debug)]
pub struct Connection {
    config: ServerConfig,
    options: ConnectOptions,
    peer: Peer<RoleClient>,
    service: Mutex<RunningService<RoleClient, ClientConfig>>,
    shared: Arc<Shared>,
    _keep_alive: Option<KeepAlive>,
}

/// The end of the time that something may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    pub(super) at: Instant,
    pub(super) after: Duration,
}

impl Deadline {
    pub(super) fn new(after: Duration) -> Self {
        // A time-out too long for the clock is as good as one of some years.
        let far = Duration::from_secs(60 * 60 * 24 * 365);
        Self { at: Instant::now() + after.min(far), after }
    }

    pub(super) fn earlier(self, other: Self) -> Self {
        if other.at < self.at { other } else { self }
    }
}

impl Connection {
    /// Starts or reaches a server and agrees on a protocol version with it.
    ///
    /// The handshake of the versions up to 2025-11-25 is tried first. A server
    /// that answers it with an error is tried again with the discovery of
    /// version 2026-07-28.
    ///
    /// # Errors
    /// A server that cannot be started or reached, that exits, that does not
    /// answer in time or answers something else.
    pub async fn open(config: &ServerConfig, options: &ConnectOptions) -> Result<Self, McpError> {
        Self::open_by(config, options, Deadline::new(options.timeout_of(config))).await
    }

    /// Opens and lists, both within one time-out.
    ///
    /// # Errors
    /// Those of [`open`](Self::open) and [`listing`](Self::listing).
    pub async fn open_and_list(
        config: &ServerConfig,
        options: &ConnectOptions,
    ) -> Result<(Self, Listing), McpError> {
        let deadline = Deadline::new(options.timeout_of(config));
        let connection = Self::open_by(config, options, deadline).await?;
        match connection.list_by(deadline).await {
            Ok((listing, _)) => Ok((connection, listing)),
            Err(error) => {
                connection.close().await;
                Err(error)
            }
        }
    }

    pub(super) async fn open_by(
        config: &ServerConfig,
        options: &ConnectOptions,
        deadline: Deadline,
    ) -> Result<Self, McpError> {
        let outlet = options.listener().map(|listener| Outlet::new(config.name(), listener));
        let wants_progress = options.longest_call().is_some();
        let shared = Arc::new(Shared::new(Secrets::of(config), outlet, wants_progress));
        match handshake::open(config, options, deadline, &shared).await {
            Ok(service) => {
                handshake::subscribe(&service, &shared);
                let (config, options) = (config.clone(), options.clone());
                let (peer, service) = (service.peer().clone(), Mutex::new(service));
                let _keep_alive = KeepAlive::start(&config, &options, &peer, &shared);
                Ok(Self { config, options, peer, service, shared, _keep_alive })
            }
            Err(kind) => Err(report(config, kind, &shared).await),
        }
    }

    /// The configuration it was opened with.
    #[must_use]
    pub fn config(&self) -> &ServerConfig {
        &self.config
    }

    /// Lists the tools, following all pages, within the time-out.
    ///
    /// # Errors
    /// An error or no answer on any page, a page that cannot be read, a cursor
    /// given twice, more pages or bytes than the options allow. A listing is
    /// whole or it is an error.
    pub async fn listing(&self) -> Result<Listing, McpError> {
        let deadline = Deadline::new(self.options.timeout_of(&self.config));
        self.list_by(deadline).await.map(|(listing, _)| listing)
    }

    /// Gives back the [`generation`](Self::generation) that it began in, too.
    pub(super) async fn list_by(&self, deadline: Deadline) -> Result<(Listing, u64), McpError> {
        let generation = self.shared.generation();
        let limits = Limits { pages: self.options.pages(), bytes: self.options.bytes() };
        match Listing::fetch(self, deadline, limits).await {
            Ok(listing) => Ok((listing, generation)),
            Err(kind) => Err(self.report(kind).await),
        }
    }

    /// Counts the announcements of this server that its tools changed: a listing
    /// that began in another generation is no longer the latest.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.shared.generation()
    }

    /// True when the server has gone or the connection was closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.shared.is_closed() || self.peer.is_transport_closed()
    }

    /// How many lines of the server's standard output were not messages.
    #[must_use]
    pub fn noise(&self) -> u64 {
        self.shared.noise()
    }

    /// Closes the connection: the server's input is closed, then the server is
    /// asked to terminate, then its process group is killed, with 1.5 seconds
    /// between the steps.
    pub async fn close(&self) {
        let _ = self.service.lock().await.close().await;
        self.shared.set_end(|end| end.closed = true);
    }

    pub(super) fn peer(&self) -> &Peer<RoleClient> {
        &self.peer
    }

    pub(super) fn shared(&self) -> &Shared {
        &self.shared
    }

    pub(super) fn options(&self) -> &ConnectOptions {
        &self.options
    }

    pub(super) async fn report(&self, kind: McpErrorKind) -> McpError {
        report(&self.config, kind, &self.shared).await
    }

    /// What a failed request says.
    pub(super) fn failure(&self, error: ServiceError, phase: Phase) -> McpErrorKind {
        match error {
            ServiceError::McpError(error) => refused(error, phase),
            ServiceError::TransportSend(error) => transport(&*error.error, phase),
            ServiceError::TransportClosed => ended(&self.shared, phase),
            other => McpErrorKind::Protocol { phase, reason: chain(&other) },
        }
    }
}

pub(super) fn refused(error: ErrorData, phase: Phase) -> McpErrorKind {
    let (code, message) = (i64::from(error.code.0), error.message.into_owned());
    McpErrorKind::Refused { phase, code, message }
}

/// What the transport says of itself; the status where that is why.
pub(super) fn transport(error: &(dyn Error + 'static), phase: Phase) -> McpErrorKind {
    let status = error.downcast_ref().and_then(HttpError::status);
    McpErrorKind::Transport { phase, status, reason: chain(error) }
}

pub(super) fn ended(shared: &Shared, phase: Phase) -> McpErrorKind {
    let end = shared.end();
    McpErrorKind::Ended { phase, exit: end.exit, reason: end.reason }
}

/// The one way from what a server said to an error that is shown.
async fn report(config: &ServerConfig, kind: McpErrorKind, shared: &Shared) -> McpError {
    let (stderr, secrets) = (shared.last_words().await, shared.secrets());
    let kind = kind.map_texts(|text| secrets.line(&text));
    McpError::new(config.name(), kind, stderr, shared.noise())
}
