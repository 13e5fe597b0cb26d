//! A lock out of JSON, every digest checked.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::manifest::{ManifestBuilder, Pointer, Tool};
use super::error::{LOCK_VERSION, LockError};
use super::{CapturedFrom, Lock};
use crate::digest::Digest;
use crate::json::{Json, Value};

const MEMBERS: [&str; 7] =
    ["capturedFrom", "digest", "instructions", "lockVersion", "server", "tools", "volatile"];
const TOOL_MEMBERS: [&str; 8] = [
    "_meta",
    "annotations",
    "description",
    "digest",
    "inputSchema",
    "name",
    "outputSchema",
    "title",
];

impl Lock {
    /// Parses a lock file and checks every digest in it.
    ///
    /// # Errors
    /// The text is not a lock file of this version, or a digest does not match.
    pub fn parse(text: &str) -> Result<Self, LockError> {
        lock(&Json::parse(text)?)
    }
}

fn lock(json: &Json<'_>) -> Result<Lock, LockError> {
    let root = json.root();
    version(root)?;
    known_members(root, "", &MEMBERS)?;
    let mut builder = ManifestBuilder::new(&string(root, "server")?);
    builder.instructions_text(optional(root, "instructions")?);
    let tools = required(root, "tools")?;
    if !tools.is_array() {
        return Err(member("/tools", "must be an array"));
    }
    for (at, tool) in tools.items().enumerate() {
        known_members(tool, &alloc::format!("/tools/{at}"), &TOOL_MEMBERS)?;
        builder.tool(tool);
    }
    let manifest = builder.finish()?;
    tools.items().try_for_each(|stated| tool_digest(stated, &manifest))?;
    let (stated, actual) = (digest(root, "/digest")?, manifest.digest());
    if stated != actual {
        return Err(LockError::ServerDigest { stated, actual });
    }
    let captured_from = captured_from(required(root, "capturedFrom")?)?;
    let volatile = volatile(root)?;
    if manifest.blanked(&volatile)?.digest() != manifest.digest() {
        return Err(member("/volatile", "names a place that is not blank in this file"));
    }
    Ok(Lock { manifest, captured_from, volatile })
}

fn version(root: Value<'_, '_>) -> Result<(), LockError> {
    let found = required(root, "lockVersion")?.as_u64();
    match found.ok_or_else(|| member("/lockVersion", "must be a whole number"))? {
        LOCK_VERSION => Ok(()),
        found => Err(LockError::Version { found }),
    }
}

fn tool_digest(stated: Value<'_, '_>, manifest: &super::Manifest) -> Result<(), LockError> {
    let name = stated.get("name").and_then(Value::as_str).unwrap_or_default();
    let actual = manifest.tool(&name).map(Tool::digest);
    let stated = digest(stated, &alloc::format!("/tools/{name}/digest"))?;
    match actual {
        Some(actual) if actual != stated => {
            Err(LockError::ToolDigest { tool: name.into_owned(), stated, actual })
        }
        _ => Ok(()),
    }
}

fn captured_from(value: Value<'_, '_>) -> Result<CapturedFrom, LockError> {
    known_members(value, "/capturedFrom", &["config", "name", "protocolVersion", "version"])?;
    Ok(CapturedFrom {
        name: optional(value, "name")?,
        version: optional(value, "version")?,
        protocol_version: optional(value, "protocolVersion")?,
        config: optional(value, "config")?,
    })
}

fn volatile(root: Value<'_, '_>) -> Result<Vec<Pointer>, LockError> {
    let Some(list) = root.get("volatile") else { return Ok(Vec::new()) };
    let fault = || member("/volatile", "must be an array of JSON pointers to volatile places");
    if !list.is_array() {
        return Err(fault());
    }
    list.items()
        .map(|item| item.as_str().and_then(|text| text.parse().ok()).ok_or_else(fault))
        .collect()
}

fn member(pointer: &str, message: &'static str) -> LockError {
    LockError::Member { pointer: pointer.into(), message }
}

fn known_members(value: Value<'_, '_>, place: &str, known: &[&str]) -> Result<(), LockError> {
    if !value.is_object() {
        return Err(member(if place.is_empty() { "/" } else { place }, "must be an object"));
    }
    match value.members().find(|(name, _)| !known.contains(&name.as_ref())) {
        None => Ok(()),
        Some((name, _)) => {
            Err(member(&alloc::format!("{place}/{name}"), "does not belong in a lock file"))
        }
    }
}

fn required<'d, 't>(value: Value<'d, 't>, name: &str) -> Result<Value<'d, 't>, LockError> {
    value.get(name).ok_or_else(|| member(&alloc::format!("/{name}"), "is missing"))
}

fn string(value: Value<'_, '_>, name: &str) -> Result<String, LockError> {
    let text = required(value, name)?.as_str().map(Cow::into_owned);
    text.ok_or_else(|| member(&alloc::format!("/{name}"), "must be a string"))
}

fn optional(value: Value<'_, '_>, name: &str) -> Result<Option<String>, LockError> {
    value.get(name).map(|_| string(value, name)).transpose()
}

fn digest(value: Value<'_, '_>, pointer: &str) -> Result<Digest, LockError> {
    let text = value.get("digest").and_then(Value::as_str);
    let text = text.ok_or_else(|| member(pointer, "is missing, or is not a string"))?;
    text.parse().map_err(|_| member(pointer, "is not 64 lower-case hex digits"))
}
