//! All servers of a configuration.

use std::fmt;
use std::path::Path;
use std::prelude::v1::*;
use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Map, Value};

use super::failure::{ConnectError, ServersError};
use super::slot::Slot;
use super::{CallError, Config, ConnectOptions, Connection};
use crate::call::{Backend, BackendError, BackendFuture, Outcome};
use crate::catalog::{Manifest, ServerRef};

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
/// change, is listed and compared again before anything is sent to it.
///
/// When the last clone is dropped, the servers are stopped in the background,
/// while the runtime lasts; [`close`](Self::close) waits for that.
#[derive(Clone)]
pub struct Servers {
    slots: Arc<[Slot]>,
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
        let slots = config.servers().iter().map(|server| Slot::new(server, options)).collect();
        let servers = Self { slots };
        let error = servers.manifests().await.err();
        (servers, error)
    }

    /// What every server says now, in the order of the configuration.
    ///
    /// # Errors
    /// The failures of all servers that cannot be listed.
    pub async fn manifests(&self) -> Result<Vec<Manifest>, ServersError> {
        let (mut manifests, mut failures) = (Vec::new(), Vec::new());
        for result in join_all(self.slots.iter().map(Slot::manifest)).await {
            match result {
                Ok(manifest) => manifests.push(manifest),
                Err(failure) => failures.push(failure),
            }
        }
        ServersError::new(failures).map_or(Ok(manifests), Err)
    }

    /// The names of the servers, in the order of the configuration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.slots.iter().map(Slot::name)
    }

    /// The connection to a server, while there is one. What is called through
    /// it is not verified.
    pub async fn get(&self, server: &str) -> Option<Arc<Connection>> {
        self.slot(server).ok()?.connection().await
    }

    /// Calls a tool of a pinned server, by the server's own name for it; see
    /// [`Backend::call`].
    ///
    /// # Errors
    /// See [`CallError`]; in all cases but one nothing was sent.
    pub async fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, CallError> {
        let connection = self.slot(server)?.verified(tool).await?;
        connection
            .call_tool(tool, arguments, None)
            .await
            .map_err(|error| CallError::Failed { server: server.into(), error: Box::new(error) })
    }

    /// Ties a server to what was captured of it: from now on it is called, and
    /// only while it lists exactly that. A later pin takes the place of an
    /// earlier one.
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
        join_all(self.slots.iter().map(Slot::close)).await;
    }

    fn slot(&self, server: &str) -> Result<&Slot, CallError> {
        let found = self.slots.iter().find(|slot| slot.name() == server);
        found.ok_or_else(|| CallError::UnknownServer { server: server.into() })
    }
}

impl Backend for Servers {
    fn pin(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.pin(server).map_err(BackendError::from)
    }

    fn pin_tools(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.pin_tools(server).map_err(BackendError::from)
    }

    fn call<'a>(
        &'a self,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a> {
        Box::pin(async move { Ok(self.call(server, tool, arguments).await?) })
    }
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
