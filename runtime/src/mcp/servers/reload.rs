//! Reloading an edited configuration.

use std::path::Path;
use std::prelude::v1::*;
use std::sync::Arc;

use super::{Config, Servers, Set, Slot};
use crate::mcp::ConfigError;

/// What a reload changed, each list in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Reload {
    /// Servers whose entry is unchanged. They keep running.
    pub kept: Vec<String>,
    /// Servers whose entry changed. They are reopened, and compared before the next call.
    pub changed: Vec<String>,
    /// New servers.
    pub added: Vec<String>,
    /// Servers that are no longer configured. They are closed.
    pub removed: Vec<String>,
}

impl Servers {
    /// Reads an edited configuration and [reloads](Self::reload) it. Files are not
    /// watched: call this whenever the file may have changed.
    ///
    /// # Errors
    /// The configuration cannot be used. Nothing has changed then.
    pub async fn refresh(&self, path: impl AsRef<Path>) -> Result<Reload, ConfigError> {
        Ok(self.reload(&Config::read(path)?).await)
    }

    /// Switches to this configuration. Entries are compared with their variables
    /// expanded, so touching a file changes nothing.
    ///
    /// A server whose entry has changed is a new server: waiting calls go to the new one
    /// once it has been listed and compared with its capture; running calls finish on the
    /// old one, which ends with the last of them. A server that was removed and comes
    /// back is compared in the same way. Does nothing after [`close`](Self::close).
    pub async fn reload(&self, config: &Config) -> Reload {
        let (reload, fresh) = self.exchange(config);
        if !self.inner.lazy {
            fresh.iter().for_each(Slot::start);
        }
        reload
    }

    /// The servers to be opened.
    fn exchange(&self, config: &Config) -> (Reload, Vec<Arc<Slot>>) {
        let (mut reload, mut fresh) = (Reload::default(), Vec::new());
        let mut set = self.set_mut();
        if set.closed {
            return (reload, fresh);
        }
        let mut before = std::mem::take(&mut set.slots);
        for server in config.servers() {
            let at = before.iter().position(|slot| slot.name() == server.name());
            let old = at.map(|at| before.remove(at));
            let name = server.name().to_owned();
            if let Some(old) = old.as_ref().filter(|old| old.config() == server) {
                reload.kept.push(name);
                set.slots.push(old.clone());
                continue;
            }
            let slot = Slot::new(server, &self.inner.options);
            set.slots.push(slot.clone());
            fresh.push(slot);
            match old {
                Some(old) => {
                    reload.changed.push(name);
                    set.retire(&old);
                }
                None => reload.added.push(name),
            }
        }
        for gone in before {
            reload.removed.push(gone.name().into());
            set.retire(&gone);
        }
        (reload, fresh)
    }
}

impl Set {
    fn retire(&mut self, slot: &Slot) {
        self.retired.retain(|connection| connection.strong_count() > 0);
        self.retired.extend(slot.retire().as_ref().map(Arc::downgrade));
    }
}
