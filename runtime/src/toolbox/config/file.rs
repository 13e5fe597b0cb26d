//! The configuration of tools as a file.

use crate::text::debug_as_display;
use std::fmt;
use std::path::{Path, PathBuf};
use std::prelude::v1::*;

use super::ToolConfig;

impl ToolConfig {
    /// Reads a JSON or TOML file; the extension decides which.
    ///
    /// # Errors
    /// The file cannot be read, has another extension, or is not a valid
    /// configuration; the error says where.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ToolConfigError> {
        let path = path.as_ref();
        let error = |problem: String| ToolConfigError { path: path.into(), problem };
        let text = std::fs::read_to_string(path)
            .map_err(|problem| error(format!("cannot be read: {problem}")))?;
        let parsed = match path.extension().and_then(|end| end.to_str()) {
            Some("json") => serde_json::from_str(&text).map_err(|problem| problem.to_string()),
            Some("toml") => {
                toml::from_str(&text).map_err(|problem| problem.to_string().trim_end().to_owned())
            }
            _ => Err("is neither `.json` nor `.toml`: rename it".into()),
        };
        parsed.map_err(error)
    }
}

/// Why a configuration file cannot be used.
#[derive(Clone, PartialEq, Eq)]
pub struct ToolConfigError {
    path: PathBuf,
    problem: String,
}

impl ToolConfigError {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for ToolConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

debug_as_display!(ToolConfigError);

impl core::error::Error for ToolConfigError {}
