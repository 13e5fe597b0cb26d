//! Why a lock file is not accepted.

use alloc::string::String;
use core::fmt;

use super::super::manifest::ManifestError;
use crate::digest::Digest;
use crate::json::JsonError;
use crate::text::{Visible, debug_as_display};

/// The version of the lock file that this crate writes, and the only one it reads.
pub const LOCK_VERSION: u64 = 1;

/// What is wrong with the text of a lock file. Says what, not where the file
/// is: the caller knows its path.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LockError {
    /// Not JSON: truncated, empty or something else altogether.
    Json(JsonError),
    /// Written by a later toolcrib.
    Version {
        /// The version that the file states.
        found: u64,
    },
    /// A member that is missing, unknown or of the wrong type.
    Member {
        /// JSON pointer of the member.
        pointer: String,
        /// What is wrong with it.
        message: &'static str,
    },
    /// Tools that cannot be used.
    Manifest(ManifestError),
    /// The text of a tool is not the one that its digest was made of.
    ToolDigest {
        /// The tool.
        tool: String,
        /// The digest that stands in the file.
        stated: Digest,
        /// The digest of the text that stands in the file.
        actual: Digest,
    },
    /// The same for the server as a whole: a tool was added or taken out, or
    /// the instructions were edited.
    ServerDigest {
        /// The digest that stands in the file.
        stated: Digest,
        /// The digest of what stands in the file.
        actual: Digest,
    },
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "not a lock file: {error}"),
            Self::Version { found } => {
                write!(
                    f,
                    "lock version {found}, but this toolcrib reads version {LOCK_VERSION}: update toolcrib"
                )
            }
            Self::Member { pointer, message } => write!(f, "`{}` {message}", Visible(pointer)),
            Self::Manifest(error) => error.fmt(f),
            Self::ToolDigest { tool, stated, actual } => write!(
                f,
                "tool `{}` was edited by hand: its digest is {}, the file states {}",
                Visible(tool),
                actual.short(),
                stated.short()
            ),
            Self::ServerDigest { stated, actual } => write!(
                f,
                "the list of tools or the instructions were edited by hand: their digest is {}, the file states {}",
                actual.short(),
                stated.short()
            ),
        }
    }
}

debug_as_display!(LockError);

impl core::error::Error for LockError {}

impl From<JsonError> for LockError {
    fn from(error: JsonError) -> Self {
        Self::Json(error)
    }
}

impl From<ManifestError> for LockError {
    fn from(error: ManifestError) -> Self {
        Self::Manifest(error)
    }
}
