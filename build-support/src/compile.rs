//! Compiles lock files and contracts into a catalog.

use std::env;
use std::path::PathBuf;

use toolcrib::catalog::{CatalogBuilder, Encoded};

use crate::config::Config;
use crate::error::{Error, Fault};
use crate::inputs::Inputs;
use crate::output::Output;
use crate::{markdown, names};

impl Config {
    /// Compiles, for a build script: tells Cargo which files were read. If
    /// something is wrong, prints it and exits with code 1.
    pub fn compile(&self) {
        // A missing path would make every build run the script again.
        let read = self.folders.iter().chain(&self.contracts).chain(&self.lint_file);
        let read = read.filter(|path| path.exists());
        read.for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
        match self.try_compile() {
            Ok(warnings) => warnings.iter().for_each(|text| println!("cargo::warning={text}")),
            Err(error) => {
                eprintln!();
                error.faults().iter().for_each(|fault| eprintln!("error: {fault}"));
                eprintln!();
                std::process::exit(1);
            }
        }
    }

    /// Compiles and returns the warnings, one per line. Files that would not
    /// change are not written.
    ///
    /// On an error, the files of earlier builds are removed, so that nothing out
    /// of date is compiled in.
    ///
    /// # Errors
    /// Everything that is wrong with the files or these settings.
    pub fn try_compile(&self) -> Result<Vec<String>, Error> {
        let output = Output::new(self.out.as_deref(), env::var_os("OUT_DIR").map(PathBuf::from))?;
        self.write(&output).map_err(|error| error.and(output.discard().err()))
    }

    fn write(&self, output: &Output) -> Result<Vec<String>, Error> {
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

    /// Compiles the catalog without writing it.
    ///
    /// # Errors
    /// Everything that is wrong with the files or these settings.
    pub fn encode(&self) -> Result<Encoded, Error> {
        self.encode_inputs(self.read()?)
    }

    fn encode_inputs(&self, inputs: Inputs) -> Result<Encoded, Error> {
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
