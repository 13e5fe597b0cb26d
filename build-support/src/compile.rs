//! Lock files to catalog.

use std::env;
use std::path::{Path, PathBuf};

use toolcrib::catalog::{CatalogBuilder, Encoded, Manifest};

use crate::config::Config;
use crate::error::{Fault, Faults};
use crate::lint::{self, Level};
use crate::locks::{LockFile, read_locks, write_if_changed};
use crate::{markdown, names, refresh};

impl Config {
    /// Compiles, for a build script: tells Cargo what was read, and on an
    /// error prints it and exits with code 1.
    pub fn compile(&self) {
        let refreshed = self.refresh.as_ref().map_or(Ok(()), |refresh| {
            println!("cargo::rerun-if-env-changed={}", refresh.variable);
            refresh::run(refresh, self.folders.first().map(PathBuf::as_path))
        });
        // A missing path would make every build run the script again.
        let read = self.folders.iter().chain(&self.lint_file).filter(|path| path.exists());
        read.for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
        let done = refreshed.map_err(Faults::from).and_then(|()| self.try_compile());
        match done {
            Ok(warnings) => warnings.iter().for_each(|text| println!("cargo::warning={text}")),
            Err(faults) => {
                eprintln!("\n{faults}\n");
                std::process::exit(1);
            }
        }
    }

    /// Compiles, from files alone. Files that would not change are not written.
    /// Gives the warnings of the lints, one a line.
    ///
    /// # Errors
    /// Everything that is wrong with the lock files or these settings.
    pub fn try_compile(&self) -> Result<Vec<String>, Faults> {
        let files = self.read()?;
        let warnings = self.check_lints(&files)?;
        let encoded = self.encode_files(files)?;
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
        Ok(warnings)
    }

    /// The catalog of the lock files, without writing it.
    ///
    /// # Errors
    /// Everything that is wrong with the lock files or these settings.
    pub fn encode(&self) -> Result<Encoded, Faults> {
        self.encode_files(self.read()?)
    }

    fn encode_files(&self, files: Vec<LockFile>) -> Result<Encoded, Faults> {
        let mut builder = CatalogBuilder::new();
        for file in files {
            builder.lock(file.lock);
        }
        for (server, alias) in &self.aliases {
            builder.alias(server, alias);
        }
        for (server, words) in &self.keywords {
            builder.keywords(server, words);
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

    /// The warnings; errors of the lints are faults.
    fn check_lints(&self, files: &[LockFile]) -> Result<Vec<String>, Faults> {
        let settings = match (&self.lints, &self.lint_file) {
            (None, None) => return Ok(Vec::new()),
            (_, Some(path)) => lint::Settings::read(path)?,
            (Some(settings), None) => settings.clone(),
        };
        let manifests: Vec<Manifest> =
            files.iter().map(|file| file.lock.manifest().clone()).collect();
        let report = lint::lint(&manifests, None, &settings);
        let of = |level| report.findings.iter().filter(move |finding| finding.level == level);
        let faults = of(Level::Error).map(|finding| {
            let file = files.iter().find(|file| file.lock.manifest().server() == finding.server);
            let path =
                file.map_or_else(|| PathBuf::from(&finding.server), |file| file.path.clone());
            Fault::new(path, finding, "have the server mended, or allow it with a reason")
        });
        Faults::check(faults.collect())?;
        Ok(of(Level::Warning).map(ToString::to_string).collect())
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
