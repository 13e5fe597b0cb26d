//! One tool of a toolbox, wherever it comes from.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "call")]
use core::time::Duration;

use serde_json::{Value, json};

use super::config::{Exposed, Setting};
use crate::call::Backend;
#[cfg(feature = "call")]
use crate::call::ToolInfo;
use crate::catalog::ToolRef;
use crate::native::{Annotations, Exposure, ToolDef};
use crate::search::Document;
use crate::wire::ToolSpec;

/// One tool of a toolbox.
#[derive(Clone)]
pub struct Entry {
    source: Source,
    /// The input schema as text, for the search; `""` for a server's tool.
    schema: Arc<str>,
    deferred: bool,
    keywords: Arc<[String]>,
    priority: i32,
    rank: Rank,
    /// Its place among all tools of the toolbox, in the order of names.
    #[cfg(feature = "call")]
    number: u32,
}

/// Where a tool comes from, in the order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Configured,
    Native,
    Catalog,
}

#[derive(Clone)]
pub(crate) enum Source {
    Native(&'static ToolDef),
    Server(ToolRef<'static>, Arc<dyn Backend>),
}

impl Entry {
    pub(super) fn native(def: &'static ToolDef, rank: Rank) -> Self {
        let schema = def.input_schema().to_string();
        let deferred = def.exposure() == Exposure::Deferred;
        Self::new(Source::Native(def), schema.into(), deferred, rank)
    }

    pub(super) fn server(tool: ToolRef<'static>, backend: Arc<dyn Backend>) -> Self {
        Self::new(Source::Server(tool, backend), "".into(), !tool.is_always(), Rank::Catalog)
    }

    fn new(source: Source, schema: Arc<str>, deferred: bool, rank: Rank) -> Self {
        Self {
            source,
            schema,
            deferred,
            keywords: Arc::from(Vec::new()),
            priority: 0,
            rank,
            #[cfg(feature = "call")]
            number: u32::MAX,
        }
    }

    #[cfg(feature = "call")]
    pub(super) fn numbered(self, number: u32) -> Self {
        Self { number, ..self }
    }

    #[cfg(feature = "call")]
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    pub(super) fn rank(&self) -> Rank {
        self.rank
    }

    pub(super) fn set(&mut self, setting: &Setting) {
        if let Some(exposure) = setting.exposure {
            self.deferred = exposure == Exposed::Deferred;
        }
        if !setting.keywords.is_empty() {
            self.keywords = setting.keywords.as_slice().into();
        }
        self.priority = setting.priority.unwrap_or(self.priority);
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The name that the model sees.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.source {
            Source::Native(def) => def.name(),
            Source::Server(tool, _) => tool.name(),
        }
    }

    /// The server that has the tool; `None` for a native one.
    #[must_use]
    pub fn server_name(&self) -> Option<&'static str> {
        match &self.source {
            Source::Native(_) => None,
            Source::Server(tool, _) => Some(tool.server().name()),
        }
    }

    /// The name that the server or the function has for the tool.
    #[must_use]
    pub fn raw_name(&self) -> &'static str {
        match &self.source {
            Source::Native(def) => def.name(),
            Source::Server(tool, _) => tool.raw_name(),
        }
    }

    /// The description that the model reads.
    #[must_use]
    pub fn description(&self) -> &'static str {
        match &self.source {
            Source::Native(def) => def.description(),
            Source::Server(tool, _) => tool.definition().description.unwrap_or(""),
        }
    }

    /// Words for the search that the description does not have.
    #[must_use]
    pub fn search_hint(&self) -> &'static str {
        match &self.source {
            Source::Native(def) => def.search_hint().unwrap_or(""),
            Source::Server(tool, _) => tool.search_hint(),
        }
    }

    /// The group that a native tool says it belongs to.
    #[must_use]
    pub fn group(&self) -> Option<&'static str> {
        match &self.source {
            Source::Native(def) => def.group(),
            Source::Server(..) => None,
        }
    }

    /// Capabilities without which the tool is not offered.
    #[must_use]
    pub fn requires(&self) -> &'static [&'static str] {
        match &self.source {
            Source::Native(def) => def.requires(),
            Source::Server(..) => &[],
        }
    }

    /// Words and phrases of the user by which routing finds the tool, as
    /// configured.
    #[must_use]
    pub fn keywords(&self) -> &[String] {
        &self.keywords
    }

    /// What routing goes by first, as configured; higher comes first.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.priority
    }

    /// True for a tool whose schema is kept from the model until it is found.
    #[must_use]
    pub fn is_deferred(&self) -> bool {
        self.deferred
    }

    /// JSON Schema of the arguments, as text.
    #[must_use]
    pub fn schema_text(&self) -> &str {
        match &self.source {
            Source::Native(_) => &self.schema,
            Source::Server(tool, _) => tool.definition().input_schema,
        }
    }

    /// JSON Schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> Value {
        match &self.source {
            Source::Native(def) => def.input_schema().clone(),
            // Canonical text that was hashed: it parses, or the catalog is damaged.
            Source::Server(tool, _) => serde_json::from_str(tool.definition().input_schema)
                .unwrap_or_else(|_| json!({"type": "object"})),
        }
    }

    /// What the tool says of its effects.
    #[cfg(feature = "call")]
    pub(crate) fn annotations(&self) -> Annotations {
        match &self.source {
            Source::Native(def) => def.annotations(),
            Source::Server(tool, _) => {
                Annotations::from_json(tool.definition().annotations.unwrap_or_default())
            }
        }
    }

    /// How long the connection lets a call take by itself.
    #[cfg(feature = "call")]
    pub(crate) fn own_time_limit(&self) -> Option<Duration> {
        match &self.source {
            Source::Native(_) => None,
            Source::Server(tool, backend) => backend.time_limit(tool.server().name()),
        }
    }

    /// What loaders and layers are told of the tool.
    #[cfg(feature = "call")]
    pub(crate) fn info(&self) -> ToolInfo {
        let (output_schema, loader) = match &self.source {
            Source::Native(def) => (def.output_schema().map(Value::to_string), "native"),
            Source::Server(tool, _) => (tool.definition().output_schema.map(String::from), "mcp"),
        };
        ToolInfo {
            name: self.name(),
            server: self.server_name(),
            raw_name: self.raw_name(),
            loader,
            settings: "{}",
            input_schema: self.schema_text().into(),
            output_schema: output_schema.map(Arc::from),
            annotations: self.annotations(),
        }
    }

    pub(crate) fn spec(&self) -> ToolSpec<'static> {
        let spec = ToolSpec::new(self.name(), self.description(), self.input_schema());
        ToolSpec { server: self.server_name(), ..spec }
    }

    /// The tool as MCP lists it, with what a digest covers and under the name
    /// that the model sees.
    pub(crate) fn listed(&self) -> Value {
        let (title, output, annotations) = match &self.source {
            Source::Native(def) => {
                (def.title(), def.output_schema().cloned(), Some(hints(def.annotations())))
            }
            Source::Server(tool, _) => {
                let definition = tool.definition();
                let parsed = |text: Option<&str>| serde_json::from_str(text?).ok();
                (definition.title, parsed(definition.output_schema), parsed(definition.annotations))
            }
        };
        let members = [
            ("name", Some(self.name().into())),
            ("title", title.map(Value::from)),
            ("description", Some(self.description().into())),
            ("inputSchema", Some(self.input_schema())),
            ("outputSchema", output),
            ("annotations", annotations.filter(|hints| hints != &json!({}))),
        ];
        let present = members.into_iter().filter_map(|(key, value)| Some((key.into(), value?)));
        Value::Object(present.collect())
    }

    /// Where the tool comes from, for messages.
    pub(super) fn origin(&self) -> String {
        match &self.source {
            Source::Native(def) => alloc::format!("native tool at {}", def.location()),
            Source::Server(tool, _) => {
                alloc::format!("tool `{}` of server `{}`", tool.raw_name(), tool.server().name())
            }
        }
    }

    pub(crate) fn document(&self) -> Document<'_> {
        Document {
            name: self.name(),
            server: self.server_name(),
            tool: self.raw_name(),
            description: self.description(),
            hint: self.search_hint(),
            schema: self.schema_text(),
        }
    }
}

/// MCP's annotations; what is not said is not there.
fn hints(hints: Annotations) -> Value {
    let members = [
        ("readOnlyHint", hints.read_only),
        ("destructiveHint", hints.destructive),
        ("idempotentHint", hints.idempotent),
        ("openWorldHint", hints.open_world),
    ];
    let said = members.into_iter().filter_map(|(key, value)| Some((key.into(), value?.into())));
    Value::Object(said.collect())
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("name", &self.name())
            .field("server", &self.server_name())
            .field("deferred", &self.deferred)
            .finish_non_exhaustive()
    }
}
