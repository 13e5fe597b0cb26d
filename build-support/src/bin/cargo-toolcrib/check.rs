//! `check`: checks the locks, and compares the servers with them.

use serde_json::{Value, json};
use toolcrib_build::{LockFile, lock_paths, read_lock};

use crate::args::{Check, Common, Format};
use crate::live::{self, Live};
use crate::outcome::{CommandError, Exit, Outcome};
use crate::pull_request::{self, Report};
use crate::screen::{Screen, plural};
use crate::servers::ServerError;
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

/// Reads every lock of the folder, and reports everything that is wrong.
pub(crate) fn read(common: &Common) -> Result<Vec<LockFile>, CommandError> {
    let (mut locks, mut errors) = (Vec::new(), Vec::new());
    let paths = if common.has_locks() { lock_paths(&common.lock)? } else { Vec::new() };
    for path in paths {
        match read_lock(&path) {
            Ok(lock) => locks.push(LockFile { path, lock }),
            Err(error) => errors.push(error.to_string()),
        }
    }
    if errors.is_empty() { Ok(locks) } else { Err(CommandError::new(errors.join("\n"))) }
}

/// Both results, or all errors.
fn both<A, B>(
    a: Result<A, CommandError>,
    b: Result<B, CommandError>,
) -> Result<(A, B), CommandError> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(a), Err(b)) => Err(CommandError::new(format!("{a}\n{b}"))),
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// The digest of the catalog that a build would compile, if there is a server.
fn catalog_digest(common: &Common, locks: &[LockFile]) -> Result<Option<String>, CommandError> {
    if common.contracts.is_empty() && locks.iter().all(LockFile::is_native) {
        return Ok(None);
    }
    let encoded = common.config().encode()?;
    let catalog = encoded.catalog()?;
    Ok(Some(catalog.digest().to_hex()))
}

fn summary(locks: &[LockFile], digest: Option<&str>, screen: &Screen) {
    for file in locks {
        screen.line(file.lock.manifest().to_string());
    }
    let tools: usize = locks.iter().map(|file| file.lock.manifest().tools().len()).sum();
    let digest = digest.and_then(|digest| digest.get(..16)).unwrap_or("none");
    let (s, t) = (plural(locks.len()), plural(tools));
    screen
        .line(format!("{} lock{s}, {tools} tool{t}, catalog digest {digest}: valid", locks.len()));
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
    for error in &live.errors {
        screen.error(&error.message);
    }
    let report = Report {
        old: &live.lock_folder,
        new: &live.lock_folder,
        title: "MCP servers compared with their locks",
        differences: &live.differences,
        recorded: &live.recorded,
        errors: &live.errors,
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
        "{same} server{} unchanged, {count} difference{}, {} not compared",
        plural(same),
        plural(count),
        live.errors.len()
    ));
}

fn live_document(live: &Live) -> Value {
    json!({
        "same": live.same,
        "differences": json::differences(&live.differences),
        "recorded": json::recorded(&live.recorded),
        "severity": json::severity(&live.differences),
        "failures": live.errors.iter().map(ServerError::document).collect::<Value>(),
    })
}
