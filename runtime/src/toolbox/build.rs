//! Filling a toolbox.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde_json::json;

use super::error::{BuildError, BuildFault};
use super::view::View;
use super::{Entry, Toolbox};
use crate::call::Backend;
use crate::catalog::{Catalog, Digest, Manifest, Policy, Verified, catalog_digest};
use crate::native::{Contexts, MissingContext, Tools};
use crate::session::SEARCH_TOOL;

/// Gathers what a toolbox is made of.
#[derive(Default)]
pub struct Builder {
    contexts: Contexts,
    native: Tools,
    catalogs: Vec<(Verified, Arc<dyn Backend>)>,
}

impl Builder {
    /// Gives native tools the state that they ask for by its type.
    #[must_use]
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.contexts = self.contexts.with(value);
        self
    }

    /// Gives native tools state that others hold too. Tools ask for it as `&T`.
    #[must_use]
    pub fn shared_context<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.contexts = self.contexts.with_shared(value);
        self
    }

    /// Adds native tools, as `tools![…]` lists them.
    #[must_use]
    pub fn native(mut self, tools: Tools) -> Self {
        self.native = self.native.merge(tools);
        self
    }

    /// Adds the tools of a verified catalog that it admits, and the connections
    /// to call them by.
    #[must_use]
    pub fn catalog(mut self, verified: Verified, servers: impl Backend + 'static) -> Self {
        self.catalogs.push((verified, Arc::new(servers)));
        self
    }

    /// The toolbox.
    ///
    /// Indexes all tools for the search, except where they are exactly those
    /// of one catalog, which has its index already.
    ///
    /// # Errors
    /// Every name that is taken twice, every missing context, every server
    /// whose connection is not the verified one.
    pub fn build(self) -> Result<Toolbox, BuildError> {
        let mut faults = self.missing_contexts();
        faults.extend(self.unpinned());
        let mut entries: Vec<Entry> = self.native.iter().map(Entry::native).collect();
        let digest = self.digest(&entries);
        for (verified, backend) in &self.catalogs {
            entries.extend(verified.tools().map(|tool| Entry::server(tool, backend.clone())));
        }
        entries.sort_by(|a, b| a.name().cmp(b.name()).then_with(|| a.origin().cmp(&b.origin())));
        faults.extend(name_faults(&entries));
        BuildError::check(faults)?;
        let view = View::new(entries, digest, self.only_catalog());
        Ok(Toolbox::new(view, self.contexts))
    }

    fn missing_contexts(&self) -> Vec<BuildFault> {
        let asked =
            self.native.iter().flat_map(|def| def.contexts().iter().map(move |key| (def, key)));
        let missing = asked.filter(|(_, key)| !self.contexts.contains(key));
        missing
            .map(|(def, key)| MissingContext { tool: def.name(), type_name: key.type_name() })
            .map(BuildFault::Context)
            .collect()
    }

    /// Ties each server's connection to the manifest that was verified.
    fn unpinned(&self) -> Vec<BuildFault> {
        let servers = self.catalogs.iter().flat_map(|(verified, backend)| {
            let admitted =
                verified.catalog().servers().filter(|server| verified.admits_server(*server));
            admitted.map(move |server| (server, verified.policy(), backend))
        });
        servers
            .filter_map(|(server, policy, backend)| {
                let pinned = match policy {
                    Policy::QuarantineTool => backend.pin_tools(server),
                    _ => backend.pin(server),
                };
                let problem = pinned.err()?.to_string();
                Some(BuildFault::Backend { server: server.name().into(), problem })
            })
            .collect()
    }

    /// The catalog, when there is nothing else in the toolbox.
    fn only_catalog(&self) -> Option<Catalog<'static>> {
        match self.catalogs.as_slice() {
            [(verified, _)] if self.native.is_empty() && verified.refused().next().is_none() => {
                Some(verified.catalog())
            }
            _ => None,
        }
    }

    fn digest(&self, native: &[Entry]) -> Digest {
        let catalogs = self.catalogs.iter().flat_map(|(verified, _)| verified.catalog().servers());
        let mut servers: Vec<(&str, Digest)> =
            catalogs.map(|server| (server.name(), server.digest())).collect();
        servers.extend(native_digest(native).map(|digest| ("native", digest)));
        servers.sort_unstable();
        catalog_digest(servers.into_iter())
    }
}

impl core::fmt::Debug for Builder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Builder").field("native", &self.native.len()).finish_non_exhaustive()
    }
}

/// Native tools hashed as if a server had listed them; `None` when there are none.
fn native_digest(native: &[Entry]) -> Option<Digest> {
    let tools: Vec<_> = native.iter().map(Entry::wire_definition).collect();
    let list = json!({ "tools": tools }).to_string();
    // Two of one name are reported elsewhere.
    (!native.is_empty())
        .then(|| Manifest::parse("native", &list).ok().map(|manifest| manifest.digest()))?
}

/// `entries` are sorted by name.
fn name_faults(entries: &[Entry]) -> Vec<BuildFault> {
    let same = entries.chunk_by(|a, b| a.name() == b.name()).filter(|same| same.len() > 1);
    let duplicates = same.filter_map(|same| {
        let origins: Vec<String> = same.iter().map(Entry::origin).collect();
        Some(BuildFault::Duplicate { name: same.first()?.name().into(), origins })
    });
    let taken = entries.iter().filter(|entry| entry.name() == SEARCH_TOOL);
    let taken = taken.map(|entry| BuildFault::SearchToolName {
        name: entry.name().into(),
        origin: entry.origin(),
    });
    duplicates.chain(taken).collect()
}
