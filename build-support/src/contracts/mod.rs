//! The folder of tool contracts.

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

use crate::error::{Fault, Faults};

/// A contract and the file that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractFile {
    /// The file.
    pub path: PathBuf,
    /// Its content.
    pub contract: Contract,
}

/// What a folder of contracts holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contracts {
    /// By file name.
    pub files: Vec<ContractFile>,
    /// What deserves a second look.
    pub warnings: Vec<Fault>,
}

/// Reads every `*.toml`, `*.json`, `*.yaml` and `*.yml` of a folder, one
/// contract a file. Folders within it are free for schemas.
///
/// # Errors
/// Everything that is wrong with the files, all of it; ids that more than one
/// file has; a folder that is missing or has no contract.
pub fn read_contracts(folder: &Path) -> Result<Contracts, Faults> {
    let listing = folder::list(folder)?;
    let (mut contracts, mut faults) = (Contracts::default(), Vec::new());
    contracts.warnings.extend(listing.ignored);
    for path in listing.paths {
        match read_contract(folder, &path) {
            Ok((contract, warnings)) => {
                contracts.warnings.extend(warnings);
                contracts.files.push(ContractFile { path, contract });
            }
            Err(more) => faults.extend(more),
        }
    }
    faults.extend(same_ids(&contracts.files));
    Faults::check(faults).map(|()| contracts)
}

/// Reads the text of one contract in the notation of the file that it is from,
/// which is not opened; nor are others, so that a schema has to stand in it.
/// Gives what deserves a second look beside it.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_contract(path: &Path, text: &str) -> Result<(Contract, Vec<Fault>), Faults> {
    source::parse(path, text).and_then(|node| contract(path, &node)).map_err(Faults::of)
}

fn read_contract(folder: &Path, path: &Path) -> Result<(Contract, Vec<Fault>), Vec<Fault>> {
    contract(path, &source::read(folder, path)?)
}

fn contract(path: &Path, node: &node::Node) -> Result<(Contract, Vec<Fault>), Vec<Fault>> {
    let fault = |problem: &toolcrib::contract::Problem| {
        let (file, place) = node.find(&problem.place);
        let path = file.map_or(path, PathBuf::as_path);
        let repair = Visible(&problem.repair).to_string();
        Fault::new(path, Visible(&problem.message), repair).at(place.line, place.column)
    };
    let contract = Contract::parse(&node.to_json()).map_err(|error| match error {
        toolcrib::contract::ContractError::Problems(problems) => {
            let mut faults: Vec<Fault> = problems.iter().map(fault).collect();
            faults.sort_by_key(Fault::place);
            faults
        }
        error => vec![Fault::new(path, error, "correct the file")],
    })?;
    let mut warnings: Vec<Fault> = contract.warnings().iter().map(fault).collect();
    warnings.extend(other_name(path, &contract));
    Ok((contract, warnings))
}

fn other_name(path: &Path, contract: &Contract) -> Option<Fault> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    (stem != contract.id()).then(|| {
        let problem =
            format!("the tool is `{}`, but the file is named `{}`", contract.id(), Visible(&stem));
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Fault::new(path, problem, format!("rename the file to `{}.{extension}`", contract.id()))
    })
}

fn same_ids(files: &[ContractFile]) -> Vec<Fault> {
    let mut seen: BTreeMap<&str, &Path> = BTreeMap::new();
    let mut faults = Vec::new();
    for file in files {
        let id = file.contract.id();
        match seen.get(id) {
            None => drop(seen.insert(id, &file.path)),
            Some(first) => {
                let problem = format!("the id `{id}` is that of {} too", first.display());
                faults.push(Fault::new(&file.path, problem, "give one of them another id"));
            }
        }
    }
    faults
}
