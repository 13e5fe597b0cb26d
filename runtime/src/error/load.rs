//! Why a tool cannot be loaded.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use crate::text::{Visible, debug_as_display};

/// Why a tool cannot be loaded.
#[derive(Clone, PartialEq, Eq)]
pub struct LoadError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    tool: String,
    problem: String,
    repair: String,
    unmet: bool,
}

impl LoadError {
    /// Something that the tool needs is missing, for example an environment variable. Not
    /// a failure of the server.
    pub fn unmet(tool: impl Into<String>, problem: impl fmt::Display) -> Self {
        let mut error = Self::failed(tool, problem);
        error.0.unmet = true;
        error
    }

    /// Loading failed although everything that the tool needs is there.
    pub fn failed(tool: impl Into<String>, problem: impl fmt::Display) -> Self {
        let problem = problem.to_string();
        let inner = Inner { tool: tool.into(), problem, repair: String::new(), unmet: false };
        Self(Box::new(inner))
    }

    /// The capability that is missing.
    pub(crate) fn lacks(tool: &str, capability: &str) -> Self {
        Self::unmet(tool, format_args!("the capability `{capability}` is not given"))
            .repair("add it with `Permissions::capabilities` if the model or the host has it")
    }

    /// How to repair it.
    #[must_use]
    pub fn repair(mut self, repair: impl Into<String>) -> Self {
        self.0.repair = repair.into();
        self
    }

    /// The tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// Whether something that the tool needs is missing.
    #[must_use]
    pub fn is_unmet(&self) -> bool {
        self.0.unmet
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be loaded: {}", Visible(&self.0.tool), self.0.problem)?;
        match self.0.repair.as_str() {
            "" => Ok(()),
            repair => write!(f, "; {repair}"),
        }
    }
}

impl core::error::Error for LoadError {}

debug_as_display!(LoadError);
