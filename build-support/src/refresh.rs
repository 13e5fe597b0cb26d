//! The one way in which a build may ask the servers: by the command, when an
//! environment variable says so.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::config::Refresh;
use crate::error::Fault;

/// The variable that names the command.
const COMMAND: &str = "CARGO_TOOLCRIB";

pub(crate) fn run(refresh: &Refresh, folder: Option<&Path>) -> Result<(), Fault> {
    let asked =
        env::var_os(&refresh.variable).is_some_and(|value| !value.is_empty() && value != "0");
    match folder {
        Some(folder) if asked => snapshot(&refresh.config, folder),
        _ => Ok(()),
    }
}

fn snapshot(config: &Path, folder: &Path) -> Result<(), Fault> {
    let program = env::var_os(COMMAND).unwrap_or_else(|| "cargo-toolcrib".into());
    let mut command = Command::new(&program);
    command.arg("snapshot").arg("--config").arg(config).arg("--lock").arg(folder);
    let output = command.output().map_err(|error| {
        let problem = format!("`{}` cannot be run: {error}", program.display());
        let repair = "cargo install toolcrib-build --features cli, or set CARGO_TOOLCRIB";
        Fault::new(config, problem, repair)
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let problem =
        format!("the servers were not captured ({}):\n{}", output.status, said.trim_end());
    Err(Fault::new(config, problem, "mend what it says, or build without the variable"))
}
