//! A toolbox served over streamable HTTP, a session a connection.

use std::time::Duration;

use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientLifecycleMode, ClientServiceExt};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use toolcrib::mcp::{ConnectOptions, Connection, Listing, ServerConfig};
use toolcrib::serve::Http;
use toolcrib::{Toolbox, tool, tools};

mod desk;

/// The address of a served toolbox, and what ends the serving.
async fn serve(toolbox: Toolbox) -> (String, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (stop, stopped) = oneshot::channel();
    let until = async { stopped.await.unwrap_or_default() };
    let served = Http::new(move || toolbox.session()).serve(listener, until);
    (url, stop, tokio::spawn(served))
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
    let (url, stop, served) = serve(desk::toolbox()).await;
    let config = ServerConfig::http("desk", url).with_timeout(Duration::from_secs(20));
    let options = ConnectOptions::new();
    let (one, first) = Connection::open_and_list(&config, &options).await.unwrap();
    let (two, second) = Connection::open_and_list(&config, &options).await.unwrap();
    assert_eq!(names(&first), ["add", "tool_search"]);
    assert_eq!(names(&first), names(&second));
    let refused = one.call_unchecked("mcp__time__now", Map::new(), None).await.unwrap();
    assert!(refused.is_error && refused.to_text().contains("select:mcp__time__now"));
    let found =
        one.call_unchecked("tool_search", query("select:mcp__time__now"), None).await.unwrap();
    assert!(!found.is_error, "{found:?}");
    let done = one.call_unchecked("mcp__time__now", Map::new(), None).await.unwrap();
    assert_eq!(done.structured.unwrap()["server"], "time");
    assert_eq!(names(&one.listing().await.unwrap()), ["add", "tool_search", "mcp__time__now"]);
    assert_eq!(names(&two.listing().await.unwrap()), ["add", "tool_search"]);
    one.close().await;
    two.close().await;
    stop.send(()).unwrap();
    served.await.unwrap();
    let gone = Connection::open_and_list(&config, &options).await.unwrap_err();
    assert!(gone.to_string().contains("during the handshake"), "{gone}");
}

/// Protocol version 2026-07-28 has no sessions.
#[tokio::test(flavor = "multi_thread")]
async fn clients_without_a_session_of_the_protocol_share_one() {
    let (url, stop, served) = serve(desk::toolbox()).await;
    let client = async || {
        let config = StreamableHttpClientTransportConfig::with_uri(url.clone());
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        let mode = ClientLifecycleMode::Discover { preferred_versions };
        ().serve_with_lifecycle(StreamableHttpClientTransport::from_config(config), mode).await
    };
    let (one, two) = (client().await.unwrap(), client().await.unwrap());
    let names = async || {
        let tools = two.list_all_tools().await.unwrap();
        tools.into_iter().map(|tool| tool.name.into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["add", "tool_search"]);
    let search = CallToolRequestParams::new("tool_search");
    let search = search.with_arguments(query("select:mcp__time__now"));
    assert_eq!(one.call_tool(search).await.unwrap().is_error, Some(false));
    let now = CallToolRequestParams::new("mcp__time__now").with_arguments(Map::new());
    assert_eq!(one.call_tool(now).await.unwrap().is_error, Some(false));
    assert_eq!(names().await, ["add", "tool_search", "mcp__time__now"]);
    stop.send(()).unwrap();
    served.await.unwrap();
}

/// What a listing says of each tool beside its arguments.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Sum {
    total: i64,
}

/// Sums up.
#[tool(title = "Sum up", read_only, open_world = false)]
fn sum_up(
    /// The numbers.
    numbers: Vec<i64>,
) -> Sum {
    Sum { total: numbers.iter().sum() }
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_output_schemas_and_annotations_are_listed() {
    let live = [toolcrib::catalog::Manifest::parse(
        "files",
        r#"{"tools": [{"name": "wipe", "title": "Wipe all", "description": "Removes everything.",
            "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"},
            "annotations": {"destructiveHint": true}, "_meta": {"anthropic/alwaysLoad": true}}]}"#,
    )
    .unwrap()];
    let verified = toolcrib_tests::catalog_of(&live).verify(&live).unwrap();
    let servers = toolcrib_tests::FakeServers::new(live.to_vec());
    let mode = toolcrib::session::Mode::Off;
    let builder = Toolbox::builder().native(tools![sum_up]).catalog(verified, servers);
    let (url, stop, served) = serve(builder.mode(mode).build().unwrap()).await;
    let config = ServerConfig::http("desk", url).with_timeout(Duration::from_secs(20));
    let options = ConnectOptions::new();
    let (client, listing) = Connection::open_and_list(&config, &options).await.unwrap();
    let tools: Vec<Value> =
        listing.tools.iter().map(|tool| serde_json::from_str(tool).unwrap()).collect();
    assert_eq!(tools[0]["name"], "mcp__files__wipe");
    assert_eq!(tools[0]["title"], "Wipe all");
    assert_eq!(tools[0]["annotations"], json!({"destructiveHint": true}));
    assert_eq!(tools[0]["outputSchema"], json!({"type": "object"}));
    assert_eq!(tools[1]["title"], "Sum up");
    assert_eq!(tools[1]["annotations"], json!({"readOnlyHint": true, "openWorldHint": false}));
    assert_eq!(tools[1]["outputSchema"]["required"], json!(["total"]));
    let arguments = json!({"numbers": [1, 2]}).as_object().unwrap().clone();
    let sum = client.call_unchecked("sum_up", arguments, None).await.unwrap();
    assert_eq!(sum.structured, Some(json!({"total": 3})));
    client.close().await;
    stop.send(()).unwrap();
    served.await.unwrap();
}
