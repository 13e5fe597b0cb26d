//! `diff`: compares two locks, or two folders of locks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::json;
use toolcrib::catalog::{ChangeKind, Difference, Lock};
use toolcrib_build::{lock_paths, read_lock, read_lock_of_any_name};

use crate::args::{Diff, Format};
use crate::changes::{self, Changes, between};
use crate::json;
use crate::outcome::{CommandError, Exit, Outcome};
use crate::pull_request::{self, Report};
use crate::screen::{Screen, plural};

pub(crate) fn run(options: &Diff, screen: &Screen) -> Outcome {
    let changes = compare(&options.old, &options.new)?;
    let report = Report {
        old: &options.old,
        new: &options.new,
        title: "MCP lock files",
        differences: &changes.differences,
        recorded: &changes.recorded,
        errors: &[],
    };
    match options.format {
        Format::Markdown => screen.line(pull_request::markdown(&report)),
        Format::Github => pull_request::github(&report, screen),
        Format::Text | Format::Json => text(&changes, screen),
    }
    let [differences, recorded, severity] = json::changes(&changes).map(|(_, value)| value);
    screen.document(&json!({
        "old": options.old.display().to_string(),
        "new": options.new.display().to_string(),
        "differences": differences,
        "recorded": recorded,
        "severity": severity,
    }));
    Ok(Exit::found(!changes.differences.is_empty()))
}

fn text(changes: &Changes, screen: &Screen) {
    changes::print(&changes.differences, screen);
    if !changes.recorded.is_empty() {
        screen.line("also recorded, not covered by the digests:");
        changes::print_recorded(&changes.recorded, screen);
    }
    let count = changes.differences.len();
    match count {
        0 => screen.line("no difference"),
        _ => screen.line(format!("{count} difference{}", plural(count))),
    }
}

fn compare(old: &Path, new: &Path) -> Result<Changes, CommandError> {
    match (old.is_dir(), new.is_dir()) {
        (true, true) => folders(&read_folder(old)?, &read_folder(new)?),
        (false, false) => files(&read_lock_of_any_name(old)?, &read_lock_of_any_name(new)?),
        (true, false) => {
            one_of(old, &read_lock_of_any_name(new)?).and_then(|(old, new)| files(&old, &new))
        }
        (false, true) => {
            one_of(new, &read_lock_of_any_name(old)?).and_then(|(new, old)| files(&old, &new))
        }
    }
}

/// The lock of the same server in a folder, and the given lock.
fn one_of(folder: &Path, lock: &Lock) -> Result<(Lock, Lock), CommandError> {
    let path = toolcrib_build::lock_path(folder, lock.manifest().server());
    Ok((read_lock(&path)?, lock.clone()))
}

fn files(old: &Lock, new: &Lock) -> Result<Changes, CommandError> {
    let (a, b) = (old.manifest().server(), new.manifest().server());
    if a == b {
        return Ok(between(old, new));
    }
    Err(CommandError::new(format!("the locks are of different servers, `{a}` and `{b}`")))
}

type Folder = BTreeMap<String, Lock>;

fn read_folder(folder: &Path) -> Result<Folder, CommandError> {
    let mut locks = Folder::new();
    for path in lock_paths(folder)? {
        let lock = read_lock(&path)?;
        locks.insert(lock.manifest().server().into(), lock);
    }
    Ok(locks)
}

fn folders(old: &Folder, new: &Folder) -> Result<Changes, CommandError> {
    let mut all = Changes::default();
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) => {
                let changes = between(old, new);
                all.differences.extend(changes.differences);
                all.recorded.extend(changes.recorded);
            }
            (None, _) => all.differences.push(Difference::whole(name, None, ChangeKind::Added)),
            (_, None) => all.differences.push(Difference::whole(name, None, ChangeKind::Removed)),
        }
    }
    Ok(all)
}
