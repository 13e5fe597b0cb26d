//! How a run ends.

use std::fmt;

use toolcrib::catalog::LayoutError;
use toolcrib::search::index::FormatError;
use toolcrib_build::{Fault, FaultKind};

/// The three exit codes, in increasing severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All is well.
    Fine,
    /// Something was found.
    Finding,
    /// It could not be done.
    Failed,
}

impl Exit {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Finding => 1,
            Self::Failed => 2,
        }
    }

    /// A finding if there is any.
    pub(crate) fn found(any: bool) -> Self {
        if any { Self::Finding } else { Self::Fine }
    }
}

/// Why a run stopped early.
pub(crate) struct CommandError {
    pub(crate) exit: Exit,
    message: String,
}

pub(crate) type Outcome = Result<Exit, CommandError>;

impl CommandError {
    /// It could not be done.
    pub(crate) fn new(message: impl ToString) -> Self {
        Self { exit: Exit::Failed, message: message.to_string() }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<toolcrib_build::Error> for CommandError {
    fn from(error: toolcrib_build::Error) -> Self {
        let exit = match error.kind() {
            FaultKind::Refused => Exit::Finding,
            _ => Exit::Failed,
        };
        Self { exit, message: error.to_string() }
    }
}

impl From<Fault> for CommandError {
    fn from(fault: Fault) -> Self {
        toolcrib_build::Error::from(fault).into()
    }
}

impl From<LayoutError> for CommandError {
    fn from(error: LayoutError) -> Self {
        Self::new(error)
    }
}

impl From<FormatError> for CommandError {
    fn from(error: FormatError) -> Self {
        Self::new(error)
    }
}
