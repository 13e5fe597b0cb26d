//! One server of a configuration, ready to be connected.

use std::fmt;
use std::format;
use std::path::{Path, PathBuf};
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::DuplexStream;

use super::entry::{Endpoint, Entry, Expanded, InProcess, digest};
use super::secrets::Secrets;
use crate::catalog::{Digest, Duplicates, Pointer};
use crate::json::Quoted;

/// How to reach one server, with its variables expanded.
///
/// `Debug` prints texts as written in the file, with variables not expanded and `…` for
/// credentials, and no values of environment variables or headers.
#[derive(Clone, PartialEq)]
pub struct ServerConfig {
    pub(super) name: String,
    pub(in crate::mcp) endpoint: Endpoint<Expanded>,
    pub(super) timeout: Option<Duration>,
    pub(super) volatile: Vec<Pointer>,
    pub(super) duplicates: Duplicates,
    pub(super) written_digest: Option<Digest>,
    /// The folder of the file it is from.
    folder: Option<PathBuf>,
}

impl fmt::Debug for ServerConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerConfig")
            .field("name", &self.name)
            .field("address", &self.address())
            .field("folder", &self.folder)
            .field("timeout", &self.timeout)
            .field("volatile", &self.volatile)
            .field("duplicates", &self.duplicates)
            .finish_non_exhaustive()
    }
}

impl ServerConfig {
    pub(super) fn from_entry(entry: &Entry, endpoint: Endpoint<Expanded>) -> Self {
        Self {
            name: entry.name.clone(),
            endpoint,
            timeout: entry.timeout,
            volatile: entry.volatile.clone(),
            duplicates: entry.duplicates,
            written_digest: Some(entry.digest),
            folder: None,
        }
    }

    fn new(name: impl Into<String>, endpoint: Endpoint<Expanded>) -> Self {
        Self {
            name: name.into(),
            endpoint,
            timeout: None,
            volatile: Vec::new(),
            duplicates: Duplicates::default(),
            written_digest: None,
            folder: None,
        }
    }

    pub(super) fn within(self, folder: Option<PathBuf>) -> Self {
        Self { folder, ..self }
    }

    /// Where its process is started, unless that is overridden; `None` for the
    /// working directory.
    pub(in crate::mcp) fn directory(&self) -> Option<PathBuf> {
        let cwd = match &self.endpoint {
            Endpoint::Stdio { cwd: Some(cwd), .. } => Some(Path::new(cwd.value())),
            _ => None,
        };
        match (&self.folder, cwd) {
            (Some(folder), Some(cwd)) => Some(folder.join(cwd)),
            (folder, cwd) => folder.clone().or(cwd.map(Path::to_path_buf)),
        }
    }

    /// A server that runs as a process and communicates over stdio. Nothing is expanded.
    pub fn stdio<A: Into<String>>(
        name: impl Into<String>,
        command: impl Into<String>,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        let args = args.into_iter().map(Expanded::literal).collect();
        let command = Expanded::literal(command);
        Self::new(name, Endpoint::Stdio { command, args, env: Vec::new(), cwd: None })
    }

    /// A server at a URL (streamable HTTP). Nothing is expanded.
    pub fn http(name: impl Into<String>, url: impl Into<String>) -> Self {
        Self::new(name, Endpoint::Http { url: Expanded::literal(url), headers: Vec::new() })
    }

    /// A server within this program, which communicates over a pipe as over stdio.
    /// `serve` runs for each connection, on the runtime that connects; it starts the
    /// server and returns at once.
    ///
    /// It is captured, compared and called like any other server. For servers that are
    /// linked into the program, and for tests.
    ///
    /// ```
    /// use toolcrib::mcp::ServerConfig;
    ///
    /// # async fn my_server(pipe: tokio::io::DuplexStream) {}
    /// // For example `MyServer.serve(pipe)` of the official SDK.
    /// let desk = ServerConfig::in_process("desk", |pipe| {
    ///     tokio::spawn(my_server(pipe));
    /// });
    /// ```
    pub fn in_process(
        name: impl Into<String>,
        serve: impl Fn(DuplexStream) + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, Endpoint::InProcess(InProcess(Arc::new(serve))))
    }

    /// Adds a variable to the environment of the process, which otherwise
    /// inherits that of the caller. Ignored for HTTP servers.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Endpoint::Stdio { env, .. } = &mut self.endpoint {
            env.push((name.into(), Expanded::literal(value).secret()));
        }
        self
    }

    /// Adds a header to every request. Ignored for processes.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Endpoint::Http { headers, .. } = &mut self.endpoint {
            headers.push((name.into(), Expanded::literal(value).secret()));
        }
        self
    }

    /// Sets how long starting and listing, and each call, may take.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets what happens when a name is listed twice.
    #[must_use]
    pub fn with_duplicates(mut self, duplicates: Duplicates) -> Self {
        self.duplicates = duplicates;
        self
    }

    /// Sets the places of a listing that differ from run to run, as JSON pointers.
    #[must_use]
    pub fn with_volatile(mut self, pointers: impl IntoIterator<Item = Pointer>) -> Self {
        self.volatile = pointers.into_iter().collect();
        self
    }

    /// The name of the server.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The `timeout` of the entry.
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// The places that are blanked before hashing, as JSON pointers.
    #[must_use]
    pub fn volatile(&self) -> &[Pointer] {
        &self.volatile
    }

    /// What happens when a name is listed twice.
    #[must_use]
    pub fn duplicates(&self) -> Duplicates {
        self.duplicates
    }

    /// The working directory of the process, as written; `None` if the entry sets none.
    #[must_use]
    pub fn cwd(&self) -> Option<&str> {
        match &self.endpoint {
            Endpoint::Stdio { cwd, .. } => cwd.as_ref().map(Expanded::written),
            Endpoint::Http { .. } | Endpoint::InProcess(_) => None,
        }
    }

    /// The name of a credential whose value appears in this text, which a capture must
    /// not publish.
    ///
    /// Credentials are headers (except some, such as `Accept`), the user in a URL, and
    /// variables, arguments and query parameters whose name contains key, token, secret,
    /// password or the like. They are found plain and escaped (JSON, percent-encoding,
    /// HTML) if they have at least six bytes. O(n·c) for n bytes and c credentials.
    #[must_use]
    pub fn secret_in(&self, text: &str) -> Option<String> {
        Secrets::of(&self.endpoint).named_in(text).map(Into::into)
    }

    /// Replaces each credential that [`secret_in`](Self::secret_in) finds with `…`, for
    /// messages that repeat what a server said. An [`McpError`](crate::mcp::McpError)
    /// does this itself, and hides the values of all other variables too.
    #[must_use]
    pub fn without_secrets(&self, text: &str) -> String {
        Secrets::of(&self.endpoint).credentials().redact(text)
    }

    /// The URL or the command line, as written, with `…` for credentials: safe
    /// to show in a message.
    #[must_use]
    pub fn address(&self) -> String {
        let text = match &self.endpoint {
            Endpoint::Http { url, .. } => url.written().into(),
            Endpoint::InProcess(_) => "a part of this program".into(),
            Endpoint::Stdio { command, args, .. } => {
                let words = std::iter::once(command).chain(args).map(Expanded::written);
                words.collect::<Vec<_>>().join(" ")
            }
        };
        self.without_secrets(&text)
    }

    /// The SHA-256 of the entry as written, without the values of `env` and `headers`: it
    /// changes with the command line and publishes no secret.
    #[must_use]
    pub fn config_digest(&self) -> Digest {
        self.written_digest.unwrap_or_else(|| digest(&self.to_entry()))
    }

    /// The canonical entry that gives this configuration.
    fn to_entry(&self) -> String {
        match &self.endpoint {
            Endpoint::InProcess(_) => "{}".into(),
            Endpoint::Http { url, headers } if headers.is_empty() => {
                format!("{{\"url\":{}}}", Quoted(url.written()))
            }
            Endpoint::Http { url, headers } => {
                format!("{{\"headers\":{},\"url\":{}}}", names(headers), Quoted(url.written()))
            }
            Endpoint::Stdio { command, args, env, .. } => {
                let args: Vec<_> =
                    args.iter().map(|arg| format!("{}", Quoted(arg.written()))).collect();
                let env =
                    if env.is_empty() { String::new() } else { format!(",\"env\":{}", names(env)) };
                let command = Quoted(command.written());
                format!("{{\"args\":[{}],\"command\":{command}{env}}}", args.join(","))
            }
        }
    }
}

/// `{"NAME":null,…}`, sorted.
fn names(pairs: &[(String, Expanded)]) -> String {
    let mut names: Vec<_> =
        pairs.iter().map(|(name, _)| format!("{}:null", Quoted(name))).collect();
    names.sort();
    format!("{{{}}}", names.join(","))
}
