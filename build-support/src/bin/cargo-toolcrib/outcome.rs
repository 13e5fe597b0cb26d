//! How a run ends.

use std::fmt;

use toolcrib_build::{Fault, FaultKind, Faults};

/// The three exit codes; the greater, the graver.
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

    /// A finding when there is one.
    pub(crate) fn found(any: bool) -> Self {
        if any { Self::Finding } else { Self::Fine }
    }
}

/// Why a run stopped early.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    message: String,
}

pub(crate) type Outcome = Result<Exit, Failure>;

impl Failure {
    /// It could not be done.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { exit: Exit::Failed, message: message.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        let refused = fault.kind() == FaultKind::Refused;
        let exit = if refused { Exit::Finding } else { Exit::Failed };
        Self { exit, message: fault_text(&fault) }
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        let lines: Vec<String> = faults.as_slice().iter().map(fault_text).collect();
        Self::new(lines.join("\n"))
    }
}

/// A fault without its leading `error:`, which the screen adds.
pub(crate) fn fault_text(fault: &Fault) -> String {
    let text = fault.to_string();
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}
