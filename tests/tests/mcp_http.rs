//! Servers over streamable HTTP, on the loopback interface.

#![allow(clippy::unwrap_used)]

mod common;

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::{drifted, names, within};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode, body::Incoming};
use hyper_util::rt::TokioIo;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    InitializeResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ProtocolVersion, ServerCapabilities, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, json};
use toolcrib::call::Outcome;
use toolcrib::mcp::{
    Config, ConnectOptions, Connection, McpErrorKind, NotificationKind, ServerConfig, Servers,
};
use toolcrib_tests::wait::{eventually, eventually_some};

/// Two pages of tools; numbers that rounding would change.
#[derive(Clone)]
struct Desk {
    versions: &'static [ProtocolVersion],
    description: &'static str,
}

impl Desk {
    fn new(versions: &'static [ProtocolVersion]) -> Self {
        Self { versions, description: "A tool." }
    }
}

fn schema() -> Map<String, serde_json::Value> {
    let text = r#"{"type":"object","default":[9007199254740993,0.1,1e22,5e-324,
        2.2250738585072011e-308,31.245270191439438,18446744073709551615]}"#;
    serde_json::from_str(text).unwrap()
}

impl ServerHandler for Desk {
    fn get_info(&self) -> InitializeResult {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        InitializeResult::new(capabilities)
            .with_server_info(Implementation::new("desk", "2.0"))
            .with_instructions("Ask nicely.")
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(self.versions)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let second = request.is_some_and(|request| request.cursor.is_some());
        let name = if second { "second" } else { "first" };
        let mut page =
            ListToolsResult::with_all_items(vec![Tool::new(name, self.description, schema())]);
        page.next_cursor = (!second).then(|| "more".to_owned());
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == "second" {
            let _ = context.peer.notify_tool_list_changed().await;
        }
        if let Some(token) = context.meta.get_progress_token() {
            let half = ProgressNotificationParam::new(token, 0.5).with_total(1.0);
            let _ = context.peer.notify_progress(half).await;
        }
        let text = json!(request.arguments).to_string();
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

type Service = StreamableHttpService<Desk, LocalSessionManager>;

fn service(desk: Desk, config: StreamableHttpServerConfig) -> Service {
    let sessions = Arc::new(LocalSessionManager::default());
    StreamableHttpService::new(move || Ok(desk.clone()), sessions, config)
}

async fn serve(desk: Desk, config: StreamableHttpServerConfig) -> ServerConfig {
    serve_shared(Arc::new(Mutex::new(service(desk, config)))).await
}

/// Serves until the test ends; requests without the token are turned away.
async fn serve_shared(shared: Arc<Mutex<Service>>) -> ServerConfig {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let shared = shared.clone();
            let answer = service_fn(move |request: Request<Incoming>| {
                let service = shared.lock().unwrap().clone();
                async move {
                    let token = request.headers().get("x-token");
                    if token.is_none_or(|token| token.as_bytes() != b"s3cret") {
                        let mut refusal = Response::default();
                        *refusal.status_mut() = StatusCode::UNAUTHORIZED;
                        return Ok::<_, Infallible>(refusal);
                    }
                    Ok(service.handle(request).await)
                }
            });
            let connection = hyper::server::conn::http1::Builder::new();
            tokio::spawn(connection.serve_connection(TokioIo::new(stream), answer));
        }
    });
    ServerConfig::http("desk", url)
        .with_header("x-token", "s3cret")
        .with_timeout(Duration::from_secs(10))
}

async fn exercise(config: &ServerConfig, version: &str) {
    let (server, listing) =
        Connection::open_and_list(config, &ConnectOptions::new()).await.unwrap();
    assert_eq!(names(&listing), ["first", "second"]);
    assert_eq!(listing.protocol_version, version);
    assert_eq!(listing.name.as_deref(), Some("desk"));
    assert_eq!(listing.instructions.as_deref(), Some("Ask nicely."));
    assert_eq!(
        listing.tools[0],
        concat!(
            r#"{"description":"A tool.","inputSchema":{"default":[9007199254740993,0.1,1e+22,"#,
            r#"5e-324,2.225073858507201e-308,31.245270191439438,18446744073709551615],"#,
            r#""type":"object"},"name":"first"}"#
        )
    );
    let arguments = json!({"a": 1}).as_object().unwrap().clone();
    let outcome = server.call_unchecked("first", arguments, None).await.unwrap();
    assert_eq!(outcome, Outcome::text(r#"{"a":1}"#));
    server.close().await;
    assert!(server.is_closed());
}

const ALL: &[ProtocolVersion] = ProtocolVersion::KNOWN_VERSIONS;

#[tokio::test]
async fn a_server_with_sessions() {
    let config = serve(Desk::new(ALL), StreamableHttpServerConfig::default()).await;
    exercise(&config, "2025-11-25").await;
}

#[tokio::test]
async fn a_server_without_sessions_that_answers_json() {
    let http = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    exercise(&serve(Desk::new(ALL), http).await, "2025-11-25").await;
}

#[tokio::test]
async fn a_server_that_knows_only_discovery() {
    const NEW: &[ProtocolVersion] = &[ProtocolVersion::V_2026_07_28];
    let config = serve(Desk::new(NEW), StreamableHttpServerConfig::default()).await;
    exercise(&config, "2026-07-28").await;
}

#[tokio::test]
async fn an_announced_change_is_another_generation() {
    const NEW: &[ProtocolVersion] = &[ProtocolVersion::V_2026_07_28];
    for versions in [ALL, NEW] {
        let config = serve(Desk::new(versions), StreamableHttpServerConfig::default()).await;
        let (server, _) = Connection::open_and_list(&config, &ConnectOptions::new()).await.unwrap();
        // The stream of announcements is opened in the background.
        let before = server.generation();
        eventually_some("an announcement", async || {
            server.call_unchecked("second", Map::new(), None).await.unwrap();
            (server.generation() != before).then_some(())
        })
        .await;
        server.close().await;
    }
}

#[tokio::test]
async fn progress_and_pings_go_over_http_too() {
    const NEW: &[ProtocolVersion] = &[ProtocolVersion::V_2026_07_28];
    for versions in [ALL, NEW] {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let listener = {
            let heard = heard.clone();
            move |notice: toolcrib::mcp::Notification| heard.lock().unwrap().push(notice.kind)
        };
        let config = serve(Desk::new(versions), StreamableHttpServerConfig::default()).await;
        let options = ConnectOptions::new().on_notification(listener);
        let server = Connection::open(&config, &options).await.unwrap();
        server.ping().await.unwrap();
        server.call_unchecked("first", Map::new(), None).await.unwrap();
        let is_half = |kind: &NotificationKind| {
            matches!(kind, NotificationKind::Progress { progress: 0.5, total: Some(1.0), tool, .. }
                if &**tool == "first")
        };
        eventually("progress", || heard.lock().unwrap().iter().any(is_half)).await;
        server.close().await;
    }
}

#[tokio::test]
async fn a_refusal_is_told_without_the_header_that_was_sent() {
    let config = serve(Desk::new(ALL), StreamableHttpServerConfig::default()).await;
    let config = ServerConfig::http("desk", config.address()).with_header("x-token", "wr0ng");
    let error = Connection::open(&config, &ConnectOptions::new()).await.unwrap_err();
    assert!(error.to_string().contains("401"), "{error}");
    assert!(!format!("{error} {error:?} {config:?}").contains("wr0ng"));
}

#[tokio::test]
async fn an_address_where_nobody_listens_is_an_error_at_once() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    drop(listener);
    let started = Instant::now();
    let config = ServerConfig::http("nobody", url);
    let error = Connection::open(&config, &ConnectOptions::new()).await.unwrap_err();
    within(started, Duration::from_secs(5), ());
    let text = error.to_string();
    assert!(text.starts_with("server `nobody` cannot be reached during the handshake"), "{text}");
    assert!(text.to_lowercase().contains("connection refused"), "{text}");
}

#[tokio::test]
async fn bad_addresses_and_headers_are_refused() {
    for (config, part) in [
        (ServerConfig::http("s", "localhost"), "does not begin"),
        (ServerConfig::http("s", "http://exa mple"), "is not a URL"),
        (ServerConfig::http("s", "http://localhost").with_header("a b", "c"), "\"a b\""),
        (ServerConfig::http("s", "http://localhost").with_header("a", "c\n"), "the value of"),
    ] {
        let error = Connection::open(&config, &ConnectOptions::new()).await.unwrap_err();
        assert!(matches!(error.kind(), McpErrorKind::BadAddress { .. }), "{error:?}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// What a server says after a restart is verified before it is called.
#[tokio::test]
async fn a_restarted_server_is_verified_again() {
    let http = StreamableHttpServerConfig::default;
    let shared = Arc::new(Mutex::new(service(Desk::new(ALL), http())));
    let config = Config::new([serve_shared(shared.clone()).await]);
    let servers = Servers::connect(&config, &ConnectOptions::new()).await.unwrap();
    let servers = common::bind(&servers).await;
    servers.call("desk", "first", Map::new()).await.unwrap();

    // The same server again: the call finds its session gone, the next one works.
    *shared.lock().unwrap() = service(Desk::new(ALL), http());
    let error = servers.call("desk", "first", Map::new()).await.unwrap_err();
    assert!(error.detail().to_string().contains("Session expired"), "{}", error.detail());
    servers.call("desk", "first", Map::new()).await.unwrap();

    // Another one in its place.
    let changed = Desk { description: "Another tool.", ..Desk::new(ALL) };
    *shared.lock().unwrap() = service(changed, http());
    servers.call("desk", "first", Map::new()).await.unwrap_err();
    drifted(servers.call("desk", "first", Map::new()).await);
    servers.close().await;
}
