//! What is wrong with files, and how to repair it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Everything that is wrong, so that one build shows all of it.
///
/// `Debug` prints the same text as `Display`, so that a `main` that returns it
/// with `?` ends with a readable message.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Vec<Fault>);

impl Error {
    /// These faults, of which there is at least one.
    pub(crate) fn of(faults: Vec<Fault>) -> Self {
        Self(faults)
    }

    /// `Ok` when there are no faults.
    pub(crate) fn check(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    /// Adds another fault, if there is one.
    pub(crate) fn and(mut self, more: Option<Fault>) -> Self {
        self.0.extend(more);
        self
    }

    /// The faults; there is always at least one.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.0
    }

    /// The kind that all faults share, or [`FaultKind::Unusable`].
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        let mut kinds = self.0.iter().map(Fault::kind);
        let first = kinds.next().unwrap_or_default();
        if kinds.all(|kind| kind == first) { first } else { FaultKind::Unusable }
    }
}

impl IntoIterator for Error {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if at > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// One thing that is wrong: the file, the message and the repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    path: PathBuf,
    place: Option<(usize, usize)>,
    message: String,
    repair: String,
    kind: FaultKind,
}

/// The kind of a fault, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum FaultKind {
    /// The file is missing, unreadable, damaged or malformed.
    #[default]
    Unusable,
    /// The file is well formed, but what it lists is refused.
    Refused,
    /// The lock was written by a later version of toolcrib.
    Newer,
}

impl Fault {
    /// A fault of the file or folder at `path`.
    pub fn new(
        path: impl Into<PathBuf>,
        message: impl fmt::Display,
        repair: impl Into<String>,
    ) -> Self {
        let (path, message) = (path.into(), message.to_string());
        Self { path, place: None, message, repair: repair.into(), kind: FaultKind::default() }
    }

    /// A file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &io::Error, repair: impl Into<String>) -> Self {
        Self::new(path, format!("cannot be read: {error}"), repair)
    }

    /// A folder that cannot be listed; `repair` is for one that is missing.
    pub(crate) fn unlistable(folder: &Path, error: &io::Error, repair: &str) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::new(folder, "this folder does not exist", repair),
            _ => Self::unreadable(folder, error, "check the folder and its permissions"),
        }
    }

    /// Sets the line and column, counted in characters from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some((line, column));
        self
    }

    /// Line and column, counted in characters from 1, if known.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    /// Sets the kind.
    #[must_use]
    pub fn of_kind(mut self, kind: FaultKind) -> Self {
        self.kind = kind;
        self
    }

    /// The kind, for programs.
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        self.kind
    }

    /// The file or folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// How to repair it.
    #[must_use]
    pub fn repair(&self) -> &str {
        &self.repair
    }

    /// The text as one line, for a warning.
    #[must_use]
    pub fn to_warning(&self) -> String {
        format!("{}: {}; {}", self.file(), self.message, self.repair)
    }

    fn file(&self) -> String {
        let path = self.path.display();
        self.place
            .map_or_else(|| path.to_string(), |(line, column)| format!("{path}:{line}:{column}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n  repair: {}", self.file(), self.message, self.repair)
    }
}

#[cfg(test)]
mod tests {
    use super::{Error, Fault, FaultKind};

    #[test]
    fn debug_is_the_text_for_people() {
        let faults = [
            Fault::new("mcp.lock", "no lock file in this folder", "capture the servers"),
            Fault::new("tools/a.toml", "`titel` is unknown", "write `title`").at(2, 1),
        ];
        let text = "mcp.lock: no lock file in this folder\n  repair: capture the servers\n\
                    tools/a.toml:2:1: `titel` is unknown\n  repair: write `title`";
        let error = Error(faults.to_vec());
        assert_eq!((error.to_string(), format!("{error:?}")), (text.into(), text.into()));
    }

    #[test]
    fn an_error_has_the_kind_that_all_its_faults_share() {
        let of = |kind| Fault::new("a", "b", "c").of_kind(kind);
        let kind = |kinds: &[FaultKind]| Error(kinds.iter().map(|&kind| of(kind)).collect()).kind();
        assert_eq!(kind(&[FaultKind::Newer]), FaultKind::Newer);
        assert_eq!(kind(&[FaultKind::Refused, FaultKind::Refused]), FaultKind::Refused);
        assert_eq!(kind(&[FaultKind::Refused, FaultKind::Newer]), FaultKind::Unusable);
    }
}
