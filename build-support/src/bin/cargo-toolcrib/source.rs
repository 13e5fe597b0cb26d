//! Where tools to look at come from.

use std::path::Path;

use toolcrib::catalog::Encoded;
use toolcrib_build::Config;

use crate::outcome::Failure;

/// The catalog that a build would make of the lock folder.
pub(crate) fn catalog(folder: &Path) -> Result<Encoded, Failure> {
    Ok(Config::new().locks(folder).encode()?)
}
