//! A catalog in a toolbox, and what stands for it.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::backend::{Backend, Binding};
use crate::catalog::{Catalog, DriftPolicy, ServerRef, ToolRef, Verified};

/// A catalog and the connections that it is called by.
pub(super) struct Bound {
    standing: Standing,
    /// One a server, in the order of the catalog.
    bindings: Vec<Arc<Binding>>,
}

/// Why the tools may be bound. Either way a server is compared before it is
/// called; this says whether all were compared before that.
enum Standing {
    Compared(Verified),
    /// Nothing has been compared, so nothing is known to differ.
    Uncompared(Catalog<'static>),
}

impl Bound {
    pub(super) fn verified(verified: Verified, backend: Arc<dyn Backend>) -> Self {
        let bindings = bindings(verified.catalog(), verified.policy(), &backend);
        Self { standing: Standing::Compared(verified), bindings }
    }

    pub(super) fn lazy(
        catalog: Catalog<'static>,
        policy: DriftPolicy,
        backend: Arc<dyn Backend>,
    ) -> Self {
        let bindings = bindings(catalog, policy, &backend);
        Self { standing: Standing::Uncompared(catalog), bindings }
    }

    pub(super) fn catalog(&self) -> Catalog<'static> {
        match &self.standing {
            Standing::Compared(verified) => verified.catalog(),
            Standing::Uncompared(catalog) => *catalog,
        }
    }

    /// Of a server of this catalog; a provider of contracts has none.
    pub(super) fn binding(&self, server: &str) -> Option<&Arc<Binding>> {
        self.bindings.iter().find(|binding| binding.captured().name() == server)
    }

    /// Of the servers that are admitted.
    pub(super) fn bindings(&self) -> impl Iterator<Item = &Arc<Binding>> {
        self.bindings.iter().filter(|binding| self.admits_server(binding.captured()))
    }

    pub(super) fn admits(&self, tool: ToolRef<'static>) -> bool {
        match &self.standing {
            Standing::Compared(verified) => verified.admits(tool),
            Standing::Uncompared(_) => true,
        }
    }

    pub(super) fn admits_server(&self, server: ServerRef<'static>) -> bool {
        match &self.standing {
            Standing::Compared(verified) => verified.admits_server(server),
            Standing::Uncompared(_) => true,
        }
    }

    pub(super) fn tools(&self) -> Box<dyn Iterator<Item = ToolRef<'static>> + '_> {
        match &self.standing {
            Standing::Compared(verified) => Box::new(verified.tools()),
            Standing::Uncompared(catalog) => Box::new(catalog.tools()),
        }
    }

    pub(super) fn refused(&self) -> Box<dyn Iterator<Item = ToolRef<'static>> + '_> {
        match &self.standing {
            Standing::Compared(verified) => Box::new(verified.refused()),
            Standing::Uncompared(_) => Box::new(core::iter::empty()),
        }
    }
}

fn bindings(
    catalog: Catalog<'static>,
    policy: DriftPolicy,
    backend: &Arc<dyn Backend>,
) -> Vec<Arc<Binding>> {
    let servers = catalog.servers().filter(|server| !server.is_provider());
    servers.map(|server| Arc::new(Binding::unseen(backend.clone(), server, policy))).collect()
}
