//! All servers of a configuration.

mod backend;
mod reload;

use std::fmt;
use std::path::Path;
use std::prelude::v1::*;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};
use std::time::{Duration, Instant};

use futures_util::future::join_all;

pub use self::reload::Reload;
use super::connect_error::{ConnectError, ServersError};
use super::slot::Slot;
use super::{Config, ConnectOptions, Connection, McpError, McpErrorKind};
use crate::backend::{Binding, Fresh, Live, ServerState};
use crate::catalog::{DriftPolicy, Manifest, ServerRef};
use crate::error::BackendError;

/// Connects the servers of an `.mcp.json` with default options and the variables of the
/// process environment.
///
/// # Errors
/// The configuration cannot be used, or some servers cannot be connected. The others are
/// closed again.
pub async fn connect(path: impl AsRef<Path>) -> Result<Servers, ConnectError> {
    let config = Config::read(path)?;
    Ok(Servers::connect(&config, &ConnectOptions::new()).await?)
}

/// Connections to several servers. Cloning is cheap: clones share the connections.
///
/// Call tools through a [toolbox](crate::Toolbox) or a [binding](Self::bind), which
/// compare each server with its capture before anything is sent.
///
/// If a server has gone, the next call reconnects it, with a growing wait between
/// failures. A server that was reconnected or has announced a change is listed and
/// compared again before anything is sent to it; calls wait for that. A call that was not
/// yet written when its server went is sent to the next connection.
///
/// When the last clone is dropped, the servers are stopped in the background. If the
/// runtime ends first, their process groups are killed at once. [`close`](Self::close)
/// waits for an orderly end.
///
/// ```no_run
/// # async fn example(catalog: toolcrib::Catalog<'static>) -> Result<(), Box<dyn std::error::Error>> {
/// use toolcrib::Toolbox;
/// use toolcrib::mcp::{Config, ConnectOptions, Servers};
///
/// let config = Config::read(".mcp.json")?;
/// let servers = Servers::connect(&config, &ConnectOptions::new()).await?;
/// let verified = catalog.verify(&servers.manifests().await?)?;
/// let toolbox = Toolbox::builder().catalog(verified, servers.clone()).build()?;
/// # drop(toolbox);
/// servers.close().await;
/// # Ok(())
/// # }
/// ```
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
    /// Connections that end with their last call.
    retired: Vec<Weak<Connection>>,
    closed: bool,
}

impl Servers {
    /// Connects all servers of a configuration in parallel.
    ///
    /// # Errors
    /// Some servers cannot be connected. The others are closed again.
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

    /// Connects the servers that can be connected and returns an error for the others,
    /// which are tried again when they are called.
    pub async fn connect_available(
        config: &Config,
        options: &ConnectOptions,
    ) -> (Self, Option<ServersError>) {
        let servers = Self::new(config, options, false);
        let error = servers.manifests().await.err();
        (servers, error)
    }

    /// Does not connect yet: each server is connected, listed and compared by its first
    /// call, by [`warm_up`](Self::warm_up) or by [`start`](Self::start). For
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
        let slots = config.servers().iter().map(|server| Slot::new(server, options));
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

    fn slot(&self, server: &str) -> Result<Arc<Slot>, BackendError> {
        let found = self.set().slots.iter().find(|slot| slot.name() == server).cloned();
        found.ok_or_else(|| BackendError::unknown_server(server))
    }

    /// The current manifests of all servers, in the order of the configuration. Does not
    /// affect what calls are compared with.
    ///
    /// # Errors
    /// Some servers cannot be listed.
    pub async fn manifests(&self) -> Result<Vec<Manifest>, ServersError> {
        let (slots, fresh) = (self.slots(), Fresh::Latest { asked: Instant::now() });
        let (mut manifests, mut errors) = (Vec::new(), Vec::new());
        for result in join_all(slots.iter().map(|slot| slot.listing(fresh))).await {
            match result {
                Ok(live) => manifests.push(Live::manifest(&live).clone()),
                Err(error) => errors.push(error),
            }
        }
        ServersError::new(errors).map_or(Ok(manifests), Err)
    }

    /// The names of the servers, in the order of the configuration.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.set().slots.iter().map(|slot| slot.name().into()).collect()
    }

    /// The current status of a server; `None` if there is none of that name.
    #[must_use]
    pub fn state(&self, server: &str) -> Option<ServerState> {
        self.slot(server).ok().map(|slot| slot.state())
    }

    /// The open connection to a server, for inspection.
    /// [Calls](Connection::call_unchecked) through it are not compared with anything.
    #[must_use]
    pub fn get(&self, server: &str) -> Option<Arc<Connection>> {
        self.slot(server).ok()?.connection()
    }

    /// Binds a captured server to its connection, to call its tools without a toolbox.
    /// Bindings of the same server are independent of each other.
    ///
    /// # Errors
    /// There is no such server, or its latest listing differs and the policy refuses it.
    pub fn bind(
        &self,
        server: ServerRef<'static>,
        policy: DriftPolicy,
    ) -> Result<Binding, BackendError> {
        Binding::new(Arc::new(self.clone()), server, policy)
    }

    /// Pings a server, after connecting it if necessary.
    ///
    /// # Errors
    /// The server cannot be connected or listed, or does not answer.
    pub async fn ping(&self, server: &str) -> Result<Duration, BackendError> {
        self.warm_up(server).await?;
        let closed = || McpError::of(server, McpErrorKind::Closed);
        let connection = self.get(server).ok_or_else(closed)?;
        Ok(connection.ping().await?)
    }

    /// Starts connecting all servers in parallel, in the background. Call it within a
    /// tokio runtime.
    pub fn start(&self) {
        self.slots().iter().for_each(|slot| slot.start());
    }

    /// Connects and lists a server if necessary.
    /// [`Toolbox::warm_up`](crate::Toolbox::warm_up) and [`Binding::warm_up`] also
    /// compare it.
    ///
    /// # Errors
    /// There is no such server, or it cannot be connected or listed.
    pub async fn warm_up(&self, server: &str) -> Result<(), BackendError> {
        let fresh = Fresh::Latest { asked: Instant::now() };
        self.listing(server, fresh).await.map(|_| ())
    }

    /// [Warms up](Self::warm_up) all servers in parallel; returns an error for each that
    /// is not ready.
    pub async fn warm_up_all(&self) -> Vec<BackendError> {
        let names = self.names();
        let results = join_all(names.iter().map(|name| self.warm_up(name))).await;
        results.into_iter().filter_map(Result::err).collect()
    }

    /// Closes all connections in parallel, for good. Takes a few seconds at most; see
    /// [`Connection::close`].
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

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
