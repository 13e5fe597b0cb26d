//! The servers of a configuration, run side by side.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use toolcrib::mcp::{ConfigFile, ConnectOptions, ServerConfig};
use toolcrib::text::Visible;
use toolcrib_build::check_server_name;

use crate::args::Servers;
use crate::outcome::{Exit, Failure};
use crate::screen::{Screen, plural};

/// Why a server could not be captured or compared.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) server: String,
    pub(crate) message: String,
    /// A finding for a listing that is refused; otherwise a failure.
    pub(crate) exit: Exit,
    /// Places that differ from one listing to the next.
    pub(crate) unstable: Vec<String>,
}

impl Trouble {
    pub(crate) fn failed(server: &str, message: impl ToString) -> Self {
        let (server, message) = (server.into(), message.to_string());
        Self { server, message, exit: Exit::Failed, unstable: Vec::new() }
    }

    pub(crate) fn refused(server: &str, message: impl ToString) -> Self {
        Self { exit: Exit::Finding, ..Self::failed(server, message) }
    }

    /// What a server says may repeat what it was given.
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

/// The servers that were chosen; those that cannot be expanded are troubles.
pub(crate) struct Chosen {
    /// All names of the file that are not disabled.
    pub(crate) names: Vec<String>,
    pub(crate) servers: Vec<ServerConfig>,
    pub(crate) troubles: Vec<Trouble>,
}

/// Reads the configuration.
pub(crate) fn choose(options: &Servers) -> Result<Chosen, Failure> {
    let fault = |error: toolcrib::mcp::ConfigError| Failure::new(error.to_string());
    let file = ConfigFile::read(&options.config).map_err(fault)?;
    let names: Vec<String> = file.names().map(Into::into).collect();
    let file = match options.server.as_slice() {
        [] => file,
        wanted => file.select(wanted).map_err(fault)?,
    };
    let (mut servers, mut troubles) = (Vec::new(), Vec::new());
    for name in file.names() {
        match expand(&file, name) {
            Ok(server) => servers.push(server),
            Err(trouble) => troubles.push(trouble),
        }
    }
    Ok(Chosen { names, servers, troubles })
}

/// Each by itself, so that an unset variable of one is no matter to the others.
fn expand(file: &ConfigFile, name: &str) -> Result<ServerConfig, Trouble> {
    check_server_name(name).map_err(|problem| Trouble::failed(name, problem))?;
    let one = file.clone().select(&[name]).and_then(|file| file.expand_from_env());
    let one = one.map_err(|error| Trouble::failed(name, error))?;
    one.get(name).cloned().ok_or_else(|| Trouble::failed(name, "has no entry"))
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

/// Runs one job a server, side by side; a result for each of them, by name.
/// Interrupted, it ends the servers that run.
pub(crate) fn side_by_side<T, F>(
    servers: Vec<ServerConfig>,
    options: &Servers,
    screen: &Screen,
    job: impl Fn(ServerConfig) -> F,
) -> Result<Results<T>, Failure>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Trouble>> + Send + 'static,
{
    let runtime =
        Runtime::new().map_err(|error| Failure::new(format!("cannot run servers: {error}")))?;
    runtime.block_on(async {
        let count = servers.len();
        screen.progress(&format!("asking {count} server{}", plural(count)));
        let results = unfinished(&servers);
        let tasks = start(servers, usize::from(options.jobs), job);
        tokio::select! {
            results = gather(tasks, results, screen) => Ok(results),
            () = interrupted() => Err(Failure::new("interrupted; nothing was written")),
        }
    })
}

/// Ends when a person, or a CI system, wants the command to stop: the servers,
/// which are process groups of their own, are then ended too.
async fn interrupted() {
    let pressed = async {
        // Where there is no such signal there is nothing to wait for.
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

/// What became of each server.
pub(crate) type Results<T> = BTreeMap<String, Result<T, Trouble>>;

type Tasks<T> = JoinSet<(String, Result<T, Trouble>)>;

fn start<T, F>(
    servers: Vec<ServerConfig>,
    at_a_time: usize,
    job: impl Fn(ServerConfig) -> F,
) -> Tasks<T>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Trouble>> + Send + 'static,
{
    let permits = Arc::new(Semaphore::new(at_a_time));
    let mut tasks = JoinSet::new();
    for server in servers {
        let (name, permits) = (server.name().to_owned(), permits.clone());
        let work = job(server.clone());
        tasks.spawn(async move {
            let _permit = permits.acquire().await;
            (name, work.await.map_err(|trouble| trouble.without_secrets_of(&server)))
        });
    }
    tasks
}

/// The results before any job is done. A job that never reports, because it
/// panicked, leaves its server here: none is left out.
fn unfinished<T>(servers: &[ServerConfig]) -> Results<T> {
    let failed = |server: &ServerConfig| {
        let name = server.name();
        let message = format!(
            "server `{}`: asking it ended in a panic, and nothing is known of it\n  \
             repair: report this as a bug of cargo-toolcrib, with what it printed above",
            Visible(name)
        );
        (name.to_owned(), Err(Trouble::failed(name, message)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Color;

    #[tokio::test]
    async fn a_job_that_panics_is_a_failure_of_its_server() {
        let servers: Vec<_> = ["bad", "good"]
            .map(|name| ServerConfig::stdio(name, "true", [""; 0]))
            .into_iter()
            .collect();
        let results = unfinished(&servers);
        let tasks = start(servers, 1, |server| async move {
            assert_eq!(server.name(), "good", "as a bug may");
            Ok(())
        });
        let results = gather(tasks, results, &Screen::new(false, Color::Never)).await;
        assert_eq!(results.keys().collect::<Vec<_>>(), ["bad", "good"]);
        assert!(matches!(results.get("good"), Some(Ok(()))));
        let Some(Err(trouble)) = results.get("bad") else { panic!("no result") };
        assert_eq!((&*trouble.server, trouble.exit), ("bad", Exit::Failed));
        assert!(trouble.message.contains("ended in a panic"), "{}", trouble.message);
    }
}
