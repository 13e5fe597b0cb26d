//! The limit of memory.
//!
//! It has to be set between `fork` and `exec`, which is no place for safe code
//! of ours. So `sh` sets it for itself and then becomes the program; it reads
//! nothing that an argument could reach: the words after the script are its
//! parameters.

use std::path::Path;
use std::prelude::v1::*;

use tokio::process::Command;

use crate::error::LoadError;

const SHELL: &str = "/bin/sh";
const SCRIPT: &str = r#"ulimit -v "$1" || exit 125; shift; exec "$@""#;

/// Where it cannot be held it is refused, not ignored.
pub(super) fn check(tool: &str, megabytes: Option<u64>) -> Result<(), LoadError> {
    if megabytes.is_none() || (cfg!(target_os = "linux") && Path::new(SHELL).exists()) {
        return Ok(());
    }
    Err(LoadError::unmet(tool, "`memory_limit_mb` is not supported on this system")
        .repair("remove it, or run the program in a container that limits it"))
}

pub(super) fn command(program: &Path, megabytes: Option<u64>) -> Command {
    let Some(megabytes) = megabytes else { return Command::new(program) };
    let mut command = Command::new(SHELL);
    command.arg("-c").arg(SCRIPT).arg("sh").arg(megabytes.saturating_mul(1024).to_string());
    command.arg(program);
    command
}
