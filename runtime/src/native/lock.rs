//! The lock file of the program's own tools, so that changed descriptions and schemas
//! show in review.

use crate::text::debug_as_display;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::def::ToolDef;
use super::registry::{DuplicateTools, Tools};
use crate::catalog::{CapturedFrom, Difference, Lock, Manifest, ManifestError, differences};

/// The server name of native tools in digests and locks.
pub const SERVER: &str = "native";

/// Writes `mcp.lock/native.json` for the program's own tools, or checks it.
///
/// One line in a test:
///
/// ```no_run
/// # use toolcrib::{native_lock, tool, tools};
/// # /// Posts.
/// # #[tool] fn post_message() {}
/// #[test]
/// fn tools_are_locked() {
///     native_lock!(tools![post_message]);
/// }
/// # fn main() {}
/// ```
///
/// On a developer's machine the file is written if it differs; commit it with the code.
/// If the environment variable `CI` is set, nothing is written and a difference panics
/// with a list. To use another folder than `mcp.lock` beside `Cargo.toml`, pass it as the
/// second argument.
///
/// # Panics
/// See above; also if two tools share a name, or the file cannot be read or written.
#[macro_export]
macro_rules! native_lock {
    ($tools:expr $(,)?) => {
        $crate::native_lock!($tools, "mcp.lock")
    };
    ($tools:expr, $folder:expr $(,)?) => {
        $crate::native::assert_locked(
            &$tools,
            $crate::__private0::env!("CARGO_MANIFEST_DIR"),
            $folder,
        )
    };
}

/// What [`lock_native`] found or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LockState {
    /// The file holds exactly these tools.
    Unchanged,
    /// The file was missing or differed, and was written.
    Written(PathBuf),
}

/// Why native tools cannot be locked.
#[non_exhaustive]
pub enum NativeLockError {
    /// Two tools share a name.
    Duplicates(DuplicateTools),
    /// A tool cannot be part of a manifest.
    Manifest(ManifestError),
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The file is missing or differs, and may not be written.
    Drift {
        /// The file.
        path: PathBuf,
        /// The differences; empty if the file is missing or not a lock.
        differences: Vec<Difference>,
    },
}

impl fmt::Display for NativeLockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicates(error) => error.fmt(f),
            Self::Manifest(error) => error.fmt(f),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Drift { path, differences } => {
                writeln!(f, "{} does not match these tools:", path.display())?;
                differences.iter().try_for_each(|difference| writeln!(f, "- {difference}"))?;
                f.write_str("run this test where `CI` is not set, and commit the file")
            }
        }
    }
}

debug_as_display!(NativeLockError);

impl core::error::Error for NativeLockError {}

/// The manifest of these tools, as if a server listed them.
///
/// # Errors
/// Two tools have the same name.
pub fn native_manifest(tools: &Tools) -> Result<Manifest, NativeLockError> {
    tools.check().map_err(NativeLockError::Duplicates)?;
    let listed: Vec<Value> = tools.iter().map(listed).collect();
    let list = Value::Object(Map::from_iter([("tools".to_string(), Value::Array(listed))]));
    Manifest::parse(SERVER, &list.to_string()).map_err(NativeLockError::Manifest)
}

/// One tool as `tools/list` has it.
fn listed(def: &'static ToolDef) -> Value {
    let hints = def.annotations();
    let annotations: Map<String, Value> = [
        ("readOnlyHint", hints.read_only),
        ("destructiveHint", hints.destructive),
        ("idempotentHint", hints.idempotent),
        ("openWorldHint", hints.open_world),
    ]
    .into_iter()
    .filter_map(|(name, hint)| Some((name.to_string(), hint?.into())))
    .collect();
    let annotations = (!annotations.is_empty()).then_some(Value::Object(annotations));
    let members = [
        ("name", Some(def.name().into())),
        ("title", def.title().map(Value::from)),
        ("description", Some(def.description().into())),
        ("inputSchema", Some(def.input_schema().clone())),
        ("outputSchema", def.output_schema().cloned()),
        ("annotations", annotations),
    ];
    members.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))).collect()
}

/// Compares `native.json` in `folder` with these tools and, if `write` is set, writes it
/// if it differs.
///
/// # Errors
/// Two tools have the same name, the file cannot be read or written, or it differs and
/// `write` is not set.
pub fn lock_native(
    tools: &Tools,
    folder: &Path,
    write: bool,
) -> Result<LockState, NativeLockError> {
    let manifest = native_manifest(tools)?;
    let lock = Lock::new(&manifest, CapturedFrom::default(), Vec::new())
        .map_err(NativeLockError::Manifest)?;
    let (path, text) = (folder.join(format!("{SERVER}.json")), lock.to_text());
    let old = match fs::read_to_string(&path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(NativeLockError::Io(path, error)),
    };
    if old.as_deref() == Some(text.as_str()) {
        return Ok(LockState::Unchanged);
    }
    if !write {
        let old = old.and_then(|old| Lock::parse(&old).ok());
        let differences = old.map(|old| differences(old.manifest(), &manifest)).unwrap_or_default();
        return Err(NativeLockError::Drift { path, differences });
    }
    match replace(folder, &path, &text) {
        Ok(()) => Ok(LockState::Written(path)),
        Err(error) => Err(NativeLockError::Io(path, error)),
    }
}

/// By way of a temporary file, so that nobody reads half of it.
fn replace(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let temporary = folder.join(format!(".{SERVER}.{}.tmp", std::process::id()));
    fs::write(&temporary, text)?;
    fs::rename(&temporary, path)
}

#[doc(hidden)]
#[expect(clippy::panic, reason = "this is how a test fails")]
pub fn assert_locked(tools: &Tools, package: &str, folder: &str) {
    let write = std::env::var_os("CI").is_none();
    if let Err(error) = lock_native(tools, &Path::new(package).join(folder), write) {
        panic!("{error}");
    }
}
