//! Manifests, lock files, and the static catalog built from them.

mod layout;
mod search;
mod view;

#[cfg(feature = "digest")]
mod diff;
#[cfg(feature = "digest")]
mod drift;
#[cfg(feature = "digest")]
mod encode;
#[cfg(feature = "digest")]
mod lock;
#[cfg(feature = "digest")]
mod manifest;
#[cfg(feature = "digest")]
mod verify;

pub use crate::definition::Definition;
pub use crate::digest::{Digest, DigestParseError};
pub use layout::LayoutError;
pub use view::{Catalog, ContractRef, ServerRef, ToolRef};

#[cfg(feature = "digest")]
pub use diff::{ChangeKind, Difference, Severity, differences};
#[cfg(feature = "digest")]
pub use drift::Drift;
#[cfg(feature = "digest")]
pub use encode::{CatalogBuilder, EncodeError, Encoded};
#[cfg(feature = "digest")]
pub use lock::{CapturedFrom, LOCK_VERSION, Lock, LockError};
#[cfg(feature = "digest")]
pub use manifest::{
    Duplicates, Manifest, ManifestBuilder, ManifestError, Pointer, PointerError, Tool, ToolFault,
};
#[cfg(feature = "digest")]
pub use verify::{DriftPolicy, Verified};

/// Includes the catalog that the package's build script wrote.
///
/// `include_catalog!()` takes the one that `toolcrib_build::compile` put into
/// `OUT_DIR`; `include_catalog!("folder")` takes `catalog.idx` and
/// `catalog.txt` from a folder, relative to the source file like
/// [`include_str!`], for other build systems. Put it into a `static`: a `const`
/// would be copied wherever it is named.
///
/// ```ignore
/// static CATALOG: toolcrib::Catalog = toolcrib::include_catalog!();
/// ```
///
/// A catalog of another format version is a compile error.
#[macro_export]
macro_rules! include_catalog {
    () => {
        $crate::include_catalog!(::core::env!(
            "OUT_DIR",
            "include_catalog!() needs a build.rs with `toolcrib_build::compile(\"mcp.lock\")`"
        ))
    };
    ($folder:expr $(,)?) => {
        $crate::catalog::embedded(
            ::core::include_bytes!(::core::concat!($folder, "/catalog.idx")),
            ::core::include_str!(::core::concat!($folder, "/catalog.txt")),
        )
    };
}

/// What [`include_catalog!`] expands to.
///
/// # Panics
/// If the contents are not a catalog of this version. In a `static`, that is a compile
/// error.
#[doc(hidden)]
#[must_use]
#[expect(clippy::panic, reason = "evaluated at compile time")]
pub const fn embedded(idx: &'static [u8], text: &'static str) -> Catalog<'static> {
    match Catalog::new(idx, text) {
        Ok(catalog) => catalog,
        Err(error) => panic!("{}", error.message()),
    }
}

/// Includes the names of the catalog's tools as constants, with one module per server.
///
/// ```ignore
/// mod catalog { toolcrib::include_names!(); }
/// let name = catalog::github::CREATE_ISSUE;   // "mcp__github__create_issue"
/// ```
///
/// Naming a tool that is no longer in the lock is then a compile error.
#[macro_export]
macro_rules! include_names {
    () => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/catalog.rs"));
    };
    ($folder:expr $(,)?) => {
        ::core::include!(::core::concat!($folder, "/catalog.rs"));
    };
}
