//! A manifest: what one server lists.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

mod fault;
mod read;
mod tool;
mod veil;
mod volatile;

pub use fault::{ManifestError, ToolFault};
pub use tool::Tool;
pub use volatile::{Pointer, PointerError};

use self::veil::Veil;
use crate::definition::server_digest;
use crate::digest::Digest;
use crate::json::{Json, JsonError, Value};
use crate::text::Visible;

/// A server's complete answer to `tools/list`, with its instructions.
///
/// Tools are sorted by name, and each name occurs once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    server: String,
    instructions: Option<String>,
    tools: Vec<Tool>,
    digest: Digest,
    veil: Veil,
}

/// What to do if a server lists a name twice with different definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Duplicates {
    /// Refuse the manifest.
    #[default]
    Refuse,
    /// Take the first definition.
    First,
}

impl Manifest {
    /// Parses the result of `tools/list`: an object with `tools` and, optionally,
    /// `instructions`.
    ///
    /// O(n log n) for n bytes.
    ///
    /// # Errors
    /// The text is not JSON, has no list of tools, is one page of several, or has tools
    /// that cannot be used; the error lists all of these.
    pub fn parse(server: &str, list: &str) -> Result<Self, ManifestError> {
        let json = Json::parse(list).map_err(|error| ManifestError::json(server, error))?;
        let mut builder = ManifestBuilder::new(server);
        builder.instructions(json.root().get("instructions"));
        if !builder.page(json.root())?.is_none_or(|cursor| cursor.is_null()) {
            return Err(ManifestError::partial(server));
        }
        builder.finish()
    }

    /// The server's name in the configuration.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The server's instructions for the model.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    /// The tools, sorted by name.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// The tool of that name; O(log n).
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        let at = self.tools.binary_search_by(|tool| tool.name.as_str().cmp(name)).ok()?;
        self.tools.get(at)
    }

    /// The server's digest, version 1.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The same manifest, with `hide` applied to its texts in differences.
    #[cfg(feature = "mcp")]
    pub(crate) fn veiled(self, hide: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        Self { veil: Veil::new(hide), ..self }
    }

    /// Covers a text of this manifest that a difference shows.
    pub(super) fn cover(&self, text: &mut String) {
        self.veil.over(text);
    }

    fn new(server: String, instructions: Option<String>, mut tools: Vec<Tool>) -> Self {
        tools.sort_by(|a, b| a.name.cmp(&b.name));
        let pairs = tools.iter().map(|tool| (tool.name.as_str(), tool.digest));
        let digest = server_digest(&server, instructions.as_deref(), pairs);
        Self { server, instructions, tools, digest, veil: Veil::default() }
    }
}

/// Collects the pages of a manifest and their faults.
#[derive(Debug)]
pub struct ManifestBuilder {
    server: String,
    instructions: Option<String>,
    duplicates: Duplicates,
    tools: Vec<Tool>,
    seen: usize,
    faults: Vec<ToolFault>,
}

impl ManifestBuilder {
    /// An empty manifest of the server.
    #[must_use]
    pub fn new(server: &str) -> Self {
        let (server, duplicates) = (server.into(), Duplicates::Refuse);
        let (tools, faults) = (Vec::new(), Vec::new());
        Self { server, instructions: None, duplicates, tools, seen: 0, faults }
    }

    /// Sets what to do if a name is listed twice.
    pub fn duplicates(&mut self, duplicates: Duplicates) -> &mut Self {
        self.duplicates = duplicates;
        self
    }

    /// Sets the instructions if `instructions` is a string.
    pub fn instructions(&mut self, instructions: Option<Value<'_, '_>>) -> &mut Self {
        let text = instructions.and_then(|value| value.as_str()).map(Cow::into_owned);
        self.instructions_text(text)
    }

    /// Sets the instructions.
    pub fn instructions_text(&mut self, text: Option<String>) -> &mut Self {
        self.instructions = text.or_else(|| self.instructions.take());
        self
    }

    /// Adds the tools of one `tools/list` result; returns its `nextCursor`.
    ///
    /// # Errors
    /// The page has no `tools` array.
    pub fn page<'d, 't>(
        &mut self,
        page: Value<'d, 't>,
    ) -> Result<Option<Value<'d, 't>>, ManifestError> {
        let tools = page.get("tools").filter(|tools| tools.is_array());
        let tools = tools.ok_or_else(|| ManifestError::no_tools(&self.server))?;
        tools.items().for_each(|tool| self.tool(tool));
        Ok(page.get("nextCursor"))
    }

    /// Adds one tool, an object as MCP defines it. [`ManifestBuilder::finish`] reports
    /// its faults.
    pub fn tool(&mut self, tool: Value<'_, '_>) {
        let place = self.seen;
        self.seen += 1;
        match read::tool(tool, place) {
            Ok(tool) => self.tools.push(tool),
            Err(fault) => self.faults.push(fault),
        }
    }

    /// The same from the tool's JSON text.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn tool_text(&mut self, text: &str) -> Result<(), JsonError> {
        let json = Json::parse(text)?;
        self.tool(json.root());
        Ok(())
    }

    /// Returns the manifest.
    ///
    /// # Errors
    /// Lists every tool that cannot be used and every name that is listed twice.
    pub fn finish(mut self) -> Result<Manifest, ManifestError> {
        // Stable, so that of two definitions the first stays the first.
        self.tools.sort_by(|a, b| a.name.cmp(&b.name));
        self.drop_repeats();
        match self.faults.is_empty() {
            true => Ok(Manifest::new(self.server, self.instructions, self.tools)),
            false => Err(ManifestError::tools(&self.server, self.faults)),
        }
    }

    fn drop_repeats(&mut self) {
        let (duplicates, faults) = (self.duplicates, &mut self.faults);
        self.tools.dedup_by(|later, first| {
            let same_name = later.name == first.name;
            if same_name && duplicates == Duplicates::Refuse {
                faults.push(ToolFault::duplicate(&first.name, later.digest == first.digest));
            }
            same_name
        });
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "server `{}`: {} tool{}, digest {}",
            Visible(&self.server),
            self.tools.len(),
            if self.tools.len() == 1 { "" } else { "s" },
            self.digest.short()
        )
    }
}
