//! Helpers shared by the tests of this workspace.

pub mod desk;
pub mod wait;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use toolcrib::call::{Admitted, Backend, BackendError, BackendFuture, Live, Outcome};
use toolcrib::catalog::{CapturedFrom, Catalog, CatalogBuilder, Encoded, Lock, Manifest};
pub use xtask::skipped;

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

/// What real servers listed: of each, the name of its file and the tools of all
/// pages, in the order of the names.
///
/// # Panics
/// When a file holds something else; as [`shared`] where there are none.
#[must_use]
pub fn real_tools() -> Option<Vec<(String, Vec<Value>)>> {
    let entries = fs::read_dir(shared("manifests")?).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let listed = |path: PathBuf| {
        let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let pages = file["pages"].as_array_mut().into_iter().flatten();
        let tools = pages.filter_map(|page| page["tools"].as_array_mut()).flatten();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, tools.map(Value::take).collect())
    };
    Some(paths.into_iter().map(listed).collect())
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

/// What servers without a process list: the part that their backends share.
#[derive(Debug, Clone)]
pub struct Listings(Vec<Live>);

impl Listings {
    /// One listing a server.
    pub fn new(manifests: impl IntoIterator<Item = Manifest>) -> Self {
        Self(manifests.into_iter().map(Live::new).collect())
    }

    /// The one of this server.
    ///
    /// # Errors
    /// There is no such server.
    pub fn of(&self, server: &str) -> Result<&Live, BackendError> {
        let found = self.0.iter().find(|live| live.manifest().server() == server);
        found.ok_or_else(|| BackendError::unknown_server(server))
    }
}

/// Servers without a process: they list what they are given and answer a call
/// with what was called.
#[derive(Debug, Clone)]
pub struct FakeServers(Listings);

impl FakeServers {
    /// Servers that list this.
    pub fn new(manifests: impl IntoIterator<Item = Manifest>) -> Self {
        Self(Listings::new(manifests))
    }
}

impl Backend for FakeServers {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        self.0.of(server).cloned().map(Some)
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        Box::pin(async move {
            let (server, tool) = (call.server(), call.tool());
            let arguments = call.depart(self.0.of(server)?)?;
            Ok(Outcome::json(json!({"server": server, "tool": tool, "arguments": arguments})))
        })
    }
}
