//! Native tools and verified catalogs, merged.

mod build;
mod entry;
mod error;
mod lookup;
mod view;

pub use build::Builder;
pub use entry::Entry;
pub(crate) use entry::Source;
pub use error::{BuildError, BuildFault};
pub use view::View;

use alloc::sync::Arc;
use core::fmt;

use crate::catalog::Digest;
use crate::native::Contexts;
use crate::session::Session;

/// All tools that a program has: its own functions and those of MCP servers
/// that were verified.
///
/// Cheap to clone; clones are the same toolbox.
#[derive(Clone)]
pub struct Toolbox {
    inner: Arc<Inner>,
}

struct Inner {
    all: Arc<View>,
    contexts: Contexts,
}

impl Toolbox {
    /// An empty toolbox, to be filled.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    fn new(all: View, contexts: Contexts) -> Self {
        Self { inner: Arc::new(Inner { all: Arc::new(all), contexts }) }
    }

    /// A conversation that may use every tool.
    #[must_use]
    pub fn session(&self) -> Session {
        Session::new(self.clone(), self.inner.all.clone())
    }

    /// A conversation that may use the tools for which `allowed` says so, and
    /// knows of no others: they are not in its search, its statistics or its
    /// prompt.
    ///
    /// Indexes the tools that are left, O(n) for n bytes of their text.
    #[must_use]
    pub fn session_where(&self, allowed: impl Fn(&Entry) -> bool) -> Session {
        Session::new(self.clone(), Arc::new(self.inner.all.restricted(allowed)))
    }

    /// All tools.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.inner.all
    }

    /// Tells toolboxes of other tools apart: promotions made under another
    /// digest count for nothing.
    ///
    /// The catalog digest, version 1, over the servers of all catalogs; where
    /// there are native tools, they count as one more server called `native`.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.inner.all.digest()
    }

    pub(crate) fn contexts(&self) -> &Contexts {
        &self.inner.contexts
    }
}

impl fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toolbox")
            .field("tools", &self.inner.all.len())
            .field("digest", &self.digest())
            .finish_non_exhaustive()
    }
}
