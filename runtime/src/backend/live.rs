//! A server's listing, and a call that was compared with it.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value};

use crate::catalog::Manifest;
use crate::error::BackendError;

/// One listing of a server. Clones are the same listing; two listings are different even
/// if they have the same content.
#[derive(Clone)]
pub struct Live {
    /// Its generation: no two listings of a program share one.
    generation: u64,
    manifest: Arc<Manifest>,
}

impl Live {
    /// A new listing.
    #[must_use]
    pub fn new(manifest: impl Into<Arc<Manifest>>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let generation = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { generation, manifest: manifest.into() }
    }

    /// What the server listed.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether both are the same listing.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.generation == other.generation
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live")
            .field("generation", &self.generation)
            .field("server", &self.manifest.server())
            .finish_non_exhaustive()
    }
}

/// A call that a [`Binding`](super::Binding) has admitted: it may be sent while the
/// compared listing is the latest. Only a binding makes one.
pub struct Admitted<'a> {
    server: &'a str,
    tool: &'a str,
    id: &'a str,
    live: Live,
    arguments: Map<String, Value>,
}

impl<'a> Admitted<'a> {
    pub(super) fn new(
        (server, tool, id): (&'a str, &'a str, &'a str),
        live: Live,
        arguments: Map<String, Value>,
    ) -> Self {
        Self { server, tool, id, live, arguments }
    }

    /// The server, by its name in the configuration.
    #[must_use]
    pub fn server(&self) -> &'a str {
        self.server
    }

    /// The tool, by the server's own name for it.
    #[must_use]
    pub fn tool(&self) -> &'a str {
        self.tool
    }

    /// The provider's id of the call, which its notifications carry; may be empty.
    #[must_use]
    pub fn id(&self) -> &'a str {
        self.id
    }

    /// Returns the arguments, to be sent at once. `latest` is the latest listing of the
    /// server.
    ///
    /// # Errors
    /// [`Stale`](crate::call::BackendErrorKind::Stale) if that is not the compared
    /// listing. Return the error unchanged: the call is compared with the new listing and
    /// sent again.
    pub fn depart(self, latest: &Live) -> Result<Map<String, Value>, BackendError> {
        match self.live.is(latest) {
            true => Ok(self.arguments),
            false => Err(BackendError::stale(self.server)),
        }
    }

    /// For a transport that looks once more before the first byte.
    #[cfg(feature = "mcp")]
    pub(crate) fn into_parts(self) -> (Live, Map<String, Value>) {
        (self.live, self.arguments)
    }
}

/// Without the arguments.
impl fmt::Debug for Admitted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Admitted")
            .field("server", &self.server)
            .field("tool", &self.tool)
            .field("id", &self.id)
            .field("live", &self.live)
            .finish_non_exhaustive()
    }
}
