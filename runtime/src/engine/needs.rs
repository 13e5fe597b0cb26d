//! Whether what a tool needs is there.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::prelude::v1::*;

use crate::contract::Needs;
use crate::text::Visible;

/// What is missing; not empty.
pub(super) struct Unmet {
    variables: Vec<String>,
    commands: Vec<String>,
}

impl Unmet {
    /// Looks at the environment and the file system of this moment.
    pub(super) fn of(needs: &Needs) -> Option<Self> {
        let unset = needs.variables.iter().filter(|name| env::var_os(name).is_none());
        let absent = needs.commands.iter().filter(|name| find_command(name).is_none());
        let unmet =
            Self { variables: unset.cloned().collect(), commands: absent.cloned().collect() };
        (!unmet.variables.is_empty() || !unmet.commands.is_empty()).then_some(unmet)
    }

    pub(super) fn repair(&self) -> &'static str {
        match (self.variables.is_empty(), self.commands.is_empty()) {
            (false, true) => "set it before the program starts",
            (true, false) => "install it, or put its folder into PATH",
            _ => "set what is unset and install what is not found, then try again",
        }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for (what, names) in [("the variable", &self.variables), ("the command", &self.commands)] {
            let missing = if what == "the variable" { "is not set" } else { "is not found" };
            for name in names {
                write!(f, "{comma}{what} `{}` {missing}", Visible(name))?;
                comma = ", ";
            }
        }
        Ok(())
    }
}

/// The program that a command names: a path as it stands, or else the first
/// one of that name in the folders of `PATH`.
pub(crate) fn find_command(name: &str) -> Option<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return std::path::absolute(name).ok().filter(|path| is_program(path));
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .flat_map(|folder| candidates(&folder, name))
        .find(|path| is_program(path))
}

fn candidates(folder: &Path, name: &str) -> Vec<PathBuf> {
    let plain = folder.join(name);
    match cfg!(windows) && plain.extension() != Some(OsStr::new("exe")) {
        true => vec![folder.join(format!("{name}.exe")), plain],
        false => vec![plain],
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let mut needs = Needs::default();
        assert!(Unmet::of(&needs).is_none());
        needs.variables.extend(["PATH".into(), "TOOLCRIB_TEST_UNSET".into()]);
        needs.commands.extend(["no-such-command".into(), "./no/such/file".into()]);
        let text = Unmet::of(&needs).unwrap().to_string();
        let expected = "the variable `TOOLCRIB_TEST_UNSET` is not set, \
            the command `./no/such/file` is not found, the command `no-such-command` is not found";
        assert_eq!(text, expected);
    }

    #[cfg(unix)]
    #[test]
    fn commands_are_programs() {
        assert!(find_command("sh").is_some() && find_command("/bin/sh").is_some());
        assert!(find_command("/etc/passwd").is_none() && find_command("/").is_none());
    }
}
