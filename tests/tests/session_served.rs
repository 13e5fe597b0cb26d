//! A toolbox served over streamable HTTP, a session a connection.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyper::service::service_fn;
use hyper::{Request, body::Incoming};
use hyper_util::rt::TokioIo;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Map, Value, json};
use toolcrib::mcp::{ConnectOptions, Connection, Listing, ServerConfig};
use toolcrib::serve::SessionServer;

mod desk;

async fn serve() -> ServerConfig {
    let toolbox = desk::toolbox();
    let service = StreamableHttpService::new(
        move || Ok(SessionServer::new(toolbox.session())),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let shared = Arc::new(Mutex::new(service));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let shared = shared.clone();
            let answer = service_fn(move |request: Request<Incoming>| {
                let service = shared.lock().unwrap().clone();
                async move { Ok::<_, Infallible>(service.handle(request).await) }
            });
            let connection = hyper::server::conn::http1::Builder::new();
            tokio::spawn(connection.serve_connection(TokioIo::new(stream), answer));
        }
    });
    ServerConfig::http("desk", url).with_timeout(Duration::from_secs(20))
}

fn names(listing: &Listing) -> Vec<String> {
    let tools = listing.tools.iter().map(|tool| serde_json::from_str::<Value>(tool).unwrap());
    tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

fn query(text: &str) -> Map<String, Value> {
    json!({"query": text}).as_object().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_connection_has_a_session_of_its_own() {
    let config = serve().await;
    let options = ConnectOptions::new();
    let (one, first) = Connection::open_and_list(&config, &options).await.unwrap();
    let (two, second) = Connection::open_and_list(&config, &options).await.unwrap();
    assert_eq!(names(&first), ["add", "tool_search"]);
    assert_eq!(names(&first), names(&second));
    let refused = one.call_tool("mcp__time__now", Map::new(), None).await.unwrap();
    assert!(refused.is_error && refused.to_text().contains("select:mcp__time__now"));
    let found = one.call_tool("tool_search", query("select:mcp__time__now"), None).await.unwrap();
    assert!(!found.is_error, "{found:?}");
    let done = one.call_tool("mcp__time__now", Map::new(), None).await.unwrap();
    assert_eq!(done.structured.unwrap()["server"], "time");
    assert_eq!(names(&one.listing().await.unwrap()), ["add", "tool_search", "mcp__time__now"]);
    assert_eq!(names(&two.listing().await.unwrap()), ["add", "tool_search"]);
    one.close().await;
    two.close().await;
}
