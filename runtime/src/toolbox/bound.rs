//! A catalog in a toolbox, and what stands for it.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::call::Backend;
use crate::catalog::{Catalog, Policy, ServerRef, ToolRef, Verified};

/// A catalog and the connections that it is called by.
pub(super) struct Bound {
    standing: Standing,
    backend: Arc<dyn Backend>,
}

/// Why the tools may be bound. Either way the connections are pinned when the
/// toolbox is built; this says whether they were compared before that.
enum Standing {
    Compared(Verified),
    /// Nothing has been compared, so nothing is known to differ.
    Pinned(Catalog<'static>, Policy),
}

impl Bound {
    pub(super) fn verified(verified: Verified, backend: Arc<dyn Backend>) -> Self {
        Self { standing: Standing::Compared(verified), backend }
    }

    pub(super) fn lazy(
        catalog: Catalog<'static>,
        policy: Policy,
        backend: Arc<dyn Backend>,
    ) -> Self {
        Self { standing: Standing::Pinned(catalog, policy), backend }
    }

    pub(super) fn backend(&self) -> &Arc<dyn Backend> {
        &self.backend
    }

    pub(super) fn catalog(&self) -> Catalog<'static> {
        match &self.standing {
            Standing::Compared(verified) => verified.catalog(),
            Standing::Pinned(catalog, _) => *catalog,
        }
    }

    pub(super) fn policy(&self) -> Policy {
        match &self.standing {
            Standing::Compared(verified) => verified.policy(),
            Standing::Pinned(_, policy) => *policy,
        }
    }

    #[cfg(feature = "call")]
    pub(super) fn admits(&self, tool: ToolRef<'static>) -> bool {
        match &self.standing {
            Standing::Compared(verified) => verified.admits(tool),
            Standing::Pinned(..) => true,
        }
    }

    pub(super) fn admits_server(&self, server: ServerRef<'static>) -> bool {
        match &self.standing {
            Standing::Compared(verified) => verified.admits_server(server),
            Standing::Pinned(..) => true,
        }
    }

    pub(super) fn tools(&self) -> Box<dyn Iterator<Item = ToolRef<'static>> + '_> {
        match &self.standing {
            Standing::Compared(verified) => Box::new(verified.tools()),
            Standing::Pinned(catalog, _) => Box::new(catalog.tools()),
        }
    }

    pub(super) fn refused(&self) -> Box<dyn Iterator<Item = ToolRef<'static>> + '_> {
        match &self.standing {
            Standing::Compared(verified) => Box::new(verified.refused()),
            Standing::Pinned(..) => Box::new(core::iter::empty()),
        }
    }
}
