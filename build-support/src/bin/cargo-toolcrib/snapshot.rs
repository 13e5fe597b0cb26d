//! `snapshot`: from the servers to the locks.

use std::path::Path;

use serde_json::{Map, Value, json};
use toolcrib_build::{NATIVE, lock_paths};

use crate::args::{Common, Snapshot};
use crate::capture::{Captured, Settings, capture};
use crate::import::{describe, pointers, report};
use crate::outcome::{Exit, Failure, Outcome};
use crate::screen::Screen;
use crate::servers::{Chosen, Results, Trouble, choose, connect_options, side_by_side};
use crate::write::{self, Mode, State};

pub(crate) fn run(common: &Common, options: &Snapshot, screen: &Screen) -> Outcome {
    let mut chosen = choose(&options.servers)?;
    let settings = Settings {
        connect: connect_options(&options.servers),
        once: options.once,
        duplicates: options.duplicates.map(Into::into),
    };
    let servers = std::mem::take(&mut chosen.servers);
    if servers.is_empty() && chosen.troubles.is_empty() {
        let config = options.servers.config.display();
        return Err(Failure::new(format!("{config}: names no server that is enabled")));
    }
    let job = |server| capture(server, settings.clone());
    let mut results = side_by_side(servers, &options.servers, screen, job)?;
    for trouble in std::mem::take(&mut chosen.troubles) {
        results.insert(trouble.server.clone(), Err(trouble));
    }
    Ok(conclude(common, &chosen, Mode::new(options.write), results, screen))
}

fn conclude(
    common: &Common,
    chosen: &Chosen,
    mode: Mode,
    results: Results<Captured>,
    screen: &Screen,
) -> Exit {
    let (mut exit, mut documents) = (Exit::Fine, Vec::new());
    for (_, result) in results {
        let (code, document) =
            match result.and_then(|captured| put(&common.lock, mode, &captured, screen)) {
                Ok(done) => done,
                Err(trouble) => {
                    screen.error(&trouble.message);
                    (trouble.exit, trouble.document())
                }
            };
        exit = exit.max(code);
        documents.push(document);
    }
    let stale = stale(&common.lock, chosen);
    for name in &stale {
        let text = format!(
            "`{name}` has a lock, but no enabled entry in the configuration: remove its lock, or bring the entry back"
        );
        screen.warning(&text);
    }
    screen.document(&json!({
        "servers": documents,
        "stale": stale,
        "written": mode == Mode::Write,
    }));
    exit
}

fn put(
    folder: &Path,
    mode: Mode,
    captured: &Captured,
    screen: &Screen,
) -> Result<(Exit, Value), Trouble> {
    let lock = &captured.lock;
    let name = lock.manifest().server();
    for note in &captured.notes {
        screen.note(&format!("server `{name}` {note}"));
    }
    let written =
        write::put(folder, lock, mode, screen).map_err(|failure| Trouble::failed(name, failure))?;
    report(folder, lock, &written, screen);
    let mut document: Map<String, Value> = describe(folder, lock, &written);
    document.insert("notes".into(), json!(captured.notes));
    document.insert("volatile".into(), pointers(lock));
    Ok((Exit::found(written.state == State::NotWritten), Value::Object(document)))
}

/// Locks of servers that the configuration no longer has.
fn stale(folder: &Path, chosen: &Chosen) -> Vec<String> {
    let paths = lock_paths(folder).unwrap_or_default();
    let names =
        paths.iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    names.filter(|name| name != NATIVE && !chosen.names.contains(name)).collect()
}
