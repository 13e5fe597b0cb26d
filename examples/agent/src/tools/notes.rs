//! A folder of notes, and nothing outside of it.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use toolcrib::tool;

/// The notes folder.
pub(crate) struct Notes {
    folder: PathBuf,
}

/// A note is shown up to this many bytes.
const MAX_BYTES: usize = 16 * 1024;

impl Notes {
    pub(crate) fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The path of a note. Links are followed first, so that none leads out.
    fn path(&self, file: &str) -> Result<PathBuf, String> {
        let plain = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        if !plain || file.is_empty() {
            return Err(format!("`{file}` is not the name of a note: see list_notes"));
        }
        let found =
            fs::canonicalize(self.folder.join(file)).map_err(|error| missing(file, &error))?;
        let folder = fs::canonicalize(&self.folder).map_err(|error| missing(file, &error))?;
        match found.starts_with(folder) {
            true => Ok(found),
            false => Err(format!("`{file}` leads out of the notes folder")),
        }
    }
}

fn missing(file: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no note `{file}`: see list_notes"),
        _ => format!("`{file}` cannot be read: {error}"),
    }
}

/// Reads a note of the team: runbooks and conventions.
#[tool(always, read_only)]
pub(crate) fn read_note(
    /// File name, for example "broken-download.md".
    file: String,
    notes: &Notes,
) -> Result<String, String> {
    let text = fs::read_to_string(notes.path(&file)?).map_err(|error| missing(&file, &error))?;
    match text.len() > MAX_BYTES {
        true => Err(format!("`{file}` has {} bytes; at most {MAX_BYTES} are read", text.len())),
        false => Ok(text),
    }
}

/// Lists the notes of the team.
#[tool(defer, search_hint = "files runbooks documents folder", read_only)]
pub(crate) fn list_notes(notes: &Notes) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(&notes.folder)
        .map_err(|error| format!("the notes folder cannot be read: {error}"))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes() -> Notes {
        Notes::new(concat!(env!("CARGO_MANIFEST_DIR"), "/notes"))
    }

    #[test]
    fn a_note_is_found() {
        assert!(notes().path("broken-download.md").is_ok());
    }

    #[test]
    fn nothing_outside_is_found() {
        for file in ["../Cargo.toml", "/etc/hosts", "", ".", "..", "x/../../Cargo.toml"] {
            let error = notes().path(file).unwrap_err();
            assert!(error.contains("not the name of a note"), "{file}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out() {
        let folder = std::env::temp_dir().join(format!("toolcrib-notes-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink(
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
            folder.join("link"),
        )
        .unwrap();
        let error = Notes::new(&folder).path("link").unwrap_err();
        fs::remove_dir_all(&folder).unwrap();
        assert!(error.contains("leads out"), "{error}");
    }
}
