//! Folders of tool contracts.

mod folder;
mod json;
mod node;
mod source;
#[cfg(all(test, feature = "yaml"))]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests;
mod toml;
#[cfg(feature = "yaml")]
mod yaml;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toolcrib::contract::Contract;
use toolcrib::text::Visible;

use crate::error::{Error, Fault};

/// A contract and its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractFile {
    /// The file.
    pub path: PathBuf,
    /// The content.
    pub contract: Contract,
}

/// The contracts of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contracts {
    /// In the order of their file names.
    pub files: Vec<ContractFile>,
    /// What to look at again, although it is no error.
    pub warnings: Vec<Fault>,
}

/// Reads every `*.toml`, `*.json`, `*.yaml` and `*.yml` of a folder, one
/// contract per file. Subfolders may hold schemas.
///
/// # Errors
/// Everything that is wrong with the files; ids that several files have; a
/// folder that is missing or has no contract.
pub fn read_contracts(folder: &Path) -> Result<Contracts, Error> {
    let listing = folder::list(folder)?;
    let (mut contracts, mut faults) = (Contracts::default(), Vec::new());
    contracts.warnings.extend(listing.ignored);
    for path in listing.paths {
        match read_contract(folder, &path) {
            Ok((contract, warnings)) => {
                contracts.warnings.extend(warnings);
                contracts.files.push(ContractFile { path, contract });
            }
            Err(error) => faults.extend(error),
        }
    }
    faults.extend(same_ids(&contracts.files));
    Error::check(faults).map(|()| contracts)
}

/// Reads one contract from text, in the notation that the extension of `path`
/// names. Opens no file, so the schemas have to be in the text. Returns the
/// contract and its warnings.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn parse_contract(path: &Path, text: &str) -> Result<(Contract, Vec<Fault>), Error> {
    contract(path, &source::parse(path, text)?)
}

fn read_contract(folder: &Path, path: &Path) -> Result<(Contract, Vec<Fault>), Error> {
    contract(path, &source::read(folder, path)?)
}

fn contract(path: &Path, node: &node::Node) -> Result<(Contract, Vec<Fault>), Error> {
    let fault = |fault: &toolcrib::contract::ContractFault| {
        let (file, place) = node.find(&fault.place);
        let path = file.map_or(path, PathBuf::as_path);
        let repair = Visible(&fault.repair).to_string();
        Fault::new(path, Visible(&fault.message), repair).at(place.line, place.column)
    };
    let contract = Contract::parse(&node.to_json()).map_err(|error| match error {
        toolcrib::contract::ContractError::Faults(faults) => {
            let mut faults: Vec<Fault> = faults.iter().map(fault).collect();
            faults.sort_by_key(Fault::place);
            Error::of(faults)
        }
        error => Fault::new(path, error, "correct the file").into(),
    })?;
    let mut warnings: Vec<Fault> = contract.warnings().iter().map(fault).collect();
    warnings.extend(other_name(path, &contract));
    Ok((contract, warnings))
}

fn other_name(path: &Path, contract: &Contract) -> Option<Fault> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    (stem != contract.id()).then(|| {
        let message =
            format!("the tool is `{}`, but the file is named `{}`", contract.id(), Visible(&stem));
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Fault::new(path, message, format!("rename the file to `{}.{extension}`", contract.id()))
    })
}

/// Files whose id an earlier file has.
pub(crate) fn same_ids(files: &[ContractFile]) -> Vec<Fault> {
    let mut seen: BTreeMap<&str, &Path> = BTreeMap::new();
    let mut faults = Vec::new();
    for file in files {
        let id = file.contract.id();
        match seen.get(id) {
            None => drop(seen.insert(id, &file.path)),
            Some(first) => {
                let message = format!("the id `{id}` is also the id of {}", first.display());
                faults.push(Fault::new(&file.path, message, "give one of them another id"));
            }
        }
    }
    faults
}
