//! The lock file: a captured manifest, laid out for review.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

mod error;
mod read;

pub use error::{LOCK_VERSION, LockError};

use super::manifest::{Manifest, Pointer, Tool};
use crate::json::{Json, Quoted, write_string};

/// A captured manifest and its origin: the content of one `mcp.lock/<server>.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    manifest: Manifest,
    captured_from: CapturedFrom,
    volatile: Vec<Pointer>,
}

/// What the server reported about itself at capture. Not hashed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CapturedFrom {
    /// `serverInfo.name`.
    pub name: Option<String>,
    /// `serverInfo.version`.
    pub version: Option<String>,
    /// The negotiated protocol version.
    pub protocol_version: Option<String>,
    /// Digest of the server's entry in the configuration, without the values
    /// of its environment and headers.
    pub config: Option<String>,
}

impl Lock {
    /// A lock of this manifest, with its volatile places blanked.
    ///
    /// # Errors
    /// A volatile place cannot be blanked.
    pub fn new(
        manifest: &Manifest,
        captured_from: CapturedFrom,
        mut volatile: Vec<Pointer>,
    ) -> Result<Self, super::ManifestError> {
        volatile.sort();
        volatile.dedup();
        Ok(Self { manifest: manifest.blanked(&volatile)?, captured_from, volatile })
    }

    /// The captured manifest, with its volatile places blanked.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The origin of the manifest.
    #[must_use]
    pub fn captured_from(&self) -> &CapturedFrom {
        &self.captured_from
    }

    /// The places that are blanked before hashing, sorted.
    #[must_use]
    pub fn volatile(&self) -> &[Pointer] {
        &self.volatile
    }

    /// The text of the lock file: members in canonical order, indented by two spaces,
    /// with a newline at the end. Deterministic.
    #[must_use]
    pub fn to_text(&self) -> String {
        let compact = self.to_json();
        let mut out = String::with_capacity(compact.len() * 2);
        if let Ok(json) = Json::parse(&compact) {
            // Writing to a string does not fail.
            let _ = json.root().write_pretty(&mut out, 0);
        }
        out.push('\n');
        out
    }

    fn to_json(&self) -> String {
        let manifest = &self.manifest;
        let mut out = String::from("{");
        let _ = write!(
            out,
            "\"capturedFrom\":{},\"digest\":\"{}\"",
            self.captured_from.to_json(),
            manifest.digest()
        );
        if let Some(text) = manifest.instructions() {
            let _ = write!(out, ",\"instructions\":{}", Quoted(text));
        }
        let _ =
            write!(out, ",\"lockVersion\":{LOCK_VERSION},\"server\":{}", Quoted(manifest.server()));
        out.push_str(",\"tools\":[");
        for (at, tool) in manifest.tools().iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            write_tool(&mut out, tool);
        }
        out.push(']');
        if !self.volatile.is_empty() {
            let pointers: Vec<String> =
                self.volatile.iter().map(|p| Quoted(&p.to_string()).to_string()).collect();
            let _ = write!(out, ",\"volatile\":[{}]", pointers.join(","));
        }
        out + "}"
    }
}

/// The covered members with `digest` and what is kept of `_meta` beside them.
fn write_tool(out: &mut String, tool: &Tool) {
    let members = tool.definition().to_canonical();
    let _ = write!(out, "{{\"digest\":\"{}\"", tool.digest());
    if let Some(always) = tool.always_load() {
        let _ = write!(out, ",\"_meta\":{{\"anthropic/alwaysLoad\":{always}}}");
    }
    out.push(',');
    out.push_str(members.get(1..).unwrap_or("}"));
}

impl CapturedFrom {
    fn to_json(&self) -> String {
        let members = [
            ("config", &self.config),
            ("name", &self.name),
            ("protocolVersion", &self.protocol_version),
            ("version", &self.version),
        ];
        let mut out = String::from("{");
        for (name, value) in
            members.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)))
        {
            let _ = write!(out, "{}\"{name}\":", if out.len() > 1 { "," } else { "" });
            let _ = write_string(value, &mut out);
        }
        out + "}"
    }
}
