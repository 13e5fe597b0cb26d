//! What a catalog is made of, read and checked as a whole.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toolcrib::catalog::Manifest;
use toolcrib::contract;
use toolcrib::json::{Json, Value};
use toolcrib::name::{assign, case_clashes};

use crate::config::Config;
use crate::contracts::{ContractFile, read_contracts, same_ids};
use crate::error::{Error, Fault};
use crate::lint::{self, Level};
use crate::locks::{LockFile, NATIVE, lock_path, read_lock, read_locks};

/// Lock files and contracts.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    pub(crate) locks: Vec<LockFile>,
    pub(crate) contracts: Vec<ContractFile>,
    pub(crate) warnings: Vec<Fault>,
}

impl Config {
    pub(crate) fn read(&self) -> Result<Inputs, Error> {
        let (mut inputs, mut faults) = (Inputs::default(), Vec::new());
        for folder in &self.folders {
            match read_locks(folder) {
                Ok(more) => inputs.locks.extend(more),
                Err(error) => faults.extend(error),
            }
        }
        for folder in &self.contracts {
            match read_contracts(folder) {
                Ok(more) => {
                    inputs.contracts.extend(more.files);
                    inputs.warnings.extend(more.warnings);
                }
                Err(error) => faults.extend(error),
            }
        }
        Error::check(faults)?;
        self.check_left_out(&inputs.locks)?;
        let left_out = |file: &LockFile| {
            self.left_out.iter().any(|name| name == file.lock.manifest().server())
        };
        inputs.locks.retain(|file| !left_out(file));
        self.check_contracts(&mut inputs)?;
        Ok(inputs)
    }

    fn check_left_out(&self, files: &[LockFile]) -> Result<(), Error> {
        let known =
            |name: &&String| files.iter().any(|file| file.lock.manifest().server() == *name);
        match self.left_out.iter().find(|name| !known(name)) {
            None => Ok(()),
            Some(name) => {
                let place = self.folders.first().map_or(Path::new(""), PathBuf::as_path);
                let message = format!("`leave_out` names server `{name}`, which has no lock here");
                Err(Fault::new(place, message, "remove it from `leave_out` in build.rs").into())
            }
        }
    }

    /// Compares contracts with each other, with the servers, and with the
    /// program's own tools if these have a lock.
    fn check_contracts(&self, inputs: &mut Inputs) -> Result<(), Error> {
        if inputs.contracts.is_empty() {
            return Ok(());
        }
        let mut faults = Vec::new();
        let taken = self.taken(&inputs.locks, &mut faults);
        faults.extend(same_ids(&inputs.contracts));
        for file in &inputs.contracts {
            let (path, id, provider) = (&file.path, file.contract.id(), file.contract.provider());
            if let Some(owner) = taken.get(id) {
                let message = format!("the id `{id}` is already the name of {owner}");
                faults.push(Fault::new(path, message, "give the contract another id"));
            }
            if inputs.locks.iter().any(|file| file.lock.manifest().server() == provider) {
                let message =
                    format!("the provider `{provider}` has the name of a captured server");
                faults.push(Fault::new(path, message, "give the contract another provider"));
            }
            match bound(file, &inputs.locks) {
                Ok(warning) => inputs.warnings.extend(warning),
                Err(fault) => faults.push(fault),
            }
        }
        faults.extend(providers_in_other_case(inputs));
        Error::check(faults)
    }

    /// Names that contracts cannot have, and who has them.
    fn taken(&self, locks: &[LockFile], faults: &mut Vec<Fault>) -> BTreeMap<String, String> {
        let alias = |server: &str| self.aliases.iter().rev().find(|(name, _)| name == server);
        let mut pairs = Vec::new();
        for manifest in locks.iter().map(|file| file.lock.manifest()) {
            let server = alias(manifest.server()).map_or(manifest.server(), |(_, alias)| alias);
            pairs.extend(manifest.tools().iter().map(|tool| (server, tool.name())));
        }
        // Tools that cannot be named are reported when the catalog is encoded.
        let names = assign(&pairs).unwrap_or_default();
        let mut taken: BTreeMap<String, String> = (names.into_iter().zip(&pairs))
            .map(|(name, (server, tool))| (name, format!("the tool `{tool}` of server `{server}`")))
            .collect();
        for folder in &self.folders {
            let path = lock_path(folder, NATIVE);
            match path.exists().then(|| read_lock(&path)) {
                None => {}
                Some(Ok(lock)) => {
                    let names = lock.manifest().tools().iter().map(|tool| tool.name().to_owned());
                    taken.extend(names.map(|name| (name, "one of the program's own tools".into())));
                }
                Some(Err(error)) => faults.extend(error),
            }
        }
        taken
    }

    /// Returns the lint warnings; lint errors are faults.
    pub(crate) fn check_lints(&self, inputs: &Inputs) -> Result<Vec<String>, Error> {
        let settings = match (&self.lints, &self.lint_file) {
            (None, None) => return Ok(Vec::new()),
            (_, Some(path)) => lint::Settings::read(path)?,
            (Some(settings), None) => settings.clone(),
        };
        let manifests: Vec<Manifest> =
            inputs.locks.iter().map(|file| file.lock.manifest().clone()).collect();
        let contracts: Vec<&contract::Contract> =
            inputs.contracts.iter().map(|file| &file.contract).collect();
        let report = lint::lint(&manifests, &contracts, None, &settings);
        let of = |level| report.findings.iter().filter(move |finding| finding.level == level);
        let faults = of(Level::Error).map(|finding| {
            let repair = "fix the text, or allow it with a reason in the lint settings";
            Fault::new(inputs.path_of(finding), finding, repair)
        });
        Error::check(faults.collect())?;
        Ok(of(Level::Warning).map(ToString::to_string).collect())
    }
}

impl Inputs {
    fn path_of(&self, finding: &lint::Finding) -> PathBuf {
        let lock = self.locks.iter().find(|file| file.lock.manifest().server() == finding.server);
        let is_it = |file: &&ContractFile| {
            file.contract.provider() == finding.server
                && finding.tool.as_deref().is_none_or(|tool| tool == file.contract.id())
        };
        let contract = || self.contracts.iter().find(is_it).map(|file| file.path.clone());
        lock.map(|file| file.path.clone())
            .or_else(contract)
            .unwrap_or_else(|| PathBuf::from(&finding.server))
    }
}

/// Providers whose name differs only in case from a captured server or another
/// provider.
fn providers_in_other_case(inputs: &Inputs) -> Vec<Fault> {
    let servers = inputs.locks.iter().map(|file| file.lock.manifest().server());
    let providers = inputs.contracts.iter().map(|file| file.contract.provider());
    let fault = |(one, other): (&str, &str)| {
        let file = inputs.contracts.iter().find(|file| file.contract.provider() == other)?;
        let message = format!("the provider `{other}` differs from `{one}` only in case");
        Some(Fault::new(&file.path, message, "spell both the same way, or rename one"))
    };
    case_clashes(servers.chain(providers)).into_iter().filter_map(fault).collect()
}

/// Whether the captured tool that a contract stands for is in this build. A
/// server that is not there is a warning: another catalog may have it.
fn bound(file: &ContractFile, locks: &[LockFile]) -> Result<Option<Fault>, Fault> {
    let ContractFile { path, contract } = file;
    if contract.loader() != contract::MCP {
        return Ok(None);
    }
    let json = Json::parse(contract.settings()).map_err(|error| {
        Fault::new(path, format!("its settings cannot be read: {error}"), "correct them")
    })?;
    let text = |key: &str| json.root().get(key).and_then(Value::as_str).unwrap_or_default();
    let (server, tool) = (text("server"), text("tool"));
    let lock = locks.iter().find(|file| file.lock.manifest().server() == server);
    match lock.map(|file| file.lock.manifest().tool(&tool)) {
        Some(Some(_)) => Ok(None),
        Some(None) => Err(Fault::new(
            path,
            format!("the server `{server}` has no tool `{tool}` in its lock"),
            "correct `settings.tool`, or capture the server again",
        )),
        None => Ok(Some(Fault::new(
            path,
            format!("the server `{server}` has no lock in this build"),
            "correct `settings.server`, unless another catalog of the toolbox has the server",
        ))),
    }
}
