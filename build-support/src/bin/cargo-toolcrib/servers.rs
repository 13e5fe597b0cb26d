//! Runs the servers of a configuration side by side.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use toolcrib::mcp::{ConfigFile, ConnectOptions, ServerConfig};
use toolcrib::text::Visible;
use toolcrib_build::check_server_name;

use crate::args::Servers;
use crate::outcome::{CommandError, Exit};
use crate::screen::{Screen, plural};

/// How long the end waits for what cannot be interrupted, as the look-up of a
/// host's address.
const LEFT_OVER: Duration = Duration::from_secs(1);

/// Why a server could not be captured or compared.
#[derive(Debug)]
pub(crate) struct ServerError {
    pub(crate) server: String,
    pub(crate) message: String,
    /// [`Exit::Finding`] for a refused listing, else [`Exit::Failed`].
    pub(crate) exit: Exit,
    /// Places that differ between two listings.
    pub(crate) unstable: Vec<String>,
}

impl ServerError {
    pub(crate) fn failed(server: &str, message: impl ToString) -> Self {
        let (server, message) = (server.into(), message.to_string());
        Self { server, message, exit: Exit::Failed, unstable: Vec::new() }
    }

    pub(crate) fn refused(server: &str, message: impl ToString) -> Self {
        Self { exit: Exit::Finding, ..Self::failed(server, message) }
    }

    /// What a server says may repeat the secrets that it was given.
    fn without_secrets_of(mut self, server: &ServerConfig) -> Self {
        self.message = server.without_secrets(&self.message);
        self.unstable.iter_mut().for_each(|place| *place = server.without_secrets(place));
        self
    }

    pub(crate) fn document(&self) -> Value {
        let outcome = if self.exit == Exit::Finding { "refused" } else { "failed" };
        json!({
            "server": self.server,
            "outcome": outcome,
            "error": self.message,
            "unstable": self.unstable,
        })
    }
}

/// The chosen servers; those that cannot be expanded are errors.
pub(crate) struct Chosen {
    /// The names of all servers that are not disabled.
    pub(crate) names: Vec<String>,
    pub(crate) servers: Vec<ServerConfig>,
    pub(crate) errors: Vec<ServerError>,
}

/// Reads the configuration.
pub(crate) fn choose(options: &Servers) -> Result<Chosen, CommandError> {
    let file = ConfigFile::read(&options.config).map_err(CommandError::new)?;
    let names: Vec<String> = file.names().map(Into::into).collect();
    let file = match options.server.as_slice() {
        [] => file,
        wanted => file.select(wanted).map_err(CommandError::new)?,
    };
    let (mut servers, mut errors) = (Vec::new(), Vec::new());
    for name in file.names() {
        match expand(&file, name) {
            Ok(server) => servers.push(server),
            Err(error) => errors.push(error),
        }
    }
    Ok(Chosen { names, servers, errors })
}

/// Expands one server alone, so that its unset variables do not affect the others.
fn expand(file: &ConfigFile, name: &str) -> Result<ServerConfig, ServerError> {
    check_server_name(name).map_err(|message| ServerError::failed(name, message))?;
    let one = file.clone().select(&[name]).and_then(|file| file.expand_from_env());
    let one = one.map_err(|error| ServerError::failed(name, error))?;
    one.get(name).cloned().ok_or_else(|| ServerError::failed(name, "has no entry"))
}

pub(crate) fn connect_options(options: &Servers) -> ConnectOptions {
    let mut connect = ConnectOptions::new();
    if let Some(timeout) = options.timeout {
        connect = connect.timeout(timeout);
    }
    if let Some(pages) = options.max_pages {
        connect = connect.max_pages(pages);
    }
    if let Some(bytes) = options.max_bytes {
        connect = connect.max_bytes(bytes);
    }
    connect
}

/// Runs a job for each server, side by side, and returns their results by name.
/// Ends the running servers when interrupted.
pub(crate) fn side_by_side<T, F>(
    servers: Vec<ServerConfig>,
    options: &Servers,
    screen: &Screen,
    job: impl Fn(ServerConfig) -> F,
) -> Result<Results<T>, CommandError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, ServerError>> + Send + 'static,
{
    let runtime = Runtime::new()
        .map_err(|error| CommandError::new(format!("cannot run servers: {error}")))?;
    let results = runtime.block_on(async {
        let count = servers.len();
        screen.progress(&format!("asking {count} server{}", plural(count)));
        let results = unfinished(&servers);
        let tasks = start(servers, usize::from(options.jobs), job);
        tokio::select! {
            results = gather(tasks, results, screen) => Ok(results),
            () = interrupted() => Err(CommandError::new("interrupted; nothing was written")),
        }
    });
    runtime.shutdown_timeout(LEFT_OVER);
    results
}

/// Waits for the signal to stop. The servers are process groups of their own, so
/// the command has to end them.
async fn interrupted() {
    let pressed = async {
        // Without such a signal there is nothing to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = pressed => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// The result of each server.
pub(crate) type Results<T> = BTreeMap<String, Result<T, ServerError>>;

type Tasks<T> = JoinSet<(String, Result<T, ServerError>)>;

fn start<T, F>(
    servers: Vec<ServerConfig>,
    at_a_time: usize,
    job: impl Fn(ServerConfig) -> F,
) -> Tasks<T>
where
    T: Send + 'static,
    F: Future<Output = Result<T, ServerError>> + Send + 'static,
{
    let permits = Arc::new(Semaphore::new(at_a_time));
    let mut tasks = JoinSet::new();
    for server in servers {
        let (name, permits) = (server.name().to_owned(), permits.clone());
        let work = job(server.clone());
        tasks.spawn(async move {
            let _permit = permits.acquire().await;
            (name, work.await.map_err(|error| error.without_secrets_of(&server)))
        });
    }
    tasks
}

/// The results before any job is done: the result of a job that panics stays, so
/// that no server is left out.
fn unfinished<T>(servers: &[ServerConfig]) -> Results<T> {
    let failed = |server: &ServerConfig| {
        let name = server.name();
        let message = format!(
            "server `{}`: cargo-toolcrib panicked while listing it\n  \
             repair: report this as a bug, with the panic message above",
            Visible(name)
        );
        (name.to_owned(), Err(ServerError::failed(name, message)))
    };
    servers.iter().map(failed).collect()
}

async fn gather<T: 'static>(
    mut tasks: Tasks<T>,
    mut results: Results<T>,
    screen: &Screen,
) -> Results<T> {
    let (mut done, count) = (0, results.len());
    while let Some(joined) = tasks.join_next().await {
        done += 1;
        let Ok((name, result)) = joined else { continue };
        let mark = if result.is_ok() { "listed" } else { "failed" };
        screen.progress(&format!("[{done}/{count}] {name}: {mark}"));
        results.insert(name, result);
    }
    results
}
