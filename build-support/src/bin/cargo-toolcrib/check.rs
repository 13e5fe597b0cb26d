//! `check`: whether the locks hold, and whether the servers still say the same.

use serde_json::{Value, json};
use toolcrib_build::{LockFile, lock_paths, read_lock};

use crate::args::{Check, Common, Format};
use crate::live::{self, Live};
use crate::outcome::{Exit, Failure, Outcome, fault_text};
use crate::pull_request::{self, Report};
use crate::screen::{Screen, plural};
use crate::{changes, contracts, json};

pub(crate) fn run(common: &Common, options: &Check, screen: &Screen) -> Outcome {
    let (locks, contracts) = both(read(common), contracts::read(common))?;
    let digest = catalog_digest(common, &locks)?;
    let mut document = json!({
        "locks": locks.iter().map(describe).collect::<Value>(),
        "catalog": digest,
    });
    if !contracts.is_empty() {
        document["contracts"] = contracts::document(&contracts);
    }
    let exit = if options.live {
        let live = live::compare(common, options, &locks, screen)?;
        publish(options.format, &live, screen);
        if let Value::Object(document) = &mut document {
            document.insert("live".into(), live_document(&live));
        }
        live.exit()
    } else {
        contracts::print(&contracts, screen);
        summary(&locks, digest.as_deref(), screen);
        Exit::Fine
    };
    screen.document(&document);
    Ok(exit)
}

/// Every lock of the folder; all that is wrong with them is told at once.
pub(crate) fn read(common: &Common) -> Result<Vec<LockFile>, Failure> {
    let mut problems = Vec::new();
    let mut locks = Vec::new();
    let paths = if common.has_locks() { lock_paths(&common.lock)? } else { Vec::new() };
    for path in paths {
        match read_lock(&path) {
            Ok(lock) => locks.push(LockFile { path, lock }),
            Err(fault) => problems.push(fault_text(&fault)),
        }
    }
    if problems.is_empty() { Ok(locks) } else { Err(Failure::new(problems.join("\n"))) }
}

/// What is wrong with either is told at once.
fn both<A, B>(a: Result<A, Failure>, b: Result<B, Failure>) -> Result<(A, B), Failure> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(a), Err(b)) => Err(Failure::new(format!("{a}\n{b}"))),
        (Err(failure), _) | (_, Err(failure)) => Err(failure),
    }
}

/// The digest of the catalog that a build would make; none without a server.
fn catalog_digest(common: &Common, locks: &[LockFile]) -> Result<Option<String>, Failure> {
    if common.contracts.is_empty() && locks.iter().all(LockFile::is_native) {
        return Ok(None);
    }
    let encoded = common.config().encode()?;
    let catalog = encoded.catalog().map_err(|error| Failure::new(error.to_string()))?;
    Ok(Some(catalog.digest().to_hex()))
}

fn summary(locks: &[LockFile], digest: Option<&str>, screen: &Screen) {
    for file in locks {
        screen.line(file.lock.manifest().to_string());
    }
    let tools: usize = locks.iter().map(|file| file.lock.manifest().tools().len()).sum();
    let digest = digest.and_then(|digest| digest.get(..16)).unwrap_or("none");
    let (s, t) = (plural(locks.len()), plural(tools));
    screen.line(format!(
        "{} lock{s}, {tools} tool{t}, catalog digest {digest}: all hold",
        locks.len()
    ));
}

fn describe(file: &LockFile) -> Value {
    let manifest = file.lock.manifest();
    json!({
        "server": manifest.server(),
        "path": file.path.display().to_string(),
        "tools": manifest.tools().len(),
        "digest": manifest.digest().to_hex(),
        "volatile": crate::import::pointers(&file.lock),
    })
}

fn publish(format: Format, live: &Live, screen: &Screen) {
    for trouble in &live.troubles {
        screen.error(&trouble.message);
    }
    let report = Report {
        old: &live.lock_folder,
        new: &live.lock_folder,
        title: "MCP servers against their locks",
        differences: &live.differences,
        recorded: &live.recorded,
        failures: &live.troubles,
    };
    match format {
        Format::Markdown => screen.line(pull_request::markdown(&report)),
        Format::Github => pull_request::github(&report, screen),
        Format::Text | Format::Json => text(live, screen),
    }
}

fn text(live: &Live, screen: &Screen) {
    changes::print(&live.differences, screen);
    changes::print_recorded(&live.recorded, screen);
    let count = live.differences.len();
    let same = live.same.len();
    screen.line(format!(
        "{same} server{} as captured, {count} difference{}, {} not compared",
        plural(same),
        plural(count),
        live.troubles.len()
    ));
}

fn live_document(live: &Live) -> Value {
    json!({
        "same": live.same,
        "differences": json::differences(&live.differences),
        "recorded": json::recorded(&live.recorded),
        "severity": json::severity(&live.differences),
        "failures": live.troubles.iter().map(live::Trouble::document).collect::<Value>(),
    })
}
