//! Only the numbers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toolcrib::Toolbox;
use toolcrib::call::{Admitted, Backend, BackendError, BackendFuture, Live};
use toolcrib::catalog::{CapturedFrom, CatalogBuilder, Encoded, Lock, Manifest};
use toolcrib::json::Quoted;
use toolcrib::tokens::{self, Cost};

use crate::screen::{Screen, count};
use crate::{Failure, setup};

/// What full binding would cost this agent, and what it sends instead.
pub(crate) async fn of_agent() -> Result<(), Failure> {
    let servers = setup::connect().await?;
    let toolbox = setup::toolbox(&servers).await;
    servers.close().await;
    print_cost(&Screen::new(), &toolbox?.session().cost());
    Ok(())
}

fn print_cost(screen: &Screen, cost: &Cost) {
    for (what, number) in [
        ("tools", cost.tools),
        ("estimated tokens of all definitions", cost.full),
        ("definitions sent", cost.sent_tools),
        ("estimated tokens sent", cost.sent),
    ] {
        screen.plain(format!("{what:<38}{:>12}", count(number)));
    }
    screen.plain(format!("{:<38}{:>10.1} %", "saved", cost.saved() * 100.0));
}

/// What the tools of a folder cost, server by server, and what a session over
/// all of them sends. The files are locks, or answers to `tools/list` as
/// `{"pages": [{"tools": […]}]}`; of the latter, what cannot be captured is
/// named and left out.
pub(crate) fn of_locks(folder: &Path) -> Result<(), Failure> {
    let screen = Screen::new();
    let mut manifests = Vec::new();
    let paths = lock_files(folder)?;
    screen.plain(format!(
        "{:<38}{:>8}{:>16}{:>14}",
        "server", "tools", "tokens of all", "of the names"
    ));
    for path in paths {
        match read(&path)? {
            Ok(manifest) => {
                let row = Row::of(&manifest);
                row.print(&screen, &Quoted(manifest.server()).to_string());
                manifests.push(manifest);
            }
            Err(problem) => screen.plain(format!("{}: {problem}", path.display())),
        }
    }
    screen.plain("");
    print_cost(&screen, &cost(&manifests)?);
    Ok(())
}

/// The inner error is of a listing that cannot be captured.
fn read(path: &Path) -> Result<Result<Manifest, String>, Failure> {
    let text = fs::read_to_string(path)?;
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file: Value = serde_json::from_str(&text).map_err(|error| failed(&error))?;
    let Some(pages) = file.get("pages").and_then(Value::as_array) else {
        let lock = Lock::parse(&text).map_err(|error| failed(&error))?;
        return Ok(Ok(lock.manifest().clone()));
    };
    let tools = pages.iter().filter_map(|page| page.get("tools")?.as_array()).flatten();
    let list = json!({ "tools": tools.collect::<Vec<_>>() }).to_string();
    let server = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("server");
    Ok(Manifest::parse(server, &list).map_err(|error| error.to_string()))
}

/// What a session over all of these sends first.
fn cost(manifests: &[Manifest]) -> Result<Cost, Failure> {
    let mut builder = CatalogBuilder::new();
    for manifest in manifests {
        builder.lock(Lock::new(manifest, CapturedFrom::default(), Vec::new())?);
    }
    // A catalog lives as long as the program; this one is made while it runs.
    let encoded: &'static Encoded = Box::leak(Box::new(builder.encode()?));
    let verified = encoded.catalog()?.verify(manifests)?;
    let servers = Counted(manifests.iter().cloned().map(Live::new).collect());
    Ok(Toolbox::builder().catalog(verified, servers).build()?.session().cost())
}

/// Servers of which only the listing is here.
struct Counted(Vec<Live>);

impl Backend for Counted {
    fn latest(&self, server: &str) -> Result<Option<Live>, BackendError> {
        let found = self.0.iter().find(|live| live.manifest().server() == server);
        found.cloned().map(Some).ok_or_else(|| BackendError::unknown_server(server))
    }

    fn call<'a>(&'a self, call: Admitted<'a>) -> BackendFuture<'a> {
        Box::pin(async move { Err(BackendError::new(call.server(), "not connected")) })
    }
}

fn lock_files(folder: &Path) -> Result<Vec<std::path::PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths: Result<Vec<_>, std::io::Error> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    match paths.is_empty() {
        true => Err(format!("{}: no lock file in this folder", folder.display()).into()),
        false => Ok(paths),
    }
}

#[derive(Default)]
struct Row {
    tools: usize,
    full: usize,
    names: usize,
}

impl Row {
    fn of(manifest: &Manifest) -> Self {
        let mut row = Self::default();
        for tool in manifest.tools() {
            let definition = tool.definition();
            let name = toolcrib::name::qualify(manifest.server(), tool.name());
            let texts =
                [name.as_str(), definition.description.unwrap_or(""), definition.input_schema];
            row.tools += 1;
            row.full += texts.iter().map(|text| tokens::estimate(text)).sum::<usize>();
            row.names += tokens::estimate(&name);
        }
        row
    }

    fn print(&self, screen: &Screen, name: &str) {
        let [tools, full, names] = [self.tools, self.full, self.names].map(count);
        screen.plain(format!("{name:<38}{tools:>8}{full:>16}{names:>14}"));
    }
}
