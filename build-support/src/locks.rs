//! The folder of lock files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use toolcrib::catalog::{Lock, LockError};
use toolcrib::name::{case_clashes, check_server, is_same_file};
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

impl LockFile {
    /// True for the lock of the program's own tools.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.lock.manifest().server() == NATIVE
    }
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
        Ok(()) if is_same_file(name, NATIVE) => "is kept for the program's own tools",
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
/// A folder that is missing, cannot be read, or has no lock file; two files
/// whose names differ only in case.
pub fn lock_paths(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let fault = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Fault::new(folder, "this folder does not exist", SNAPSHOT),
        _ => Fault::new(folder, format!("cannot be read: {error}"), "check what is there"),
    };
    let paths = files(folder).map_err(fault)?;
    if paths.is_empty() {
        return Err(no_lock(folder));
    }
    let stems: Vec<String> = paths.iter().map(|path| stem(path)).collect();
    match case_clashes(stems.iter().map(String::as_str)).first() {
        None => Ok(paths),
        Some((one, other)) => Err(same_file(folder, one, other)),
    }
}

/// The files of a folder that are locks by their extension, by name.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let is_lock = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let mut paths: Vec<PathBuf> = paths?.into_iter().filter(is_lock).collect();
    paths.sort();
    Ok(paths)
}

fn same_file(folder: &Path, one: &str, other: &str) -> Fault {
    let (one, other) = (Visible(one), Visible(other));
    let problem = format!(
        "`{one}.json` and `{other}.json` differ only in case, and are one file where case is ignored"
    );
    let repair = format!("remove one of them, or rename the server `{one}` or `{other}`");
    Fault::new(folder, problem, repair)
}

/// Whether the lock of a server can stand in a folder beside those that are
/// there already.
///
/// # Errors
/// A lock of another server whose name differs only in case; a folder that
/// cannot be read. One that is missing is no error.
pub fn check_lock_name(folder: &Path, server: &str) -> Result<(), Fault> {
    let paths = match files(folder) {
        Ok(paths) => paths,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            let problem = format!("cannot be read: {error}");
            return Err(Fault::new(folder, problem, "check what is there"));
        }
    };
    let mut stems = paths.iter().map(|path| stem(path));
    match stems.find(|stem| stem != server && is_same_file(stem, server)) {
        None => Ok(()),
        Some(other) => Err(same_file(folder, &other, server)),
    }
}

/// Reads one lock file and checks its digests and its name.
///
/// # Errors
/// A file that cannot be read, is not a lock, does not hold, is named after
/// another server, or has a name that no server can have.
pub fn read_lock(path: &Path) -> Result<Lock, Fault> {
    let lock = read_lock_of_any_name(path)?;
    let (server, stem) = (lock.manifest().server(), stem(path));
    if server != stem {
        let problem = format!("holds the lock of server `{server}`, but is named after `{stem}`");
        return Err(Fault::new(path, problem, format!("rename it to `{server}.json`")));
    }
    if server != NATIVE {
        check_server_name(server).map_err(|problem| {
            let repair = "rename the server in your .mcp.json, and capture it again";
            Fault::new(path, problem, repair)
        })?;
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
/// Those of the file system and of [`check_lock_name`]; a lock that could not
/// be read again.
pub fn write_lock(folder: &Path, lock: &Lock) -> io::Result<bool> {
    let (server, text) = (lock.manifest().server(), lock.to_text());
    check_lock_name(folder, server).map_err(io::Error::other)?;
    Lock::parse(&text).map_err(io::Error::other)?;
    fs::create_dir_all(folder)?;
    write_if_changed(&lock_path(folder, server), text.as_bytes())
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
