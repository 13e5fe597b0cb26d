//! Serves a session to any MCP client.
//!
//! The client sees what a model would: the tools that are always sent, the search tool,
//! and the tools that were found. A search promotes tools and notifies the client that
//! the list has changed. The session's gate and permissions apply. For clients that do
//! not list again, serve a session in [`Mode::Bridge`](crate::session::Mode::Bridge).
//!
//! Over stdio, with one session:
//!
//! ```no_run
//! # async fn example(toolbox: toolcrib::Toolbox) -> Result<(), toolcrib::serve::ServeError> {
//! toolcrib::serve::stdio(toolbox.session()).await
//! # }
//! ```
//!
//! Over HTTP, with a session per client: `serve::Http`, with the feature `serve-http`.
//! [`SessionServer`] is a handler for the official SDK, for its other transports.

#[cfg(feature = "serve-http")]
mod http;
mod listed;

#[cfg(feature = "serve-http")]
pub use http::Http;

use std::fmt;
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, InitializeResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;

use crate::message::{ToolCall, ToolResult};
use crate::session::Session;
use crate::text::debug_as_display;
use crate::wire::call_result;

/// A session as an MCP server. Cloning is cheap: clones share the session.
#[derive(Debug, Clone)]
pub struct SessionServer {
    session: Arc<Mutex<Session>>,
    /// For HTTP requests without a session of the protocol.
    #[cfg(feature = "serve-http")]
    shared: Option<Arc<Mutex<Session>>>,
}

/// Serves a session on standard input and output until the client disconnects. Nothing
/// else may write to standard output meanwhile.
///
/// # Errors
/// The client does not speak MCP, or a stream broke.
pub async fn stdio(session: Session) -> Result<(), ServeError> {
    let server = SessionServer::new(session);
    let running = server.serve(rmcp::transport::stdio()).await.map_err(ServeError::new)?;
    running.waiting().await.map_err(ServeError::new)?;
    Ok(())
}

impl SessionServer {
    /// A server for this session.
    #[must_use]
    pub fn new(session: Session) -> Self {
        Self::of_shared(Arc::new(Mutex::new(session)))
    }

    fn of_shared(session: Arc<Mutex<Session>>) -> Self {
        Self {
            session,
            #[cfg(feature = "serve-http")]
            shared: None,
        }
    }

    /// No tool runs under the lock, so a poisoned lock still guards a consistent session.
    fn with<R>(&self, work: impl FnOnce(&mut Session) -> R) -> R {
        work(&mut self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The session that a request is for.
    #[cfg(not(feature = "serve-http"))]
    fn of(&self, _context: &RequestContext<RoleServer>) -> Self {
        self.clone()
    }

    fn list(&self) -> Result<Vec<Tool>, ErrorData> {
        let tools = self.with(|session| listed::tools(session));
        tools.into_iter().map(serde_json::from_value).collect::<Result<_, _>>().map_err(internal)
    }

    async fn run(&self, request: CallToolRequestParams) -> ToolResult {
        let arguments = request.arguments.map(Value::Object).unwrap_or_default();
        let call = ToolCall::new("", request.name, arguments);
        // Started under the lock, awaited without it: calls run side by side.
        let running = self.with(|session| session.start(call));
        running.await
    }
}

impl ServerHandler for SessionServer {
    fn get_info(&self) -> InitializeResult {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        InitializeResult::new(capabilities)
            .with_server_info(Implementation::new("toolcrib", env!("CARGO_PKG_VERSION")))
            .with_instructions(self.with(|session| session.prompt()))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.of(&context).list()?))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let result = self.of(&context).run(request).await;
        if result.search.is_some_and(|search| !search.tools.is_empty()) {
            // A client that cannot be told finds out when it lists again.
            let _ = context.peer.notify_tool_list_changed().await;
        }
        let result: CallToolResult =
            serde_json::from_value(call_result(&result.outcome)).map_err(internal)?;
        Ok(result.into())
    }
}

fn internal(error: impl fmt::Display) -> ErrorData {
    ErrorData::internal_error(format!("{error}"), None)
}

/// Why serving failed.
#[derive(Clone)]
pub struct ServeError {
    message: String,
}

impl ServeError {
    fn new(error: impl fmt::Display) -> Self {
        Self { message: format!("{error}") }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "serving MCP: {}", self.message)
    }
}

debug_as_display!(ServeError);

impl core::error::Error for ServeError {}
