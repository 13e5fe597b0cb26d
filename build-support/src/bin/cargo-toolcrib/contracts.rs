//! Folders of tool contracts.

use serde_json::{Value, json};
use toolcrib_build::{ContractFile, Contracts, read_contracts};

use crate::args::Common;
use crate::outcome::CommandError;
use crate::screen::{Screen, plural};

/// Reads every contract of the folders, and reports everything that is wrong.
pub(crate) fn read(common: &Common) -> Result<Vec<Contracts>, CommandError> {
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    for folder in &common.contracts {
        match read_contracts(folder) {
            Ok(contracts) => all.push(contracts),
            Err(error) => errors.push(error.to_string()),
        }
    }
    if errors.is_empty() { Ok(all) } else { Err(CommandError::new(errors.join("\n"))) }
}

fn files(all: &[Contracts]) -> impl Iterator<Item = &ContractFile> {
    all.iter().flat_map(|contracts| &contracts.files)
}

pub(crate) fn print(all: &[Contracts], screen: &Screen) {
    for fault in all.iter().flat_map(|contracts| &contracts.warnings) {
        screen.warning(&fault.to_warning());
    }
    for ContractFile { contract, .. } in files(all) {
        let (digest, loader) = (contract.digest().short(), contract.loader());
        screen.line(format!(
            "{}/{} by {loader}, digest {digest}",
            contract.provider(),
            contract.id()
        ));
    }
    let count = files(all).count();
    if count > 0 {
        screen.line(format!("{count} contract{}: valid", plural(count)));
    }
}

pub(crate) fn document(all: &[Contracts]) -> Value {
    let one = |ContractFile { path, contract }: &ContractFile| {
        json!({
            "id": contract.id(),
            "provider": contract.provider(),
            "loader": contract.loader(),
            "path": path.display().to_string(),
            "digest": contract.digest().to_hex(),
        })
    };
    files(all).map(one).collect()
}
