//! The one way in which a build may ask the servers: by the command, when an
//! environment variable says so.

use std::env;
use std::ffi::OsStr;
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
        Some(folder) if asked => {
            let program = env::var_os(COMMAND).unwrap_or_else(|| "cargo-toolcrib".into());
            snapshot(&program, &refresh.config, folder)
        }
        _ => Ok(()),
    }
}

fn snapshot(program: &OsStr, config: &Path, folder: &Path) -> Result<(), Fault> {
    let mut command = Command::new(program);
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

#[cfg(all(test, unix))]
mod tests {
    use super::snapshot;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    #[test]
    fn the_command_is_run_and_what_it_says_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("command");
        let script = "#!/bin/sh\necho \"$@\" > \"$0.args\"\n[ \"$3\" = good.json ] || { echo no server >&2; exit 2; }\n";
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        let run =
            |config: &str| snapshot(program.as_os_str(), Path::new(config), Path::new("locks"));
        assert_eq!(run("good.json"), Ok(()));
        let args = fs::read_to_string(folder.path().join("command.args")).unwrap();
        assert_eq!(args.trim(), "snapshot --config good.json --lock locks");
        assert!(run("bad.json").unwrap_err().problem().contains("no server"));
        let absent = snapshot("no-such-command".as_ref(), Path::new("c"), Path::new("l"));
        assert!(absent.unwrap_err().repair().contains("cargo install"));
    }
}
