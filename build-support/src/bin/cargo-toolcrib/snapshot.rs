//! `snapshot`: captures the servers in lock files.

use std::path::Path;

use serde_json::{Map, Value, json};
use toolcrib_build::{NATIVE, lock_paths};

use crate::args::{Common, Snapshot};
use crate::capture::{Captured, Settings, capture};
use crate::import::{describe, pointers, report};
use crate::outcome::{CommandError, Exit, Outcome};
use crate::screen::Screen;
use crate::servers::{Chosen, Results, ServerError, choose, connect_options, side_by_side};
use crate::write::{self, Mode, State};

pub(crate) fn run(common: &Common, options: &Snapshot, screen: &Screen) -> Outcome {
    let mut chosen = choose(&options.servers)?;
    let settings = Settings {
        connect: connect_options(&options.servers),
        once: options.once,
        duplicates: options.duplicates.map(Into::into),
    };
    let servers = std::mem::take(&mut chosen.servers);
    if servers.is_empty() && chosen.errors.is_empty() {
        let config = options.servers.config.display();
        return Err(CommandError::new(format!("{config}: no server is enabled")));
    }
    let job = |server| capture(server, settings.clone());
    let mut results = side_by_side(servers, &options.servers, screen, job)?;
    for error in std::mem::take(&mut chosen.errors) {
        results.insert(error.server.clone(), Err(error));
    }
    Ok(conclude(&common.lock, &chosen, Mode::new(options.write), results, screen))
}

fn conclude(
    folder: &Path,
    chosen: &Chosen,
    mode: Mode,
    results: Results<Captured>,
    screen: &Screen,
) -> Exit {
    let (mut exit, mut documents) = (Exit::Fine, Vec::new());
    for (_, result) in results {
        let (code, document) =
            match result.and_then(|captured| put(folder, mode, &captured, screen)) {
                Ok(done) => done,
                Err(error) => {
                    screen.error(&error.message);
                    (error.exit, error.document())
                }
            };
        exit = exit.max(code);
        documents.push(document);
    }
    let stale = stale(folder, chosen);
    for name in &stale {
        let text = format!(
            "`{name}` has a lock, but no enabled entry in the configuration: remove the lock or restore the entry"
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
) -> Result<(Exit, Value), ServerError> {
    let lock = &captured.lock;
    let name = lock.manifest().server();
    for note in &captured.notes {
        screen.note(&format!("server `{name}` {note}"));
    }
    let written =
        write::put(folder, lock, mode, screen).map_err(|error| ServerError::failed(name, error))?;
    report(folder, lock, &written, screen);
    let mut document: Map<String, Value> = describe(folder, lock, &written);
    document.insert("notes".into(), json!(captured.notes));
    document.insert("volatile".into(), pointers(lock));
    Ok((Exit::found(written.state == State::NotWritten), Value::Object(document)))
}

/// Servers that have a lock but no entry in the configuration.
fn stale(folder: &Path, chosen: &Chosen) -> Vec<String> {
    let paths = lock_paths(folder).unwrap_or_default();
    let names =
        paths.iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    names.filter(|name| name != NATIVE && !chosen.names.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use toolcrib::catalog::{CapturedFrom, Lock, Manifest};
    use toolcrib::mcp::ServerConfig;
    use toolcrib_build::{lock_path, read_lock};

    use super::*;
    use crate::args::{Color, Servers};

    #[test]
    fn a_job_that_panics_is_an_error_of_its_server_alone() {
        let (folder, screen) = (tempfile::tempdir().unwrap(), Screen::new(false, Color::Never));
        let options = Servers {
            config: ".mcp.json".into(),
            server: Vec::new(),
            timeout: None,
            jobs: 1,
            max_pages: None,
            max_bytes: None,
        };
        let names = ["a", "bad", "z"];
        let servers = names.map(|name| ServerConfig::stdio(name, "true", [""; 0]));
        let job = |server: ServerConfig| async move {
            assert_ne!(server.name(), "bad", "this panic is part of the test");
            let manifest = Manifest::parse(server.name(), r#"{"tools":[]}"#).unwrap();
            let lock = Lock::new(&manifest, CapturedFrom::default(), vec![]).unwrap();
            Ok(Captured { lock, notes: Vec::new() })
        };
        let results = side_by_side(servers.into(), &options, &screen, job).unwrap();
        let Some(Err(error)) = results.get("bad") else { panic!("no error") };
        assert!(error.message.contains("server `bad`: cargo-toolcrib panicked"), "{error:?}");
        let names = names.map(Into::into).into();
        let chosen = Chosen { names, servers: Vec::new(), errors: Vec::new() };
        let exit = conclude(folder.path(), &chosen, Mode::Write, results, &screen);
        assert_eq!(exit, Exit::Failed);
        for name in ["a", "z"] {
            read_lock(&lock_path(folder.path(), name)).unwrap();
        }
        assert!(!lock_path(folder.path(), "bad").exists());
    }
}
