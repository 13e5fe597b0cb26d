//! The `build.rs` side of toolcrib: compiles committed lock files into a static
//! catalog. It starts no process and uses no network.
//!
//! Capture your servers with `cargo toolcrib snapshot`, commit `mcp.lock`, and
//! write a build script:
//!
//! ```no_run
//! // build.rs
//! fn main() {
//!     toolcrib_build::compile("mcp.lock");
//! }
//! ```
//!
//! The program then embeds the catalog with
//! `static CATALOG: toolcrib::Catalog = toolcrib::include_catalog!();` and has a
//! constant for the name of each tool (`catalog::github::CREATE_ISSUE`) with
//! `mod catalog { toolcrib::include_names!(); }`.
//!
//! [`Config`] has the settings: aliases, search hints, tool contracts, lints. A
//! program can also compile at run time and look at the result:
//!
//! ```
//! use toolcrib_build::{Config, write_lock};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let list = r#"{"tools": [{"name": "open", "description": "Opens a drawer.", "inputSchema": {}}]}"#;
//! let manifest = toolcrib::catalog::Manifest::parse("desk", list)?;
//! let lock = toolcrib::catalog::Lock::new(&manifest, Default::default(), vec![])?;
//! write_lock(folder, &lock)?;
//!
//! let encoded = Config::new().locks(folder).alias("desk", "d").encode()?;
//! let catalog = encoded.catalog()?;
//! assert!(catalog.find("mcp__d__open").is_some());
//! # Ok(())
//! # }
//! ```
//!
//! The feature `cli` adds the `cargo toolcrib` command, which writes the lock files.

#![allow(clippy::needless_doctest_main, reason = "a build script is shown whole")]

mod compile;
mod config;
mod contracts;
mod error;
mod import;
mod inputs;
pub mod lint;
mod locks;
mod markdown;
mod names;
mod output;

pub use config::Config;
pub use contracts::{ContractFile, Contracts, parse_contract, read_contracts};
pub use error::{Error, Fault, FaultKind};
pub use import::{Imported, import};
pub use locks::{LockFile, NATIVE, lock_path, lock_paths, read_lock, read_locks, write_lock};
// Public for the command alone.
#[doc(hidden)]
pub use locks::{check_lock_name, check_server_name, read_lock_of_any_name};

use std::path::Path;

/// Compiles the lock files of a folder (`mcp.lock`) into `OUT_DIR`.
///
/// Meant to be the whole of a build script. A relative folder is relative to
/// the package. If something is wrong, this prints what, where and how to
/// repair it, and exits with code 1.
pub fn compile(folder: impl AsRef<Path>) {
    Config::new().locks(folder.as_ref()).compile();
}
