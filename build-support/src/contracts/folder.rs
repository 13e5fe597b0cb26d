//! Which files of a folder are contracts.

use std::path::{Path, PathBuf};

use crate::error::Fault;

/// The file extensions of contracts.
pub(super) const EXTENSIONS: [&str; 4] = ["json", "toml", "yaml", "yml"];

pub(super) struct Listing {
    /// In the order of their names.
    pub(super) paths: Vec<PathBuf>,
    /// Files with an unknown extension.
    pub(super) ignored: Vec<Fault>,
}

pub(super) fn list(folder: &Path) -> Result<Listing, Fault> {
    let write = "write a contract there, for example `get_forecast.toml`";
    let fault = |error| Fault::unlistable(folder, &error, write);
    let (mut paths, mut ignored) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() || is_hidden(&path) {
            continue;
        }
        match extension(&path).as_deref() {
            Some(known) if EXTENSIONS.contains(&known) => paths.push(path),
            Some("md" | "txt") => {}
            _ => ignored.push(Fault::new(
                &path,
                "is ignored: its name is not that of a contract",
                "rename it to end in .toml, .json, .yaml or .yml, or move it",
            )),
        }
    }
    paths.sort();
    ignored.sort_by(|a, b| a.path().cmp(b.path()));
    if paths.is_empty() {
        return Err(Fault::new(folder, "no contract in this folder", write));
    }
    Ok(Listing { paths, ignored })
}

pub(super) fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().to_ascii_lowercase())
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name.ends_with('~')
}
