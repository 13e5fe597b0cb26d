//! Helpers shared by the tests of this workspace.

use std::path::{Path, PathBuf};

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
#[expect(clippy::panic, reason = "this is how a test fails")]
pub fn skipped(why: &str) {
    assert!(std::env::var_os("TOOLCRIB_REQUIRE_ALL").is_none(), "must not be skipped: {why}");
    eprintln!("SKIPPED: {why}");
}
