//! `import`: writes a lock from a saved listing.

use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value, json};
use toolcrib::catalog::{Lock, Pointer};
use toolcrib_build::{Fault, FaultKind, lock_path};

use crate::args::{Common, Import};
use crate::outcome::{CommandError, Exit, Outcome};
use crate::screen::Screen;
use crate::source::unreadable;
use crate::write::{self, Mode, State, Written};
use crate::{changes, json};

pub(crate) fn run(common: &Common, options: &Import, screen: &Screen) -> Outcome {
    let lock = read(options)?;
    let mode = Mode::new(options.write);
    let written = write::put(&common.lock, &lock, mode, screen)?;
    report(&common.lock, &lock, &written, screen);
    let mut document = describe(&common.lock, &lock, &written);
    document.insert("volatile".into(), pointers(&lock));
    screen.document(&Value::Object(document));
    Ok(Exit::found(written.state == State::NotWritten))
}

fn read(options: &Import) -> Result<Lock, CommandError> {
    let text = text(&options.file)?;
    let policy = options.duplicates.into();
    let imported = toolcrib_build::import(&options.file, &options.server, &text, policy)?;
    let volatile = options.volatile.iter().map(|text| text.parse::<Pointer>());
    let volatile: Result<Vec<Pointer>, _> = volatile.collect();
    let volatile = volatile.map_err(|error| CommandError::new(format!("--volatile: {error}")))?;
    Lock::new(&imported.manifest, imported.captured_from, volatile).map_err(|error| {
        let repair = "give another place with --volatile";
        Fault::new(&options.file, error, repair).of_kind(FaultKind::Refused).into()
    })
}

fn text(path: &Path) -> Result<String, CommandError> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|content| bytes = content)
    };
    read.map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes)
        .map_err(|_| CommandError::new(format!("{}: is not UTF-8 text", path.display())))
}

/// Reports the result of writing a lock.
pub(crate) fn report(folder: &Path, lock: &Lock, written: &Written, screen: &Screen) {
    let manifest = lock.manifest();
    let path = lock_path(folder, manifest.server());
    let outcome = match written.state {
        State::Written => "written",
        State::Unchanged => "unchanged",
        State::NotWritten => "NOT written, because CI is set (use --write)",
    };
    screen.line(format!("{manifest}; {} {outcome}", path.display()));
    match &written.changes {
        Some(changes) => {
            changes::print(&changes.differences, screen);
            changes::print_recorded(&changes.recorded, screen);
        }
        None if written.state == State::NotWritten => screen.line("  no usable old lock"),
        None => screen.line("  new lock"),
    }
}

/// The members that `import` and `snapshot` report for a server.
pub(crate) fn describe(folder: &Path, lock: &Lock, written: &Written) -> Map<String, Value> {
    let manifest = lock.manifest();
    let mut members = Map::new();
    let mut put = |name: &str, value: Value| members.insert(name.into(), value);
    put("server", manifest.server().into());
    put("outcome", written.state.as_str().into());
    put("path", lock_path(folder, manifest.server()).display().to_string().into());
    put("tools", manifest.tools().len().into());
    put("digest", manifest.digest().to_hex().into());
    put("new", json!(written.changes.is_none()));
    let none = changes::Changes::default();
    for (name, value) in json::changes(written.changes.as_ref().unwrap_or(&none)) {
        put(name, value);
    }
    members
}

pub(crate) fn pointers(lock: &Lock) -> Value {
    lock.volatile().iter().map(ToString::to_string).collect()
}
