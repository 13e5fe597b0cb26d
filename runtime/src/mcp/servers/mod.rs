//! All servers of a configuration.

mod backend;
mod reload;

use std::fmt;
use std::path::Path;
use std::prelude::v1::*;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Map, Value};
use tokio::time::Instant;

pub use self::reload::Reload;
use super::failure::{ConnectError, ServerFailure, ServersError};
use super::mark::Mark;
use super::slot::{Pin, Ready, Slot};
use super::{CallError, Config, ConnectOptions, Connection, McpError, McpErrorKind};
use crate::call::{Outcome, ServerState};
use crate::catalog::{Manifest, ServerRef};

/// How often a call that cannot have been sent is tried anew.
const ROUNDS: u32 = 16;

/// Connects the servers of an `.mcp.json`, with the default options and the
/// variables of the process environment.
///
/// # Errors
/// A configuration that cannot be used, or the failures of all servers that
/// cannot; the others are closed again.
pub async fn connect(path: impl AsRef<Path>) -> Result<Servers, ConnectError> {
    let config = Config::read(path)?;
    Ok(Servers::connect(&config, &ConnectOptions::new()).await?)
}

/// Connections to several servers; cheap to clone, all clones being the same.
///
/// A server that has gone is opened again by the next call, with a growing
/// wait between failures. One that was opened again, or has announced a
/// change, is listed and compared again before anything is sent to it; calls
/// wait for that. A call that was on its way when its server went, and of which
/// nothing had been written yet, is sent to the next connection.
///
/// When the last clone is dropped, the servers are stopped in the background,
/// while the runtime lasts; when the runtime ends first, their process groups
/// are killed at once. [`close`](Self::close) waits for an orderly end.
#[derive(Clone)]
pub struct Servers {
    inner: Arc<Inner>,
}

struct Inner {
    options: ConnectOptions,
    /// Servers are connected by their first call.
    lazy: bool,
    set: RwLock<Set>,
}

/// The servers of the configuration as it stands.
#[derive(Default)]
struct Set {
    slots: Vec<Arc<Slot>>,
    /// What servers had to be that are not in the configuration any longer.
    former: Vec<(String, Pin)>,
    /// Connections that end with their last call.
    retired: Vec<Weak<Connection>>,
    closed: bool,
}

impl Servers {
    /// Connects all servers of a configuration side by side.
    ///
    /// # Errors
    /// The failures of all servers that cannot be used; the others are closed
    /// again.
    pub async fn connect(config: &Config, options: &ConnectOptions) -> Result<Self, ServersError> {
        let (servers, error) = Self::connect_available(config, options).await;
        match error {
            None => Ok(servers),
            Some(error) => {
                servers.close().await;
                Err(error)
            }
        }
    }

    /// Connects the servers that can be connected, and says which cannot.
    /// Those are tried again when they are called.
    pub async fn connect_available(
        config: &Config,
        options: &ConnectOptions,
    ) -> (Self, Option<ServersError>) {
        let servers = Self::new(config, options, false);
        let error = servers.manifests().await.err();
        (servers, error)
    }

    /// Connects nothing yet: each server is connected, listed and compared by
    /// its first call, by [`warm_up`](Self::warm_up) or by
    /// [`start`](Self::start). For
    /// [`Builder::catalog_lazy`](crate::toolbox::Builder::catalog_lazy).
    ///
    /// ```no_run
    /// # async fn example(catalog: toolcrib::Catalog<'static>) -> Result<(), Box<dyn std::error::Error>> {
    /// use toolcrib::Toolbox;
    /// use toolcrib::mcp::{Config, ConnectOptions, Servers};
    ///
    /// let servers = Servers::lazy(&Config::read(".mcp.json")?, &ConnectOptions::new());
    /// let toolbox = Toolbox::builder().catalog_lazy(catalog, servers.clone()).build()?;
    /// // Side by side and in the background; without it, at the first call.
    /// servers.start();
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn lazy(config: &Config, options: &ConnectOptions) -> Self {
        Self::new(config, options, true)
    }

    fn new(config: &Config, options: &ConnectOptions, lazy: bool) -> Self {
        let slots = config.servers().iter().map(|server| Slot::new(server, options, None));
        let set = Set { slots: slots.collect(), ..Set::default() };
        Self { inner: Arc::new(Inner { options: options.clone(), lazy, set: RwLock::new(set) }) }
    }

    fn set(&self) -> RwLockReadGuard<'_, Set> {
        self.inner.set.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_mut(&self) -> RwLockWriteGuard<'_, Set> {
        self.inner.set.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn slots(&self) -> Vec<Arc<Slot>> {
        self.set().slots.clone()
    }

    fn slot(&self, server: &str) -> Result<Arc<Slot>, CallError> {
        let found = self.set().slots.iter().find(|slot| slot.name() == server).cloned();
        found.ok_or_else(|| CallError::UnknownServer { server: server.into() })
    }

    /// What every server says now, in the order of the configuration.
    ///
    /// # Errors
    /// The failures of all servers that cannot be listed.
    pub async fn manifests(&self) -> Result<Vec<Manifest>, ServersError> {
        let slots = self.slots();
        let (mut manifests, mut failures) = (Vec::new(), Vec::new());
        for result in join_all(slots.iter().map(|slot| slot.manifest())).await {
            match result {
                Ok(manifest) => manifests.push(manifest),
                Err(failure) => failures.push(failure),
            }
        }
        ServersError::new(failures).map_or(Ok(manifests), Err)
    }

    /// The names of the servers, in the order of the configuration.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.set().slots.iter().map(|slot| slot.name().into()).collect()
    }

    /// How a server stands at this moment; `None` when there is none of that
    /// name.
    #[must_use]
    pub fn state(&self, server: &str) -> Option<ServerState> {
        self.slot(server).ok().map(|slot| slot.state())
    }

    /// The connection to a server, while there is one. What is called through
    /// it is not verified.
    #[must_use]
    pub fn get(&self, server: &str) -> Option<Arc<Connection>> {
        self.slot(server).ok()?.connection()
    }

    /// Asks a server whether it is there; one that is not connected is
    /// connected first.
    ///
    /// # Errors
    /// It cannot be connected, does not answer or is not what it is pinned to.
    pub async fn ping(&self, server: &str) -> Result<Duration, CallError> {
        self.warm_up(server).await?;
        let connection = self.get(server).ok_or_else(|| closed(server))?;
        connection.ping().await.map_err(|error| failed(server, error))
    }

    /// Begins to connect every server that is not connected, side by side, and
    /// does not wait for it. Has to be called within a tokio runtime.
    pub fn start(&self) {
        self.slots().iter().for_each(|slot| slot.start());
    }

    /// Makes a server ready for its first call: connected, listed and, where it
    /// is pinned, compared.
    ///
    /// # Errors
    /// What a call would have failed with.
    pub async fn warm_up(&self, server: &str) -> Result<(), CallError> {
        self.slot(server)?.warm_up().await
    }

    /// Makes all servers ready, side by side; gives back what stands against
    /// those that are not.
    pub async fn warm_up_all(&self) -> Vec<CallError> {
        let slots = self.slots();
        let results = join_all(slots.iter().map(|slot| slot.warm_up())).await;
        results.into_iter().filter_map(Result::err).collect()
    }

    /// Calls a tool of a pinned server, by the server's own name for it; see
    /// [`Backend::call`](crate::call::Backend::call).
    ///
    /// # Errors
    /// See [`CallError`]; in all cases but one nothing was sent.
    pub async fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, CallError> {
        self.call_with(None, server, tool, arguments).await
    }

    /// The same for a call with an id, which its [notices](super::Notice) then
    /// carry.
    ///
    /// # Errors
    /// Those of [`call`](Self::call).
    pub async fn call_as(
        &self,
        id: &str,
        server: &str,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, CallError> {
        self.call_with(Some(id), server, tool, arguments).await
    }

    async fn call_with(
        &self,
        id: Option<&str>,
        server: &str,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, CallError> {
        let since = Instant::now();
        for _ in 0..ROUNDS {
            let ready = self.verified(server, tool, since).await?;
            let mark = Mark::new(id, tool, Some(ready.generation));
            match ready.connection.run(&mark, arguments.clone(), None).await {
                Ok(outcome) => return Ok(outcome),
                Err(error) if mark.was_sent() || is_timeout(&error) => {
                    return Err(failed(server, error));
                }
                // Kept back, or its server went before a byte was written.
                Err(_) => {}
            }
        }
        let failure = ServerFailure::Restless { server: server.into() };
        Err(CallError::Unavailable { server: server.into(), error: Box::new(failure) })
    }

    /// The connection of the server as the configuration stands.
    async fn verified(&self, server: &str, tool: &str, since: Instant) -> Result<Ready, CallError> {
        loop {
            let slot = self.slot(server)?;
            let error = match slot.verified(Some(tool), since).await {
                Ok(ready) => return Ok(ready),
                Err(error) => error,
            };
            match self.slot(server) {
                // The entry has changed meanwhile: it is another server now.
                Ok(now) if !Arc::ptr_eq(&now, &slot) => {}
                _ => return Err(error),
            }
        }
    }

    /// Ties a server to what was captured of it: from now on it is called, and
    /// only while it lists exactly that. A later pin takes the place of an
    /// earlier one; one of the same digest changes nothing.
    ///
    /// # Errors
    /// There is no such server, or its last listing differs.
    pub fn pin(&self, server: ServerRef<'static>) -> Result<(), CallError> {
        self.slot(server.name())?.pin(server, false)
    }

    /// Ties each tool of a server to its captured digest, for
    /// [`Policy::QuarantineTool`](crate::catalog::Policy::QuarantineTool): a
    /// tool that differs is not called, the others are.
    ///
    /// # Errors
    /// There is no such server.
    pub fn pin_tools(&self, server: ServerRef<'static>) -> Result<(), CallError> {
        self.slot(server.name())?.pin(server, true)
    }

    /// Closes all connections side by side; nothing is opened again. Takes a
    /// few seconds at most, see [`Connection::close`].
    pub async fn close(&self) {
        let (slots, retired) = {
            let mut set = self.set_mut();
            set.closed = true;
            (set.slots.clone(), std::mem::take(&mut set.retired))
        };
        let retired: Vec<_> = retired.iter().filter_map(Weak::upgrade).collect();
        let ending = join_all(retired.iter().map(|connection| connection.close()));
        futures_util::future::join(join_all(slots.iter().map(|slot| slot.close())), ending).await;
    }
}

fn is_timeout(error: &McpError) -> bool {
    matches!(error.kind(), McpErrorKind::Timeout { .. })
}

fn failed(server: &str, error: McpError) -> CallError {
    CallError::Failed { server: server.into(), error: Box::new(error) }
}

fn closed(server: &str) -> CallError {
    let failure = ServerFailure::Closed { server: server.into() };
    CallError::Unavailable { server: server.into(), error: Box::new(failure) }
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
