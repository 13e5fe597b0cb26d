//! Where the generated files are written, and where none may remain.
//!
//! `include_catalog!()` takes whatever is in `OUT_DIR`. So files of an earlier build
//! are removed when this one writes elsewhere or fails.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::Fault;
use crate::locks::write_if_changed;

/// The generated files.
const FILES: [&str; 4] = ["catalog.idx", "catalog.txt", "catalog.rs", "catalog.md"];

/// Lists, in `OUT_DIR`, the other folders that builds wrote into.
const ELSEWHERE: &str = "catalog.out";

/// The folders that this process has written into: a build script may compile
/// several catalogs.
static WRITTEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The folder to write into, and `OUT_DIR` if there is one.
#[derive(Debug)]
pub(crate) struct Output {
    folder: PathBuf,
    out_dir: Option<PathBuf>,
}

impl Output {
    pub(crate) fn new(folder: Option<&Path>, out_dir: Option<PathBuf>) -> Result<Self, Fault> {
        let folder =
            folder.map(Path::to_path_buf).or_else(|| out_dir.clone()).ok_or_else(|| {
                Fault::new(
                    "OUT_DIR",
                    "this environment variable is not set",
                    "call this from a build script, or set a folder with `Config::out`",
                )
            })?;
        Ok(Self { folder, out_dir })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the files, in the order of [`FILES`], and removes those that
    /// earlier builds wrote elsewhere.
    pub(crate) fn write(&self, contents: [&[u8]; FILES.len()]) -> Result<(), Fault> {
        self.clear(|folder| !is_same(folder, &self.folder) && !written().contains(folder))?;
        fs::create_dir_all(&self.folder)
            .map_err(|error| cannot_be_written(&self.folder, &error))?;
        for (name, content) in FILES.into_iter().zip(contents) {
            let path = self.folder.join(name);
            write_if_changed(&path, content).map_err(|error| cannot_be_written(&path, &error))?;
        }
        written().insert(self.folder.clone());
        self.note()
    }

    /// Removes the files of earlier builds, wherever they are. Other catalogs of
    /// this build stay.
    pub(crate) fn discard(&self) -> Result<(), Fault> {
        written().remove(&self.folder);
        self.clear(|folder| !written().contains(folder))
    }

    fn clear(&self, is_stale: impl Fn(&Path) -> bool) -> Result<(), Fault> {
        let mut folders = self.elsewhere();
        folders.extend(self.out_dir.clone());
        folders.insert(self.folder.clone());
        folders.iter().filter(|folder| is_stale(folder)).try_for_each(|folder| clear(folder))
    }

    /// The folders outside `OUT_DIR` that earlier builds are known to have written into.
    fn elsewhere(&self) -> BTreeSet<PathBuf> {
        let list = self.out_dir.as_ref().map(|folder| folder.join(ELSEWHERE));
        let list = list.and_then(|list| fs::read_to_string(list).ok()).unwrap_or_default();
        list.lines().map(PathBuf::from).collect()
    }

    /// Records the folders that now have files, for a later build that writes elsewhere.
    fn note(&self) -> Result<(), Fault> {
        let Some(out_dir) = &self.out_dir else { return Ok(()) };
        let list = out_dir.join(ELSEWHERE);
        let folders = written();
        let elsewhere = folders.iter().filter(|folder| !is_same(folder, out_dir));
        let text: String = elsewhere.map(|folder| format!("{}\n", folder.display())).collect();
        if text.is_empty() && !list.exists() {
            return Ok(());
        }
        write_if_changed(&list, text.as_bytes())
            .map(|_| ())
            .map_err(|error| cannot_be_written(&list, &error))
    }
}

fn written() -> std::sync::MutexGuard<'static, BTreeSet<PathBuf>> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_same(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn clear(folder: &Path) -> Result<(), Fault> {
    for name in FILES {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if !is_absent(&error) => {
                let message =
                    format!("is left from an earlier build and cannot be removed: {error}");
                return Err(Fault::new(path, message, "remove it"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn cannot_be_written(path: &Path, error: &io::Error) -> Fault {
    Fault::new(path, format!("cannot be written: {error}"), "check the folder and its permissions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    struct Package(TempDir);

    impl Package {
        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn output(&self, folder: Option<&str>) -> Output {
            let folder = folder.map(|name| self.path(name));
            Output::new(folder.as_deref(), Some(self.path("out"))).unwrap()
        }

        /// A new process has not written anything.
        fn next_build(&self) {
            written().retain(|folder| !folder.starts_with(self.0.path()));
        }

        fn build(&self, folder: Option<&str>, content: &[u8]) {
            self.output(folder).write([content; 4]).unwrap();
        }

        /// The folders that have all files.
        fn holding(&self) -> Vec<&'static str> {
            let count = |name: &&str| {
                FILES.iter().filter(|file| self.path(name).join(file).exists()).count()
            };
            let holds = |name: &&str| match count(name) {
                0 => false,
                4 => true,
                some => panic!("{name} has {some} files"),
            };
            ["out", "cat", "dog"].into_iter().filter(holds).collect()
        }
    }

    #[test]
    fn files_of_an_earlier_build_are_not_left_where_they_are_not_written() {
        let package = Package(tempfile::tempdir().unwrap());
        for folder in [None, Some("cat"), Some("dog"), None, Some("out"), Some("cat")] {
            package.next_build();
            package.build(folder, b"content");
            assert_eq!(package.holding(), [folder.unwrap_or("out")]);
        }
    }

    #[test]
    fn a_build_that_fails_leaves_nothing() {
        let package = Package(tempfile::tempdir().unwrap());
        for (before, now) in [(None, None), (None, Some("cat")), (Some("cat"), None)] {
            package.build(before, b"content");
            package.next_build();
            package.output(now).discard().unwrap();
            assert_eq!(package.holding(), [""; 0], "{before:?} {now:?}");
        }
        // The second file cannot be written.
        fs::create_dir_all(package.path("cat").join(FILES[1])).unwrap();
        let error = package.output(Some("cat")).write([b"content"; 4]).unwrap_err();
        assert!(error.message().starts_with("cannot be written"), "{error}");
    }

    #[test]
    fn one_build_may_make_several_catalogs() {
        let package = Package(tempfile::tempdir().unwrap());
        for _ in 0..2 {
            package.next_build();
            for folder in [None, Some("cat"), Some("dog")] {
                package.build(folder, b"content");
            }
            assert_eq!(package.holding(), ["out", "cat", "dog"]);
        }
        package.output(Some("dog")).discard().unwrap();
        assert_eq!(package.holding(), ["out", "cat"], "the other catalogs stay");
    }
}
