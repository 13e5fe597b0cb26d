//! Writes a lock, if writing is allowed.

use std::path::Path;

use toolcrib::catalog::Lock;
use toolcrib_build::{FaultKind, check_lock_name, lock_path, read_lock, write_lock};

use crate::changes::{Changes, between};
use crate::outcome::CommandError;
use crate::screen::Screen;

/// With `CI` set, nothing is written unless asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Look,
}

impl Mode {
    pub(crate) fn new(write: bool) -> Self {
        let ci = std::env::var_os("CI");
        let set = ci.is_some_and(|value| !(value.is_empty() || value == "0" || value == "false"));
        if set && !write { Self::Look } else { Self::Write }
    }
}

/// The result of writing a lock.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) state: State,
    /// `None` if there was no old lock to compare with.
    pub(crate) changes: Option<Changes>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// The file was written.
    Written,
    /// The file already had this content.
    Unchanged,
    /// The file was not written, because `CI` is set.
    NotWritten,
}

impl State {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Unchanged => "unchanged",
            Self::NotWritten => "not_written",
        }
    }
}

/// Compares with the old lock and writes the new one.
pub(crate) fn put(
    folder: &Path,
    lock: &Lock,
    mode: Mode,
    screen: &Screen,
) -> Result<Written, CommandError> {
    let server = lock.manifest().server();
    check_lock_name(folder, server)?;
    let path = lock_path(folder, server);
    let old = old_lock(&path, screen)?;
    let changes = old.as_ref().map(|old| between(old, lock));
    let state = match mode {
        Mode::Look if old.as_ref() == Some(lock) => State::Unchanged,
        Mode::Look => State::NotWritten,
        Mode::Write => written(folder, lock)?,
    };
    Ok(Written { state, changes })
}

/// A capture replaces a damaged lock, but not one of a later toolcrib.
fn old_lock(path: &Path, screen: &Screen) -> Result<Option<Lock>, CommandError> {
    if !path.exists() {
        return Ok(None);
    }
    match read_lock(path) {
        Ok(lock) => Ok(Some(lock)),
        Err(error) if error.kind() == FaultKind::Newer => Err(error.into()),
        Err(error) => {
            for fault in error.faults() {
                let path = path.display();
                screen.warning(&format!("{path}: the old lock is unusable: {}", fault.message()));
            }
            Ok(None)
        }
    }
}

fn written(folder: &Path, lock: &Lock) -> Result<State, CommandError> {
    match write_lock(folder, lock) {
        Ok(true) => Ok(State::Written),
        Ok(false) => Ok(State::Unchanged),
        Err(error) => {
            let path = lock_path(folder, lock.manifest().server());
            Err(CommandError::new(format!("{}: cannot be written: {error}", path.display())))
        }
    }
}
