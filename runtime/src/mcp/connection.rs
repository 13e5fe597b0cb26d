//! One connection to one server.

use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::ClientConfig;
use rmcp::service::{Peer, RunningService, ServiceError};
use tokio::sync::Mutex;

use super::config::Secrets;
use super::deadline::Deadline;
use super::error::{McpError, McpErrorKind, Phase};
use super::keep_alive::KeepAlive;
use super::notification::Outlet;
use super::report::{failed, report};
use super::shared::Shared;
use super::{ConnectOptions, ServerConfig, handshake, request};

/// An open connection to a server.
///
/// Dropping it does the same as [`close`](Self::close), in the background. If the runtime
/// ends first, the process group is killed at once.
///
/// ```no_run
/// # async fn example() -> Result<(), toolcrib::mcp::McpError> {
/// use toolcrib::mcp::{ConnectOptions, Connection, ServerConfig};
///
/// let config = ServerConfig::stdio("git", "git-mcp", ["."]);
/// let connection = Connection::open(&config, &ConnectOptions::new()).await?;
/// println!("{} tools", connection.listing().await?.tools.len());
/// connection.close().await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Connection {
    config: ServerConfig,
    options: ConnectOptions,
    peer: Peer<RoleClient>,
    service: Mutex<RunningService<RoleClient, ClientConfig>>,
    shared: Arc<Shared>,
    _keep_alive: Option<KeepAlive>,
}

impl Connection {
    /// Starts or connects to a server and negotiates a protocol version.
    ///
    /// Tries the handshake of versions up to 2025-11-25 first. If the server answers with
    /// an error, tries the discovery of version 2026-07-28.
    ///
    /// # Errors
    /// The server cannot be started or reached, exits, does not answer in time, or
    /// answers something unexpected.
    pub async fn open(config: &ServerConfig, options: &ConnectOptions) -> Result<Self, McpError> {
        Self::open_by(config, options, Deadline::new(options.timeout_of(config))).await
    }

    pub(super) async fn open_by(
        config: &ServerConfig,
        options: &ConnectOptions,
        deadline: Deadline,
    ) -> Result<Self, McpError> {
        let outlet = options.listener().map(|listener| Outlet::new(config.name(), listener));
        let wants_progress = options.longest_call().is_some();
        let shared = Arc::new(Shared::new(Secrets::of(&config.endpoint), outlet, wants_progress));
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

    /// The configuration that it was opened with.
    #[must_use]
    pub fn config(&self) -> &ServerConfig {
        &self.config
    }

    /// How often the server has announced that its tools changed. A listing that began in
    /// another generation is no longer the latest.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.shared.generation()
    }

    /// Whether the server has gone or the connection was closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.shared.is_closed() || self.peer.is_transport_closed()
    }

    /// The number of lines on the server's standard output that were not messages.
    #[must_use]
    pub fn noise(&self) -> u64 {
        self.shared.noise()
    }

    /// Pings the server and returns how long the answer took. Any answer counts,
    /// even a protocol error.
    ///
    /// # Errors
    /// There is no answer within the timeout, or the server has gone.
    pub async fn ping(&self) -> Result<Duration, McpError> {
        let deadline = Deadline::new(self.options().timeout_of(self.config()));
        let asked = tokio::time::Instant::now();
        let kind = match tokio::time::timeout_at(deadline.at, request::ping(self.peer())).await {
            Ok(Ok(())) => return Ok(asked.elapsed()),
            Ok(Err(error)) => self.failure(error, Phase::Ping),
            Err(_) => McpErrorKind::Timeout { phase: Phase::Ping, after: deadline.after },
        };
        Err(self.report(kind).await)
    }

    /// Closes the connection: closes the server's input, then asks it to terminate, then
    /// kills its process group, 1.5 seconds apart.
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

    /// What a failed request says.
    pub(super) fn failure(&self, error: ServiceError, phase: Phase) -> McpErrorKind {
        failed(error, &self.shared, phase)
    }

    pub(super) async fn report(&self, kind: McpErrorKind) -> McpError {
        report(&self.config, kind, &self.shared).await
    }
}
