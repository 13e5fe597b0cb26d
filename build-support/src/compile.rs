//! Lock files and contracts to catalog.

use std::env;
use std::path::PathBuf;

use toolcrib::catalog::{CatalogBuilder, Encoded};

use crate::config::Config;
use crate::error::{Fault, Faults};
use crate::inputs::Inputs;
use crate::locks::write_if_changed;
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
        let read = self.folders.iter().chain(&self.contracts).chain(&self.lint_file);
        let read = read.filter(|path| path.exists());
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
        let inputs = self.read()?;
        let mut warnings = self.check_lints(&inputs)?;
        warnings.extend(inputs.warnings.iter().map(Fault::to_warning));
        let encoded = self.encode_inputs(inputs)?;
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

    /// The catalog of the lock files and contracts, without writing it.
    ///
    /// # Errors
    /// Everything that is wrong with the files or these settings.
    pub fn encode(&self) -> Result<Encoded, Faults> {
        self.encode_inputs(self.read()?)
    }

    fn encode_inputs(&self, inputs: Inputs) -> Result<Encoded, Faults> {
        let mut builder = CatalogBuilder::new();
        for file in inputs.locks {
            builder.lock(file.lock);
        }
        for file in inputs.contracts {
            builder.contract(file.contract);
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
        let synonyms = self.synonym_table().map_err(|error| {
            Fault::new("build.rs", format!("synonyms: {error}"), "change `Config::synonyms`")
        })?;
        builder.synonyms(synonyms);
        if let Some(ranking) = self.ranking {
            builder.ranking(ranking);
        }
        let place = self.folders.first().or(self.contracts.first()).cloned().unwrap_or_default();
        let repair = "change the settings in build.rs, or the files";
        builder.encode().map_err(|error| Fault::new(place, error, repair).into())
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
