//! What a catalog is made of, read and looked at as a whole.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toolcrib::catalog::Manifest;
use toolcrib::contract;
use toolcrib::json::{Json, Value};
use toolcrib::name::{assign, case_clashes};

use crate::config::Config;
use crate::contracts::{ContractFile, read_contracts};
use crate::error::{Fault, Faults};
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
    pub(crate) fn read(&self) -> Result<Inputs, Faults> {
        let (mut inputs, mut faults) = (Inputs::default(), Vec::new());
        for folder in &self.folders {
            match read_locks(folder) {
                Ok(more) => inputs.locks.extend(more),
                Err(more) => faults.extend_from_slice(more.as_slice()),
            }
        }
        for folder in &self.contracts {
            match read_contracts(folder) {
                Ok(more) => {
                    inputs.contracts.extend(more.files);
                    inputs.warnings.extend(more.warnings);
                }
                Err(more) => faults.extend_from_slice(more.as_slice()),
            }
        }
        Faults::check(faults)?;
        self.check_left_out(&inputs.locks)?;
        let left_out = |file: &LockFile| {
            self.left_out.iter().any(|name| name == file.lock.manifest().server())
        };
        inputs.locks.retain(|file| !left_out(file));
        self.check_contracts(&mut inputs)?;
        Ok(inputs)
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

    /// Contracts against each other, against the servers, and against the
    /// program's own tools, as far as their lock is there.
    fn check_contracts(&self, inputs: &mut Inputs) -> Result<(), Faults> {
        if inputs.contracts.is_empty() {
            return Ok(());
        }
        let mut faults = Vec::new();
        let taken = self.taken(&inputs.locks, &mut faults);
        let mut ids: BTreeMap<&str, &Path> = BTreeMap::new();
        for ContractFile { path, contract } in &inputs.contracts {
            let (id, provider) = (contract.id(), contract.provider());
            if let Some(other) = ids.insert(id, path) {
                let problem = format!("the id `{id}` is that of {} too", other.display());
                faults.push(Fault::new(path, problem, "give one of them another id"));
            }
            if let Some(origin) = taken.get(id) {
                let problem = format!("the id `{id}` is the name of {origin}");
                faults.push(Fault::new(path, problem, "give the contract another id"));
            }
            if inputs.locks.iter().any(|file| file.lock.manifest().server() == provider) {
                let problem =
                    format!("the provider `{provider}` is called as a captured server is");
                faults.push(Fault::new(path, problem, "give the contract another provider"));
            }
            match bound(contract, &inputs.locks) {
                Bound::Missing(problem, repair) => faults.push(Fault::new(path, problem, repair)),
                Bound::Elsewhere(problem, repair) => {
                    inputs.warnings.push(Fault::new(path, problem, repair))
                }
                Bound::Fine => {}
            }
        }
        faults.extend(providers_in_other_case(inputs));
        Faults::check(faults)
    }

    /// Names that contracts cannot have, and whose they are.
    fn taken(&self, locks: &[LockFile], faults: &mut Vec<Fault>) -> BTreeMap<String, String> {
        let alias = |server: &str| self.aliases.iter().rev().find(|(name, _)| name == server);
        let mut pairs = Vec::new();
        for manifest in locks.iter().map(|file| file.lock.manifest()) {
            let server = alias(manifest.server()).map_or(manifest.server(), |(_, alias)| alias);
            pairs.extend(manifest.tools().iter().map(|tool| (server, tool.name())));
        }
        // What cannot be named is reported when the catalog is made.
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
                Some(Err(fault)) => faults.push(fault),
            }
        }
        taken
    }

    /// The warnings; errors of the lints are faults.
    pub(crate) fn check_lints(&self, inputs: &Inputs) -> Result<Vec<String>, Faults> {
        let settings = match (&self.lints, &self.lint_file) {
            (None, None) => return Ok(Vec::new()),
            (_, Some(path)) => lint::Settings::read(path)?,
            (Some(settings), None) => settings.clone(),
        };
        let manifests: Vec<Manifest> =
            inputs.locks.iter().map(|file| file.lock.manifest().clone()).collect();
        let contracts: Vec<&contract::Contract> =
            inputs.contracts.iter().map(|file| &file.contract).collect();
        let report = lint::lint_all(&manifests, &contracts, None, &settings);
        let of = |level| report.findings.iter().filter(move |finding| finding.level == level);
        let faults = of(Level::Error).map(|finding| {
            let repair = "have the text mended, or allow it with a reason";
            Fault::new(inputs.path_of(finding), finding, repair)
        });
        Faults::check(faults.collect())?;
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

/// Providers whose names differ only in case from that of a captured server or
/// of another provider.
fn providers_in_other_case(inputs: &Inputs) -> Vec<Fault> {
    let servers = inputs.locks.iter().map(|file| file.lock.manifest().server());
    let providers = inputs.contracts.iter().map(|file| file.contract.provider());
    let fault = |(one, other): (&str, &str)| {
        let file = inputs.contracts.iter().find(|file| file.contract.provider() == other)?;
        let problem = format!("the provider `{other}` differs from `{one}` only in case");
        Some(Fault::new(&file.path, problem, "write both in the same way, or rename one"))
    };
    case_clashes(servers.chain(providers)).into_iter().filter_map(fault).collect()
}

/// Where the tool is that a contract stands for.
enum Bound {
    Fine,
    Missing(String, String),
    Elsewhere(String, String),
}

fn bound(contract: &contract::Contract, locks: &[LockFile]) -> Bound {
    if contract.loader() != contract::MCP {
        return Bound::Fine;
    }
    let json = match Json::parse(contract.settings()) {
        Ok(json) => json,
        Err(error) => {
            let problem = format!("its settings cannot be read: {error}");
            return Bound::Missing(problem, "correct them".into());
        }
    };
    let text = |key: &str| json.root().get(key).and_then(Value::as_str).unwrap_or_default();
    let (server, tool) = (text("server"), text("tool"));
    let manifest =
        locks.iter().map(|file| file.lock.manifest()).find(|manifest| manifest.server() == server);
    match manifest {
        Some(manifest) if manifest.tool(&tool).is_some() => Bound::Fine,
        Some(_) => Bound::Missing(
            format!("the server `{server}` has no tool `{tool}` in its lock"),
            "correct `settings.tool`, or capture the server again".into(),
        ),
        None => Bound::Elsewhere(
            format!("the server `{server}` has no lock in this build"),
            "correct `settings.server`, unless another catalog of the toolbox has it".into(),
        ),
    }
}
