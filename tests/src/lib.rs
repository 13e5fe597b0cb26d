//! Helpers shared by the tests of this workspace.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use toolcrib::call::{Backend, BackendError, BackendFuture, Outcome};
use toolcrib::catalog::{
    CapturedFrom, Catalog, CatalogBuilder, Encoded, Lock, Manifest, ServerRef,
};

/// The folder of test material that lies beside the repository, if it is there.
///
/// It holds what other people wrote (manifests of real servers, judged
/// queries) and is not part of the repository.
///
/// # Panics
/// When it is not there although `TOOLCRIB_REQUIRE_ALL` is set.
#[must_use]
pub fn shared(what: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(what);
    if path.exists() {
        return Some(path);
    }
    skipped(&format!("../shared/{what} is not here"));
    None
}

/// Says aloud that a test could not run.
///
/// # Panics
/// When `TOOLCRIB_REQUIRE_ALL` is set: then nothing may be skipped.
pub fn skipped(why: &str) {
    assert!(std::env::var_os("TOOLCRIB_REQUIRE_ALL").is_none(), "must not be skipped: {why}");
    eprintln!("SKIPPED: {why}");
}

/// The catalog of these manifests, for the rest of the test's life.
///
/// # Panics
/// When they cannot be put into one catalog.
#[must_use]
pub fn catalog_of(manifests: &[Manifest]) -> Catalog<'static> {
    let mut builder = CatalogBuilder::new();
    for manifest in manifests {
        builder.lock(Lock::new(manifest, CapturedFrom::default(), Vec::new()).unwrap());
    }
    let encoded: &'static Encoded = Box::leak(Box::new(builder.encode().unwrap()));
    encoded.catalog().unwrap()
}

/// Servers without a process: they list what they are given and answer a call
/// with what was called.
#[derive(Debug, Clone)]
pub struct FakeServers(pub Vec<Manifest>);

impl Backend for FakeServers {
    fn pin(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        let live = self.0.iter().find(|manifest| manifest.server() == server.name());
        let live = live.ok_or_else(|| BackendError::new(server.name(), "not connected"))?;
        match server.live_digest(live) {
            Ok(digest) if digest == server.digest() => Ok(()),
            _ => Err(BackendError::new(server.name(), "its listing is not the captured one")),
        }
    }

    fn call<'a>(
        &'a self,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a> {
        Box::pin(async move {
            Ok(Outcome::json(json!({"server": server, "tool": tool, "arguments": arguments})))
        })
    }
}
