//! From a configuration to a running client.

use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ProtocolVersion, SubscriptionFilter,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle,
};
use rmcp::transport::Transport;

use super::config::Endpoint;
use super::deadline::Deadline;
use super::error::{McpErrorKind, Phase};
use super::process::Spawn;
use super::report::{ended, refused, transport};
use super::shared::{End, Shared};
use super::stdio::{Bounds, Stdio};
use super::watched::Watched;
use super::{ConnectOptions, ServerConfig, http};
use crate::error::chain;

/// The wait before an ended subscription is asked for again.
const RESUBSCRIBE: Duration = Duration::from_secs(1);

/// How much a server within this program may write before we read, in bytes,
/// and we before it does.
const PIPE: usize = 64 * 1024;

type Service = RunningService<RoleClient, ClientConfig>;

/// Why one attempt failed.
enum Failed {
    /// Before or outside the handshake.
    Outright(McpErrorKind),
    Handshake(Box<ClientInitializeError>),
}

/// Opens with the handshake that nearly all servers know; when that is
/// answered with an error, once more with discovery.
pub(super) async fn open(
    config: &ServerConfig,
    options: &ConnectOptions,
    deadline: Deadline,
    shared: &Arc<Shared>,
) -> Result<Service, McpErrorKind> {
    let both = async {
        let first = attempt(config, options, shared, ClientLifecycleMode::Initialize).await;
        let error = match first {
            Err(Failed::Handshake(error)) if may_be_newer(config, &error) => error,
            other => return other,
        };
        shared.set_end(|end| *end = End::default());
        let preferred_versions = std::vec![ProtocolVersion::V_2026_07_28];
        let second = ClientLifecycleMode::Discover { preferred_versions };
        // Where discovery fails too, the first refusal says more.
        attempt(config, options, shared, second).await.map_err(|_| Failed::Handshake(error))
    };
    match tokio::time::timeout_at(deadline.at, both).await {
        Ok(Ok(service)) => Ok(service),
        Ok(Err(Failed::Outright(kind))) => Err(kind),
        Ok(Err(Failed::Handshake(error))) => Err(explain(*error, shared)),
        Err(_) => Err(McpErrorKind::Timeout { phase: Phase::Handshake, after: deadline.after }),
    }
}

/// A server without the old handshake answers it with an error; over HTTP, the
/// error may be a status of HTTP.
fn may_be_newer(config: &ServerConfig, error: &ClientInitializeError) -> bool {
    match error {
        ClientInitializeError::JsonRpcError(_) => true,
        ClientInitializeError::TransportError { .. } => {
            matches!(config.endpoint, Endpoint::Http { .. })
        }
        _ => false,
    }
}

async fn attempt(
    config: &ServerConfig,
    options: &ConnectOptions,
    shared: &Arc<Shared>,
    mode: ClientLifecycleMode,
) -> Result<Service, Failed> {
    match &config.endpoint {
        Endpoint::Stdio { command, args, env, cwd: _ } => {
            let (cwd, cwd_override) = (config.directory(), options.cwd_override());
            let spawn = Spawn { command, args, env, cwd, cwd_override };
            let parts = spawn.start(shared).map_err(|error| {
                let command = config.address();
                Failed::Outright(McpErrorKind::CannotStart { command, error })
            })?;
            serve(Stdio::new(parts, bounds(config, options), shared.clone()), shared, mode).await
        }
        Endpoint::InProcess(server) => {
            let (ours, theirs) = tokio::io::duplex(PIPE);
            server.start(theirs);
            let transport = Stdio::in_process(ours, bounds(config, options), shared.clone());
            serve(transport, shared, mode).await
        }
        Endpoint::Http { url, headers } => {
            let transport = http::transport(url, headers, options.bytes(), shared.clone())
                .map_err(|reason| Failed::Outright(McpErrorKind::BadAddress { reason }))?;
            serve(transport, shared, mode).await
        }
    }
}

fn bounds(config: &ServerConfig, options: &ConnectOptions) -> Bounds {
    // A server at work on a call may read nothing else meanwhile.
    let call = options.call_timeout_of(config);
    let write = options.longest_call().map_or(call, |longest| longest.max(call));
    Bounds { line: options.bytes(), write }
}

async fn serve(
    transport: impl Transport<RoleClient> + 'static,
    shared: &Arc<Shared>,
    mode: ClientLifecycleMode,
) -> Result<Service, Failed> {
    let me = Implementation::new("toolcrib", env!("CARGO_PKG_VERSION"));
    let mut client = ClientConfig::new(ClientCapabilities::default(), me);
    client.protocol_version = ProtocolVersion::V_2025_11_25;
    serve_client_with_lifecycle(client, Watched::new(transport, shared.clone()), mode)
        .await
        .map_err(|error| Failed::Handshake(Box::new(error)))
}

fn explain(error: ClientInitializeError, shared: &Shared) -> McpErrorKind {
    let phase = Phase::Handshake;
    match error {
        ClientInitializeError::ConnectionClosed(_) => ended(shared, phase),
        ClientInitializeError::JsonRpcError(error) => refused(error, phase),
        ClientInitializeError::ExpectedInitResult(_)
        | ClientInitializeError::ExpectedInitResponse(_) => {
            let reason = "the answer to `initialize` is invalid".into();
            McpErrorKind::Protocol { phase, reason }
        }
        ClientInitializeError::TransportError { error, .. } => transport(&*error.error, phase),
        other => McpErrorKind::Protocol { phase, reason: chain(&other) },
    }
}

/// Asks a server of the newer era, which announces nothing unasked, for
/// announcements that its tools changed. The transport sees them.
pub(super) fn subscribe(service: &Service, shared: &Arc<Shared>) {
    let Some(info) = service.peer().peer_info() else { return };
    let announces = info.capabilities.tools.as_ref().and_then(|tools| tools.list_changed);
    if info.protocol_version.has_initialize() || announces != Some(true) {
        return;
    }
    let (peer, shared) = (service.peer().clone(), shared.clone());
    tokio::spawn(async move {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        while let Ok(mut subscription) = peer.listen(filter.clone()).await {
            while let Ok(Some(_)) = subscription.next().await {}
            // Between two subscriptions, a change would go unnoticed.
            tokio::time::sleep(RESUBSCRIBE).await;
            shared.tools_changed();
        }
    });
}
