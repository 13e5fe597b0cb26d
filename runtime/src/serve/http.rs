//! Serves one session per client over streamable HTTP.

use std::boxed::Box;
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::string::String;
use std::sync::Arc;
use std::time::Duration;
use std::vec::Vec;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::SessionServer;
use crate::session::Session;

type Service = StreamableHttpService<SessionServer, LocalSessionManager>;

/// How long open requests may take after a shutdown was asked for.
const GRACE: Duration = Duration::from_secs(5);
/// The pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_secs(1);
/// The header with the id of the protocol's session.
const SESSION_ID: &str = "mcp-session-id";

/// Serves sessions over MCP's streamable HTTP, at any path.
///
/// Each client gets its own session. Protocol version 2026-07-28 has no sessions: its
/// clients share one, so what one of them found the others can call too. To avoid that,
/// serve in [`Mode::Off`](crate::session::Mode::Off).
///
/// ```no_run
/// # async fn example(toolbox: toolcrib::Toolbox) -> Result<(), Box<dyn std::error::Error>> {
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
/// let until = std::future::pending(); // for example, tokio::signal::ctrl_c()
/// toolcrib::serve::Http::new(move || toolbox.session()).serve(listener, until).await;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is served until `serve` is awaited"]
pub struct Http {
    sessions: Box<dyn Fn() -> Session + Send + Sync>,
    hosts: Vec<String>,
    max_body: usize,
}

impl Http {
    /// The default limit of a request's body, in bytes.
    pub const DEFAULT_MAX_BODY: usize = 4 * 1024 * 1024;

    /// Serves the sessions that `sessions` makes.
    pub fn new(sessions: impl Fn() -> Session + Send + Sync + 'static) -> Self {
        Self { sessions: Box::new(sessions), hosts: Vec::new(), max_body: Self::DEFAULT_MAX_BODY }
    }

    /// Also answers requests for this host: `example.com`, or with a port,
    /// `example.com:8080`. By default only loopback hosts are answered, which stops web
    /// pages from reaching a local server by DNS rebinding.
    pub fn host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Limits the body of a request, in bytes.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Serves until `until` completes. Open requests then have five seconds to finish.
    ///
    /// There is no authentication and no TLS: if others can reach the address, put a
    /// proxy in front. If a connection cannot be accepted, for example because the
    /// process is out of file descriptors, the listener is tried again after a second.
    pub async fn serve(self, listener: TcpListener, until: impl Future<Output = ()>) {
        let mut config =
            StreamableHttpServerConfig::default().with_max_request_body_bytes(self.max_body);
        config.allowed_hosts.extend(self.hosts);
        let stop = config.cancellation_token.clone();
        let shared = SessionServer::new((self.sessions)());
        let make = move || Ok(SessionServer::new((self.sessions)()).or_shared(&shared));
        let service = Service::new(make, Arc::default(), config);
        let mut connections = JoinSet::new();
        accept(&listener, &service, &mut connections, until).await;
        stop.cancel();
        let _ = tokio::time::timeout(GRACE, connections.join_all()).await;
    }
}

impl SessionServer {
    /// With a session for requests that belong to none of the protocol's.
    fn or_shared(self, shared: &Self) -> Self {
        Self { shared: Some(shared.session.clone()), ..self }
    }

    /// The session that a request is for.
    pub(super) fn of(&self, context: &RequestContext<RoleServer>) -> Self {
        let request = context.extensions.get::<http::request::Parts>();
        let alone = request.is_some_and(|parts| !parts.headers.contains_key(SESSION_ID));
        match &self.shared {
            Some(shared) if alone => Self::of_shared(shared.clone()),
            _ => self.clone(),
        }
    }
}

async fn accept(
    listener: &TcpListener,
    service: &Service,
    connections: &mut JoinSet<()>,
    until: impl Future<Output = ()>,
) {
    let mut until = std::pin::pin!(until);
    loop {
        tokio::select! {
            () = &mut until => return,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(connection(stream, service.clone()));
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
        }
    }
}

/// A client that disconnects or does not speak HTTP is not an error of the server.
async fn connection(stream: TcpStream, service: Service) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let service = service.clone();
        async move { Ok::<_, Infallible>(service.handle(request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new());
    let _ = http.serve_connection(TokioIo::new(stream), answer).await;
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("hosts", &self.hosts)
            .field("max_body", &self.max_body)
            .finish_non_exhaustive()
    }
}
