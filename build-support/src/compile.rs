//! Lock files to catalog.

use std::env;
use std::path::{Path, PathBuf};

use toolcrib::catalog::{CatalogBuilder, Encoded};

use crate::error::{Fault, Faults};
use crate::locks::{LockFile, read_locks, write_if_changed};
use crate::{markdown, names};

/// What to compile and how, where [`compile`](crate::compile) is not enough.
///
/// ```no_run
/// // build.rs
/// fn main() {
///     toolcrib_build::Config::new()
///         .locks("mcp.lock")
///         .locks("../shared/mcp.lock")
///         .leave_out("experiments")
///         .hint("github", "create_issue", "bug report ticket")
///         .always("files", "read_file")
///         .compile();
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Config {
    folders: Vec<PathBuf>,
    out: Option<PathBuf>,
    left_out: Vec<String>,
    hints: Vec<(String, String, String)>,
    exposures: Vec<(String, String, bool)>,
}

impl Config {
    /// No lock folder, and `OUT_DIR` to write into.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder of lock files.
    #[must_use]
    pub fn locks(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// Writes into this folder instead of `OUT_DIR`.
    #[must_use]
    pub fn out(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out = Some(folder.into());
        self
    }

    /// Leaves a server out of the catalog, though it has a lock.
    #[must_use]
    pub fn leave_out(mut self, server: impl Into<String>) -> Self {
        self.left_out.push(server.into());
        self
    }

    /// Adds words for the search to a tool of a server.
    #[must_use]
    pub fn hint(
        mut self,
        server: impl Into<String>,
        tool: impl Into<String>,
        words: impl Into<String>,
    ) -> Self {
        self.hints.push((server.into(), tool.into(), words.into()));
        self
    }

    /// Never defers a tool of a server.
    #[must_use]
    pub fn always(mut self, server: impl Into<String>, tool: impl Into<String>) -> Self {
        self.exposures.push((server.into(), tool.into(), true));
        self
    }

    /// Defers a tool of a server, even if the server wishes it always loaded.
    #[must_use]
    pub fn defer(mut self, server: impl Into<String>, tool: impl Into<String>) -> Self {
        self.exposures.push((server.into(), tool.into(), false));
        self
    }

    /// Compiles, for a build script: tells Cargo what was read, and on an
    /// error prints it and exits with code 1.
    pub fn compile(&self) {
        for folder in &self.folders {
            // A missing path would make every build run the script again.
            if folder.exists() {
                println!("cargo::rerun-if-changed={}", folder.display());
            }
        }
        if let Err(faults) = self.try_compile() {
            eprintln!("\n{faults}\n");
            std::process::exit(1);
        }
    }

    /// Compiles. Files that would not change are not written.
    ///
    /// # Errors
    /// Everything that is wrong with the lock files or these settings.
    pub fn try_compile(&self) -> Result<(), Faults> {
        let encoded = self.encode()?;
        let out = self.out_folder()?;
        let catalog =
            encoded.catalog().map_err(|error| Fault::new(&out, error, "report this as a bug"))?;
        for (name, content) in [
            ("catalog.idx", encoded.idx()),
            ("catalog.txt", encoded.text().as_bytes()),
            ("catalog.rs", names::module(&catalog).as_bytes()),
            ("catalog.md", markdown::page(&catalog).as_bytes()),
        ] {
            let path = out.join(name);
            write_if_changed(&path, content).map_err(|error| {
                Fault::new(&path, format!("cannot be written: {error}"), "check the folder")
            })?;
        }
        Ok(())
    }

    /// The catalog of the lock files, without writing it.
    ///
    /// # Errors
    /// Everything that is wrong with the lock files or these settings.
    pub fn encode(&self) -> Result<Encoded, Faults> {
        let mut builder = CatalogBuilder::new();
        for file in self.read()? {
            builder.lock(file.lock);
        }
        for (server, tool, words) in &self.hints {
            builder.hint(server, tool, words);
        }
        for (server, tool, always) in &self.exposures {
            builder.always(server, tool, *always);
        }
        let place = self.folders.first().cloned().unwrap_or_default();
        let repair = "change the settings in build.rs, or the lock files";
        builder.encode().map_err(|error| Fault::new(place, error, repair).into())
    }

    fn read(&self) -> Result<Vec<LockFile>, Faults> {
        let (mut files, mut faults) = (Vec::new(), Vec::new());
        for folder in &self.folders {
            match read_locks(folder) {
                Ok(more) => files.extend(more),
                Err(more) => faults.extend_from_slice(more.as_slice()),
            }
        }
        Faults::check(faults)?;
        self.check_left_out(&files)?;
        files
            .retain(|file| !self.left_out.iter().any(|name| name == file.lock.manifest().server()));
        Ok(files)
    }

    fn check_left_out(&self, files: &[LockFile]) -> Result<(), Faults> {
        let known =
            |name: &&String| files.iter().any(|file| file.lock.manifest().server() == *name);
        match self.left_out.iter().find(|name| !known(name)) {
            None => Ok(()),
            Some(name) => {
                let place = self.folders.first().map_or(Path::new(""), PathBuf::as_path);
                let problem = format!("server `{name}` is to be left out, but has no lock here");
                Err(Fault::new(place, problem, "remove it from `leave_out` in build.rs").into())
            }
        }
    }

    fn out_folder(&self) -> Result<PathBuf, Fault> {
        let variable = || env::var_os("OUT_DIR").map(PathBuf::from);
        self.out.clone().or_else(variable).ok_or_else(|| {
            Fault::new(
                "OUT_DIR",
                "this variable is not set",
                "call this from a build script, or name a folder with `out`",
            )
        })
    }
}
