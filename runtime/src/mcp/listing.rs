//! A server's answer to `tools/list`, with all pages.

use std::collections::HashSet;
use std::prelude::v1::*;

use rmcp::model::{
    ClientRequest, ErrorCode, ListToolsRequest, PaginatedRequestParams, ServerPeerInfo,
    ServerResult,
};
use rmcp::service::ServiceError;

use super::config::Secrets;
use super::connection::Connection;
use super::deadline::Deadline;
use super::error::{McpError, McpErrorKind, Phase};
use super::page::{self, Page};
use super::{ConnectOptions, ServerConfig, request};
use crate::catalog::{
    CapturedFrom, Digest, Duplicates, Manifest, ManifestBuilder, ManifestError, Pointer,
};

/// A complete listing, with what the handshake said about the server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listing {
    /// The server, by its name in the configuration.
    pub server: String,
    /// The name that the server gives itself.
    pub name: Option<String>,
    /// The version that the server reports.
    pub version: Option<String>,
    /// The negotiated protocol version.
    pub protocol_version: String,
    /// The server's instructions for the model.
    pub instructions: Option<String>,
    /// Each tool as its JSON text in canonical form, in the server's order,
    /// faulty ones included.
    pub tools: Vec<String>,
    /// The number of pages.
    pub pages: usize,
    /// The number of lines so far on its standard output that were not messages.
    pub noise: u64,
    /// The digest of the entry in the configuration.
    pub config_digest: Digest,
    /// The places that the configuration declares volatile, as JSON pointers.
    pub volatile: Vec<Pointer>,
    /// What the configuration says about a name listed twice.
    pub duplicates: Duplicates,
    /// What an error of it may not show.
    secrets: Secrets,
}

impl Connection {
    /// Opens a connection and lists the tools, within one timeout.
    ///
    /// # Errors
    /// See [`open`](Self::open) and [`listing`](Self::listing).
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

    /// Lists the tools, following all pages, within the timeout.
    ///
    /// # Errors
    /// A page has an error, no answer, or cannot be read; a cursor repeats; there are
    /// more pages or bytes than the options allow. A listing is complete or an error.
    pub async fn listing(&self) -> Result<Listing, McpError> {
        let deadline = Deadline::new(self.options().timeout_of(self.config()));
        self.list_by(deadline).await.map(|(listing, _)| listing)
    }

    /// Gives back the [`generation`](Self::generation) that it began in, too.
    pub(super) async fn list_by(&self, deadline: Deadline) -> Result<(Listing, u64), McpError> {
        let generation = self.generation();
        let limits = Limits { pages: self.options().pages(), bytes: self.options().bytes() };
        match Listing::fetch(self, deadline, limits).await {
            Ok(listing) => Ok((listing, generation)),
            Err(kind) => Err(self.report(kind).await),
        }
    }
}

/// How much is accepted.
#[derive(Debug, Clone, Copy)]
struct Limits {
    pages: usize,
    bytes: usize,
}

impl Listing {
    /// The manifest of this listing, with nothing blanked.
    ///
    /// # Errors
    /// Lists every tool that cannot be used and, unless the configuration allows it,
    /// every name listed twice.
    pub fn manifest(&self) -> Result<Manifest, ManifestError> {
        let mut builder = ManifestBuilder::new(&self.server);
        builder.duplicates(self.duplicates).instructions_text(self.instructions.clone());
        for tool in &self.tools {
            builder.tool_text(tool).map_err(|error| ManifestError::json(&self.server, error))?;
        }
        let secrets = self.secrets.clone();
        let manifest = builder.finish().map(|it| it.veiled(move |text| secrets.redact(text)));
        manifest.map_err(|error| error.map_texts(|text| self.secrets.line(text)))
    }

    /// What a lock file records about the origin of its manifest.
    #[must_use]
    pub fn captured_from(&self) -> CapturedFrom {
        CapturedFrom {
            name: self.name.clone(),
            version: self.version.clone(),
            protocol_version: Some(self.protocol_version.clone()).filter(|text| !text.is_empty()),
            config: Some(self.config_digest.to_hex()),
        }
    }

    async fn fetch(
        connection: &Connection,
        deadline: Deadline,
        limits: Limits,
    ) -> Result<Self, McpErrorKind> {
        let mut pages = Pages::default();
        while let Some(cursor) = pages.next.take() {
            if pages.count >= limits.pages {
                return Err(McpErrorKind::TooManyPages { limit: limits.pages });
            }
            let number = pages.count + 1;
            match ask(connection, cursor, number, deadline).await? {
                Some(page) => pages.add(page, limits)?,
                None if pages.count == 0 => break,
                None => {
                    let reason = "the server no longer knows the method".into();
                    return Err(McpErrorKind::BrokenPage { page: number, reason });
                }
            }
        }
        Ok(Self::new(connection, pages))
    }

    fn new(connection: &Connection, pages: Pages) -> Self {
        let config = connection.config();
        let info = connection.peer().peer_info();
        let info: Option<&ServerPeerInfo> = info.as_deref();
        let server_info = info.and_then(|info| info.server_info.as_ref());
        Self {
            server: config.name().into(),
            name: server_info.map(|server| server.name.clone()),
            version: server_info.map(|server| server.version.clone()),
            protocol_version: info
                .map(|info| info.protocol_version.to_string())
                .unwrap_or_default(),
            instructions: info.and_then(|info| info.instructions.clone()),
            tools: pages.tools,
            pages: pages.count,
            noise: connection.noise(),
            config_digest: config.config_digest(),
            volatile: config.volatile().to_vec(),
            duplicates: config.duplicates(),
            secrets: connection.shared().secrets().clone(),
        }
    }
}

/// The pages so far.
struct Pages {
    tools: Vec<String>,
    count: usize,
    bytes: usize,
    /// The cursor of the next page: outer `None` at the end, inner `None` for
    /// the first page.
    next: Option<Option<String>>,
    seen: HashSet<String>,
}

impl Default for Pages {
    fn default() -> Self {
        let (tools, seen) = (Vec::new(), HashSet::new());
        Self { tools, count: 0, bytes: 0, next: Some(None), seen }
    }
}

impl Pages {
    /// Adds a page, unless its cursor has been seen: then the page itself may
    /// be one that is already here.
    fn add(&mut self, page: Page, limits: Limits) -> Result<(), McpErrorKind> {
        self.count += 1;
        self.next = page.next.clone().map(Some);
        if let Some(cursor) = page.next
            && !self.seen.insert(cursor.clone())
        {
            return Err(McpErrorKind::RepeatedCursor { page: self.count, cursor });
        }
        self.bytes += page.tools.iter().map(String::len).sum::<usize>();
        if self.bytes > limits.bytes {
            return Err(McpErrorKind::TooLarge { limit: limits.bytes });
        }
        self.tools.extend(page.tools);
        Ok(())
    }
}

/// Asks for a page; none from a server that has no tools at all.
async fn ask(
    connection: &Connection,
    cursor: Option<String>,
    page: usize,
    deadline: Deadline,
) -> Result<Option<Page>, McpErrorKind> {
    let phase = Phase::Listing { page };
    let params = cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
    let request =
        ListToolsRequest { method: Default::default(), params, extensions: Default::default() };
    let answer = request::send(connection.peer(), ClientRequest::ListToolsRequest(request), None);
    match tokio::time::timeout_at(deadline.at, answer).await {
        Err(_) => Err(McpErrorKind::Timeout { phase, after: deadline.after }),
        Ok(Err(error)) if has_no_tools(connection, &error) => Ok(None),
        Ok(Err(error)) => Err(connection.failure(error, phase)),
        Ok(Ok(answer)) => read(&answer, page).map(Some),
    }
}

fn read(answer: &ServerResult, page: usize) -> Result<Page, McpErrorKind> {
    page::read(answer).map_err(|reason| McpErrorKind::BrokenPage { page, reason })
}

/// A server that does not claim to have tools need not know the method.
fn has_no_tools(connection: &Connection, error: &ServiceError) -> bool {
    let claims =
        connection.peer().peer_info().is_some_and(|info| info.capabilities.tools.is_some());
    let unknown =
        matches!(error, ServiceError::McpError(error) if error.code == ErrorCode::METHOD_NOT_FOUND);
    unknown && !claims
}
