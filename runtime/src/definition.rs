//! What a model is told about a tool, and exactly which bytes are hashed for tools,
//! servers, contracts and catalogs.

use alloc::string::String;
use core::fmt::{self, Write};

#[cfg(feature = "digest")]
use crate::digest::{Digest, Hashing};
#[cfg(feature = "digest")]
use crate::json::Quoted;
use crate::json::write_string;

/// The members of a tool that its digest covers, borrowed from a manifest or a
/// catalog. JSON members are canonical text.
///
/// Not covered: icons, `_meta`, and annotations other than the five of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Definition<'a> {
    /// The server's own name for the tool.
    pub name: &'a str,
    /// A title for people.
    pub title: Option<&'a str>,
    /// The description that the model reads.
    pub description: Option<&'a str>,
    /// JSON Schema of the arguments.
    pub input_schema: &'a str,
    /// JSON Schema of the structured result.
    pub output_schema: Option<&'a str>,
    /// `title`, `readOnlyHint`, `destructiveHint`, `idempotentHint` and
    /// `openWorldHint`, as one object.
    pub annotations: Option<&'a str>,
}

impl Definition<'_> {
    /// Writes the canonical form: one object with the members that are present.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_canonical(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_char('{')?;
        if let Some(annotations) = self.annotations {
            write!(out, "\"annotations\":{annotations},")?;
        }
        if let Some(description) = self.description {
            out.write_str("\"description\":")?;
            write_string(description, out)?;
            out.write_char(',')?;
        }
        write!(out, "\"inputSchema\":{},\"name\":", self.input_schema)?;
        write_string(self.name, out)?;
        if let Some(schema) = self.output_schema {
            write!(out, ",\"outputSchema\":{schema}")?;
        }
        if let Some(title) = self.title {
            out.write_str(",\"title\":")?;
            write_string(title, out)?;
        }
        out.write_char('}')
    }

    /// The canonical form.
    #[must_use]
    pub fn to_canonical(&self) -> String {
        let mut out = String::new();
        let _ = self.write_canonical(&mut out);
        out
    }

    /// The tool's digest, version 1.
    #[cfg(feature = "digest")]
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut hashing = Hashing::new("toolcrib/tool/1\0");
        // Hashing does not fail.
        let _ = self.write_canonical(&mut hashing);
        hashing.finish()
    }
}

/// The digest of a server, version 1. `tools` are (name, digest), sorted by name.
#[cfg(feature = "digest")]
pub(crate) fn server_digest<'a>(
    server: &str,
    instructions: Option<&str>,
    tools: impl Iterator<Item = (&'a str, Digest)>,
) -> Digest {
    let mut hashing = Hashing::new("toolcrib/server/1\0");
    let _ = write_server(&mut hashing, server, instructions, tools);
    hashing.finish()
}

#[cfg(feature = "digest")]
fn write_server<'a>(
    out: &mut dyn Write,
    server: &str,
    instructions: Option<&str>,
    tools: impl Iterator<Item = (&'a str, Digest)>,
) -> fmt::Result {
    out.write_char('{')?;
    if let Some(text) = instructions {
        out.write_str("\"instructions\":")?;
        write_string(text, out)?;
        out.write_char(',')?;
    }
    out.write_str("\"server\":")?;
    write_string(server, out)?;
    out.write_str(",\"tools\":")?;
    write_pairs(out, tools)?;
    out.write_char('}')
}

/// The digest of a catalog, version 1. `servers` are (name, digest), sorted by name.
#[cfg(feature = "digest")]
pub(crate) fn catalog_digest<'a>(servers: impl Iterator<Item = (&'a str, Digest)>) -> Digest {
    let mut hashing = Hashing::new("toolcrib/catalog/1\0");
    let _ = write_pairs(&mut hashing, servers);
    hashing.finish()
}

#[cfg(feature = "digest")]
fn write_pairs<'a>(
    out: &mut dyn Write,
    pairs: impl Iterator<Item = (&'a str, Digest)>,
) -> fmt::Result {
    out.write_char('[')?;
    for (at, (name, digest)) in pairs.enumerate() {
        out.write_str(if at > 0 { ",[" } else { "[" })?;
        write_string(name, out)?;
        write!(out, ",\"{digest}\"]")?;
    }
    out.write_char(']')
}

#[cfg(feature = "digest")]
/// The digest of a contract, version 1; JSON members are canonical text.
pub(crate) fn contract_digest(
    definition: &Definition<'_>,
    loader: &str,
    settings: &str,
    needs: Option<&str>,
) -> Digest {
    let mut hashing = Hashing::new("toolcrib/contract/1\0");
    // Hashing does not fail.
    let _ = write_contract(&mut hashing, definition, loader, settings, needs);
    hashing.finish()
}

#[cfg(feature = "digest")]
fn write_contract(
    out: &mut dyn Write,
    definition: &Definition<'_>,
    loader: &str,
    settings: &str,
    needs: Option<&str>,
) -> fmt::Result {
    out.write_char('{')?;
    if let Some(annotations) = definition.annotations {
        write!(out, "\"annotations\":{annotations},")?;
    }
    if let Some(description) = definition.description {
        write!(out, "\"description\":{},", Quoted(description))?;
    }
    write!(out, "\"inputSchema\":{},\"loader\":{}", definition.input_schema, Quoted(loader))?;
    write!(out, ",\"name\":{}", Quoted(definition.name))?;
    if let Some(needs) = needs {
        write!(out, ",\"needs\":{needs}")?;
    }
    if let Some(schema) = definition.output_schema {
        write!(out, ",\"outputSchema\":{schema}")?;
    }
    write!(out, ",\"settings\":{settings}")?;
    if let Some(title) = definition.title {
        write!(out, ",\"title\":{}", Quoted(title))?;
    }
    out.write_char('}')
}
