//! The `build.rs` side of toolcrib: committed lock files in, a static catalog
//! out. No process is started and no network is used.
//!
//! ```no_run
//! // build.rs
//! fn main() {
//!     toolcrib_build::compile("mcp.lock");
//! }
//! ```
//!
//! The package then has its catalog with
//! `static CATALOG: toolcrib::Catalog = toolcrib::include_catalog!();` and the
//! names of its tools with `mod catalog { toolcrib::include_names!(); }`.
//!
//! The `cargo toolcrib` command, which writes the lock files, is this package
//! with feature `cli`.

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
mod refresh;

pub use config::Config;
pub use contracts::{ContractFile, Contracts, parse_contract, read_contracts};
pub use error::{Fault, FaultKind, Faults};
pub use import::{Imported, import};
pub use locks::{
    LockFile, NATIVE, check_lock_name, check_server_name, lock_path, lock_paths, read_lock,
    read_lock_of_any_name, read_locks, write_if_changed, write_lock,
};

use std::path::Path;

/// Compiles the lock files of a folder (`mcp.lock`) into `OUT_DIR`.
///
/// Meant to be the whole of a build script. A relative folder is relative to
/// the package. When something is wrong this prints what, where and how to
/// repair it, and exits with code 1.
pub fn compile(folder: impl AsRef<Path>) {
    Config::new().locks(folder.as_ref()).compile();
}
