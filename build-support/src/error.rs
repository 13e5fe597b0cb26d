//! What is wrong with a file, and how to repair it.

use std::fmt;
use std::path::{Path, PathBuf};

/// One problem: the file, what is wrong in it, and the repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    path: PathBuf,
    /// Line and column, from 1.
    place: Option<(usize, usize)>,
    problem: String,
    repair: String,
    kind: FaultKind,
}

/// What sort of problem it is, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum FaultKind {
    /// The file cannot be used: missing, unreadable, damaged, of another form.
    #[default]
    Unusable,
    /// The file was understood, and what it lists is refused.
    Refused,
    /// A lock that a later toolcrib wrote.
    Newer,
}

impl Fault {
    /// A problem of the file (or folder) at `path`.
    pub fn new(
        path: impl Into<PathBuf>,
        problem: impl fmt::Display,
        repair: impl Into<String>,
    ) -> Self {
        let (path, problem) = (path.into(), problem.to_string());
        Self { path, place: None, problem, repair: repair.into(), kind: FaultKind::default() }
    }

    /// The same, at a place in the file: line and column, in characters, from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some((line, column));
        self
    }

    /// Line and column, where they are known.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    /// The same, of another kind.
    #[must_use]
    pub fn of_kind(mut self, kind: FaultKind) -> Self {
        self.kind = kind;
        self
    }

    /// What sort of problem it is.
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
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// What to do about it.
    #[must_use]
    pub fn repair(&self) -> &str {
        &self.repair
    }
}

impl Fault {
    /// The same in one line, as a warning.
    #[must_use]
    pub fn to_warning(&self) -> String {
        format!("{}: {}; {}", self.file(), self.problem, self.repair)
    }

    fn file(&self) -> String {
        let path = self.path.display();
        self.place
            .map_or_else(|| path.to_string(), |(line, column)| format!("{path}:{line}:{column}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}: {}\n  repair: {}", self.file(), self.problem, self.repair)
    }
}

impl std::error::Error for Fault {}

/// Everything that is wrong, so that one build shows it all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// `Ok` when there is none.
    ///
    /// # Errors
    /// The faults, when there are any.
    pub fn check(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    /// These, of which there is at least one.
    pub(crate) fn of(faults: Vec<Fault>) -> Self {
        Self(faults)
    }

    /// The same, and one more.
    pub(crate) fn and(mut self, more: Option<Fault>) -> Self {
        self.0.extend(more);
        self
    }

    /// One problem after the other.
    #[must_use]
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Faults {}
