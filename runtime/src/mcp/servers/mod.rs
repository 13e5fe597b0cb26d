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
/// Tools are called through a [toolbox](crate::Toolbox), or through a
/// [binding](Self::bind): nothing is sent that was not compared with what was
/// captured.
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

    /// What every server says now, in the order of the configuration. A look:
    /// it changes nothing of what calls are compared with.
    ///
    /// # Errors
    /// The failures of all servers that cannot be listed.
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

    /// How a server stands at this moment; `None` when there is none of that
    /// name.
    #[must_use]
    pub fn state(&self, server: &str) -> Option<ServerState> {
        self.slot(server).ok().map(|slot| slot.state())
    }

    /// The connection to a server, while there is one: to look at it. What is
    /// [called](Connection::call_unchecked) through it is compared with nothing.
    #[must_use]
    pub fn get(&self, server: &str) -> Option<Arc<Connection>> {
        self.slot(server).ok()?.connection()
    }

    /// Binds a captured server to its connection, to call its tools without a
    /// toolbox. The binding stands for itself: others of the same server,
    /// whatever they captured, change nothing for it.
    ///
    /// # Errors
    /// There is no such server, or its latest listing differs and the policy
    /// refuses the server for it.
    pub fn bind(
        &self,
        server: ServerRef<'static>,
        policy: DriftPolicy,
    ) -> Result<Binding, BackendError> {
        Binding::new(Arc::new(self.clone()), server, policy)
    }

    /// Asks a server whether it is there; one that is not connected is
    /// connected first.
    ///
    /// # Errors
    /// It cannot be connected or listed, or does not answer.
    pub async fn ping(&self, server: &str) -> Result<Duration, BackendError> {
        self.warm_up(server).await?;
        let closed = || McpError::of(server, McpErrorKind::Closed);
        let connection = self.get(server).ok_or_else(closed)?;
        Ok(connection.ping().await?)
    }

    /// Begins to connect every server that is not connected, side by side, and
    /// does not wait for it. Has to be called within a tokio runtime.
    pub fn start(&self) {
        self.slots().iter().for_each(|slot| slot.start());
    }

    /// Connects and lists a server, where that is still to be done. What is
    /// listed is compared by [`Toolbox::warm_up`](crate::Toolbox::warm_up) and
    /// [`Binding::warm_up`].
    ///
    /// # Errors
    /// There is no such server, or it cannot be connected or listed.
    pub async fn warm_up(&self, server: &str) -> Result<(), BackendError> {
        let fresh = Fresh::Latest { asked: Instant::now() };
        self.listing(server, fresh).await.map(|_| ())
    }

    /// The same for all servers, side by side; gives back what stands against
    /// those that are not ready.
    pub async fn warm_up_all(&self) -> Vec<BackendError> {
        let names = self.names();
        let results = join_all(names.iter().map(|name| self.warm_up(name))).await;
        results.into_iter().filter_map(Result::err).collect()
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

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
