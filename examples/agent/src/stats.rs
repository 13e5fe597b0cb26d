//! Only the numbers.

use std::fs;
use std::path::Path;

use toolcrib::catalog::Lock;
use toolcrib::json::Quoted;
use toolcrib::session::SEARCH_TOOL;
use toolcrib::tokens;

use crate::screen::{Screen, count};
use crate::{Failure, setup};

/// What full binding would cost this agent, and what it sends instead.
pub(crate) async fn of_agent() -> Result<(), Failure> {
    let servers = setup::connect().await?;
    let toolbox = setup::toolbox(&servers).await;
    servers.close().await;
    let cost = toolbox?.session().cost();
    let screen = Screen::new();
    for (what, number) in [
        ("tools", cost.tools),
        ("estimated tokens of all definitions", cost.full),
        ("definitions sent", cost.sent_tools),
        ("estimated tokens sent", cost.sent),
    ] {
        screen.plain(format!("{what:<38}{:>12}", count(number)));
    }
    screen.plain(format!("{:<38}{:>10.1} %", "saved", cost.saved() * 100.0));
    Ok(())
}

/// What the tools of a lock folder cost, and their names alone.
pub(crate) fn of_locks(folder: &Path) -> Result<(), Failure> {
    let screen = Screen::new();
    let mut total = Row::default();
    let paths = lock_files(folder)?;
    screen.plain(format!(
        "{:<38}{:>8}{:>16}{:>14}",
        "server", "tools", "tokens of all", "of the names"
    ));
    for path in paths {
        let text = fs::read_to_string(&path)?;
        let lock = Lock::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let row = Row::of(&lock);
        row.print(&screen, &Quoted(lock.manifest().server()).to_string());
        total.add(&row);
    }
    total.print(&screen, &format!("all, searched with {SEARCH_TOOL}"));
    Ok(())
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
    fn of(lock: &Lock) -> Self {
        let mut row = Self::default();
        for tool in lock.manifest().tools() {
            let definition = tool.definition();
            let name = toolcrib::name::qualify(lock.manifest().server(), tool.name());
            let texts =
                [name.as_str(), definition.description.unwrap_or(""), definition.input_schema];
            row.tools += 1;
            row.full += texts.iter().map(|text| tokens::estimate(text)).sum::<usize>();
            row.names += tokens::estimate(&name);
        }
        row
    }

    fn add(&mut self, other: &Self) {
        self.tools += other.tools;
        self.full += other.full;
        self.names += other.names;
    }

    fn print(&self, screen: &Screen, name: &str) {
        let [tools, full, names] = [self.tools, self.full, self.names].map(count);
        screen.plain(format!("{name:<38}{tools:>8}{full:>16}{names:>14}"));
    }
}
