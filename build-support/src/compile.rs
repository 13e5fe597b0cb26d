//! Lock files and contracts to catalog.

use std::env;
use std::path::PathBuf;

use toolcrib::catalog::{CatalogBuilder, Encoded};

use crate::config::Config;
use crate::error::{Fault, Faults};
use crate::inputs::Inputs;
use crate::output::Output;
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
        match self.build(refreshed) {
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
    /// When it fails, the files of earlier builds are removed, so that nothing
    /// out of date is compiled in.
    ///
    /// # Errors
    /// Everything that is wrong with the lock files or these settings.
    pub fn try_compile(&self) -> Result<Vec<String>, Faults> {
        self.build(Ok(()))
    }

    fn build(&self, refreshed: Result<(), Fault>) -> Result<Vec<String>, Faults> {
        let output = Output::new(self.out.as_deref(), env::var_os("OUT_DIR").map(PathBuf::from))?;
        let built = refreshed.map_err(Faults::from).and_then(|()| self.write(&output));
        built.map_err(|faults| faults.and(output.discard().err()))
    }

    fn write(&self, output: &Output) -> Result<Vec<String>, Faults> {
        let inputs = self.read()?;
        let mut warnings = self.check_lints(&inputs)?;
        warnings.extend(inputs.warnings.iter().map(Fault::to_warning));
        let encoded = self.encode_inputs(inputs)?;
        let catalog = encoded
            .catalog()
            .map_err(|error| Fault::new(output.folder(), error, "report this as a bug"))?;
        let (names, page) = (names::module(&catalog), markdown::page(&catalog));
        output.write([
            encoded.idx(),
            encoded.text().as_bytes(),
            names.as_bytes(),
            page.as_bytes(),
        ])?;
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
}
