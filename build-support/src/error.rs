//! What is wrong with a file, and how to repair it.

use std::fmt;
use std::path::{Path, PathBuf};

/// One problem: the file, what is wrong in it, and the repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    path: PathBuf,
    problem: String,
    repair: String,
}

impl Fault {
    /// A problem of the file (or folder) at `path`.
    pub fn new(
        path: impl Into<PathBuf>,
        problem: impl fmt::Display,
        repair: impl Into<String>,
    ) -> Self {
        Self { path: path.into(), problem: problem.to_string(), repair: repair.into() }
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}: {}\n  repair: {}", self.path.display(), self.problem, self.repair)
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
