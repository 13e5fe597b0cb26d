//! The folder of lock files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use toolcrib::catalog::{Lock, LockError};
use toolcrib::name::{case_clashes, check_server, is_same_file};
use toolcrib::text::Visible;

use crate::error::{Error, Fault, FaultKind};

/// The name of the program's own tools: their lock is `native.json`, and no
/// server may have this name.
pub const NATIVE: &str = "native";

/// A lock and its file.
#[derive(Debug, Clone)]
pub struct LockFile {
    /// The file.
    pub path: PathBuf,
    /// The content.
    pub lock: Lock,
}

impl LockFile {
    /// True for the lock of the program's own tools.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.lock.manifest().server() == NATIVE
    }
}

/// The path of a server's lock.
#[must_use]
pub fn lock_path(folder: &Path, server: &str) -> PathBuf {
    folder.join(format!("{server}.json"))
}

/// Checks that a server can have this name, which also names a file.
///
/// # Errors
/// What is wrong with the name, as a sentence.
pub fn check_server_name(name: &str) -> Result<(), String> {
    let reason = match check_server(name) {
        Ok(()) if is_same_file(name, NATIVE) => "is reserved for the program's own tools",
        Ok(()) => return Ok(()),
        Err(reason) => reason,
    };
    Err(format!("the server name `{}` {reason}", Visible(name)))
}

/// Reads every `*.json` of a folder, in the order of their names, except the lock
/// of the program's own tools.
///
/// # Errors
/// Every file that is not a lock, is not named after its server, or has a wrong
/// digest; a folder that is missing or has no lock.
pub fn read_locks(folder: &Path) -> Result<Vec<LockFile>, Error> {
    let mut paths = lock_paths(folder)?;
    paths.retain(|path| path.file_stem().is_some_and(|stem| stem != NATIVE));
    if paths.is_empty() {
        return Err(no_lock(folder).into());
    }
    let (mut locks, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        match read_lock(&path) {
            Ok(lock) => locks.push(LockFile { path, lock }),
            Err(error) => faults.extend(error),
        }
    }
    Error::check(faults).map(|()| locks)
}

const SNAPSHOT: &str = "capture the servers of your .mcp.json with `cargo toolcrib snapshot`";

pub(crate) fn no_lock(folder: &Path) -> Fault {
    Fault::new(folder, "no lock file in this folder", SNAPSHOT)
}

/// The paths of all lock files in a folder, including the program's own, in the
/// order of their names. Does not open them.
///
/// # Errors
/// A folder that is missing, cannot be read, or has no lock file; two files
/// whose names differ only in case.
pub fn lock_paths(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let paths = files(folder).map_err(|error| Fault::unlistable(folder, &error, SNAPSHOT))?;
    if paths.is_empty() {
        return Err(no_lock(folder).into());
    }
    let stems: Vec<String> = paths.iter().map(|path| stem(path)).collect();
    match case_clashes(stems.iter().map(String::as_str)).first() {
        None => Ok(paths),
        Some((one, other)) => Err(same_file(folder, one, other).into()),
    }
}

/// The `*.json` files of a folder, in the order of their names.
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
    let message = format!(
        "`{one}.json` and `{other}.json` differ only in case: some file systems take them for one file"
    );
    let repair = format!("remove one of them, or rename the server `{one}` or `{other}`");
    Fault::new(folder, message, repair)
}

/// Checks that the name of a server's lock does not clash with another lock in
/// the folder.
///
/// # Errors
/// A lock of another server whose name differs only in case; a folder that
/// cannot be read. A missing folder is fine.
pub fn check_lock_name(folder: &Path, server: &str) -> Result<(), Error> {
    let paths = match files(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        paths => paths.map_err(|error| Fault::unlistable(folder, &error, SNAPSHOT))?,
    };
    let mut stems = paths.iter().map(|path| stem(path));
    match stems.find(|stem| stem != server && is_same_file(stem, server)) {
        None => Ok(()),
        Some(other) => Err(same_file(folder, &other, server).into()),
    }
}

/// Reads one lock file and checks its digests and its name.
///
/// # Errors
/// A file that cannot be read, is not a lock, has a wrong digest, is named after
/// another server, or has a name that no server can have.
pub fn read_lock(path: &Path) -> Result<Lock, Error> {
    let lock = read_lock_of_any_name(path)?;
    let (server, stem) = (lock.manifest().server(), stem(path));
    if server != stem {
        let message =
            format!("contains the lock of server `{server}`, but is named after `{stem}`");
        return Err(Fault::new(path, message, format!("rename it to `{server}.json`")).into());
    }
    if server != NATIVE {
        check_server_name(server).map_err(|message| {
            let repair = "rename the server in your .mcp.json and capture it again";
            Fault::new(path, message, repair)
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
/// A file that cannot be read, is not a lock, or has a wrong digest.
pub fn read_lock_of_any_name(path: &Path) -> Result<Lock, Error> {
    let again = match stem(path).as_str() {
        NATIVE => {
            "restore it from version control, or write it again with the program's lock test".into()
        }
        stem => format!(
            "restore it from version control, or capture it again with `cargo toolcrib snapshot --server {stem}`"
        ),
    };
    let bytes = fs::read(path).map_err(|error| Fault::unreadable(path, &error, &again))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Fault::new(path, "not a lock file: not UTF-8 text", &again))?;
    Lock::parse(&text).map_err(|error| match error {
        LockError::Version { .. } => {
            let repair = "update toolcrib-build and cargo-toolcrib";
            Fault::new(path, error, repair).of_kind(FaultKind::Newer).into()
        }
        _ => Fault::new(path, error, &again).into(),
    })
}

/// Writes a lock into a folder through a temporary file, so that no reader sees
/// half of it. Returns false if the file already has this content.
///
/// # Errors
/// Errors of the file system and of [`check_lock_name`]; a lock that could not
/// be read again.
pub fn write_lock(folder: &Path, lock: &Lock) -> io::Result<bool> {
    let (server, text) = (lock.manifest().server(), lock.to_text());
    check_lock_name(folder, server).map_err(io::Error::other)?;
    Lock::parse(&text).map_err(io::Error::other)?;
    fs::create_dir_all(folder)?;
    write_if_changed(&lock_path(folder, server), text.as_bytes())
}

/// Writes a file through a temporary one beside it, unless it already has this
/// content. Returns true if it was written. On an error, the temporary file is
/// removed.
pub(crate) fn write_if_changed(path: &Path, content: &[u8]) -> io::Result<bool> {
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
