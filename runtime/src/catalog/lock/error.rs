//! Why a lock file is not accepted.

use alloc::string::String;
use core::fmt;

use super::super::manifest::ManifestError;
use crate::digest::Digest;
use crate::json::JsonError;
use crate::text::{Visible, debug_as_display};

/// The only version of the lock file that this crate reads and writes.
pub const LOCK_VERSION: u64 = 1;

/// Why a text is not a lock file. Does not include the path, which the caller knows.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LockError {
    /// Not JSON, for example truncated or empty.
    Json(JsonError),
    /// Written by a later toolcrib.
    Version {
        /// The version that the file states.
        found: u64,
    },
    /// A member is missing, unknown or of the wrong type.
    Member {
        /// JSON pointer of the member.
        pointer: String,
        /// What is wrong with it.
        message: &'static str,
    },
    /// Some tools cannot be used.
    Manifest(ManifestError),
    /// The definition of a tool does not match its digest.
    ToolDigest {
        /// The tool.
        tool: String,
        /// The digest in the file.
        stated: Digest,
        /// The digest of the definition in the file.
        actual: Digest,
    },
    /// The server as a whole does not match its digest: a tool was added or removed, or
    /// the instructions were edited.
    ServerDigest {
        /// The digest in the file.
        stated: Digest,
        /// The digest of the content of the file.
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
