//! The folder of lock files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use toolcrib::catalog::{Lock, LockError};
use toolcrib::name::check_server;
use toolcrib::text::Visible;

use crate::error::{Fault, FaultKind, Faults};

/// The lock of a program's own tools is `native.json`; no server may be called so.
pub const NATIVE: &str = "native";

/// A lock and the file that holds it.
#[derive(Debug, Clone)]
pub struct LockFile {
    /// The file.
    pub path: PathBuf,
    /// Its content.
    pub lock: Lock,
}

/// Where the lock of a server is.
#[must_use]
pub fn lock_path(folder: &Path, server: &str) -> PathBuf {
    folder.join(format!("{server}.json"))
}

/// True of a name that a server can have: it also names a file.
///
/// # Errors
/// What is wrong with the name, as a sentence.
pub fn check_server_name(name: &str) -> Result<(), String> {
    let problem = match check_server(name) {
        Ok(()) if name == NATIVE => "is kept for the program's own tools",
        Ok(()) => return Ok(()),
        Err(problem) => problem,
    };
    Err(format!("the server name `{}` {problem}", Visible(name)))
}

/// Reads every `*.json` of a folder, by file name; the lock of the program's
/// own tools is left out.
///
/// # Errors
/// Every file that is not a lock, is not the lock of the server it is named
/// after, or does not hold; a folder that is missing or has no lock.
pub fn read_locks(folder: &Path) -> Result<Vec<LockFile>, Faults> {
    let mut paths = lock_paths(folder)?;
    paths.retain(|path| path.file_stem().is_some_and(|stem| stem != NATIVE));
    if paths.is_empty() {
        return Err(no_lock(folder).into());
    }
    let (mut locks, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        match read_lock(&path) {
            Ok(lock) => locks.push(LockFile { path, lock }),
            Err(fault) => faults.push(fault),
        }
    }
    Faults::check(faults).map(|()| locks)
}

const SNAPSHOT: &str = "capture the servers of your .mcp.json with `cargo toolcrib snapshot`";

pub(crate) fn no_lock(folder: &Path) -> Fault {
    Fault::new(folder, "no lock file in this folder", SNAPSHOT)
}

/// Every lock file of a folder, that of the program's own tools included, by
/// file name. None is opened.
///
/// # Errors
/// A folder that is missing, cannot be read, or has no lock file.
pub fn lock_paths(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let fault = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Fault::new(folder, "this folder does not exist", SNAPSHOT),
        _ => Fault::new(folder, format!("cannot be read: {error}"), "check what is there"),
    };
    let entries = fs::read_dir(folder).map_err(fault)?;
    let paths: Result<Vec<PathBuf>, io::Error> = entries.map(|entry| Ok(entry?.path())).collect();
    let is_lock = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let mut paths: Vec<PathBuf> = paths.map_err(fault)?.into_iter().filter(is_lock).collect();
    paths.sort();
    if paths.is_empty() { Err(no_lock(folder)) } else { Ok(paths) }
}

/// Reads one lock file and checks its digests and its name.
///
/// # Errors
/// A file that cannot be read, is not a lock, does not hold, or is named after
/// another server.
pub fn read_lock(path: &Path) -> Result<Lock, Fault> {
    let lock = read_lock_of_any_name(path)?;
    let (server, stem) = (lock.manifest().server(), stem(path));
    if server != stem {
        let problem = format!("holds the lock of server `{server}`, but is named after `{stem}`");
        return Err(Fault::new(path, problem, format!("rename it to `{server}.json`")));
    }
    Ok(lock)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads one lock file and checks its digests, whatever the file is called.
///
/// # Errors
/// A file that cannot be read, is not a lock, or does not hold.
pub fn read_lock_of_any_name(path: &Path) -> Result<Lock, Fault> {
    let again = match stem(path).as_str() {
        NATIVE => {
            "restore it from version control, or let the program's own test write it again".into()
        }
        stem => format!(
            "restore it from version control, or capture it again with `cargo toolcrib snapshot --server {stem}`"
        ),
    };
    let bytes = fs::read(path)
        .map_err(|error| Fault::new(path, format!("cannot be read: {error}"), &again))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Fault::new(path, "not a lock file: not UTF-8 text", &again))?;
    Lock::parse(&text).map_err(|error| match error {
        LockError::Version { .. } => {
            let repair = "update toolcrib-build and cargo-toolcrib";
            Fault::new(path, error, repair).of_kind(FaultKind::Newer)
        }
        _ => Fault::new(path, error, &again),
    })
}

/// Writes a lock into a folder, by way of a temporary file, so that no reader
/// sees half of it. False when the file already holds exactly this.
///
/// # Errors
/// Those of the file system.
pub fn write_lock(folder: &Path, lock: &Lock) -> io::Result<bool> {
    fs::create_dir_all(folder)?;
    write_if_changed(&lock_path(folder, lock.manifest().server()), lock.to_text().as_bytes())
}

/// Writes a file by way of a temporary one beside it, unless it already has
/// exactly this content. True when it was written.
///
/// # Errors
/// Those of the file system; the temporary file is then removed.
pub fn write_if_changed(path: &Path, content: &[u8]) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = write_synced(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written.map(|()| true)
}

fn write_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}
