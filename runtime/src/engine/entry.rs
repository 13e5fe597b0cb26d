//! One tool of a toolbox, of any origin.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;
use std::sync::OnceLock;

use serde_json::{Value, json};

use super::info::ToolInfo;
use super::limits::Limits;
use super::runner::Runner;
use crate::backend::Binding;
use crate::catalog::{ServerRef, ToolRef};
use crate::contract;
use crate::json::Json;
use crate::lower::InputSchema;
use crate::message::ToolSpec;
use crate::native::{Annotations, Exposure, ToolDef};
use crate::search::Document;

/// One tool of a toolbox.
#[derive(Clone)]
pub struct Entry {
    /// Read at each call, so not each time out of the catalog.
    name: &'static str,
    source: Source,
    /// The input schema as text, for the search; `""` for a tool of a catalog.
    text: Arc<str>,
    /// Parsed when it is first asked for.
    schema: Arc<OnceLock<InputSchema>>,
    deferred: bool,
    keywords: Arc<[String]>,
    priority: i32,
    rank: Rank,
    /// Of a contract.
    requires: Arc<[&'static str]>,
    /// Its place among all tools of the toolbox, in the order of names.
    number: u32,
}

/// The origin of a tool, in order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Configured,
    Native,
    Catalog,
}

#[derive(Clone)]
pub(crate) enum Source {
    Native(&'static ToolDef),
    Server(ToolRef<'static>, Arc<Binding>),
    Contract(ToolRef<'static>, Runner),
}

impl Entry {
    pub(crate) fn native(def: &'static ToolDef, rank: Rank) -> Self {
        let text = def.input_schema().to_string();
        let deferred = def.exposure() == Exposure::Deferred;
        Self::new(Source::Native(def), text.into(), deferred, rank)
    }

    pub(crate) fn server(tool: ToolRef<'static>, binding: Arc<Binding>) -> Self {
        Self::new(Source::Server(tool, binding), "".into(), !tool.is_always(), Rank::Catalog)
    }

    pub(crate) fn contract(tool: ToolRef<'static>, runner: Runner) -> Self {
        let source = Source::Contract(tool, runner);
        let entry = Self::new(source, "".into(), !tool.is_always(), Rank::Catalog);
        let needs = tool.contract().and_then(|contract| contract.needs);
        Self { requires: needs.map(capabilities).unwrap_or_default().into(), ..entry }
    }

    fn new(source: Source, text: Arc<str>, deferred: bool, rank: Rank) -> Self {
        let name = match &source {
            Source::Native(def) => def.name(),
            Source::Server(tool, _) | Source::Contract(tool, _) => tool.name(),
        };
        Self {
            name,
            source,
            text,
            schema: Arc::default(),
            deferred,
            keywords: Arc::from(Vec::new()),
            priority: 0,
            rank,
            requires: Arc::from(Vec::new()),
            number: u32::MAX,
        }
    }

    pub(crate) fn numbered(self, number: u32) -> Self {
        Self { number, ..self }
    }

    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    pub(crate) fn rank(&self) -> Rank {
        self.rank
    }

    pub(crate) fn set_deferred(&mut self, deferred: bool) {
        self.deferred = deferred;
    }

    pub(crate) fn set_keywords(&mut self, keywords: &[String]) {
        self.keywords = keywords.into();
    }

    pub(crate) fn set_priority(&mut self, priority: i32) {
        self.priority = priority;
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The name that the model sees.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The server, by its name in the configuration; `None` for a native tool.
    #[must_use]
    pub fn server_name(&self) -> Option<&'static str> {
        self.server_ref().map(ServerRef::name)
    }

    /// The server, by the name that the model sees: its alias, if it has one.
    #[must_use]
    pub fn visible_server(&self) -> Option<&'static str> {
        self.server_ref().map(ServerRef::visible_name)
    }

    pub(crate) fn server_ref(&self) -> Option<ServerRef<'static>> {
        match &self.source {
            Source::Native(_) => None,
            Source::Server(tool, _) | Source::Contract(tool, _) => Some(tool.server()),
        }
    }

    /// The server's own name for the tool, or the function's.
    #[must_use]
    pub fn raw_name(&self) -> &'static str {
        match &self.source {
            Source::Native(def) => def.name(),
            Source::Server(tool, _) | Source::Contract(tool, _) => tool.raw_name(),
        }
    }

    /// The description for the model.
    #[must_use]
    pub fn description(&self) -> &'static str {
        match &self.source {
            Source::Native(def) => def.description(),
            Source::Server(tool, _) | Source::Contract(tool, _) => {
                tool.definition().description.unwrap_or("")
            }
        }
    }

    /// More words by which a search finds the tool.
    #[must_use]
    pub fn search_hint(&self) -> &'static str {
        match &self.source {
            Source::Native(def) => def.search_hint().unwrap_or(""),
            Source::Server(tool, _) | Source::Contract(tool, _) => tool.search_hint(),
        }
    }

    /// The group that a native tool declares.
    #[must_use]
    pub fn group(&self) -> Option<&'static str> {
        match &self.source {
            Source::Native(def) => def.group(),
            Source::Server(..) | Source::Contract(..) => None,
        }
    }

    /// Capabilities that the tool requires.
    #[must_use]
    pub fn requires(&self) -> &[&'static str] {
        match &self.source {
            Source::Native(def) => def.requires(),
            Source::Server(..) | Source::Contract(..) => &self.requires,
        }
    }

    /// The configured words and phrases by which routing finds the tool.
    #[must_use]
    pub fn keywords(&self) -> &[String] {
        &self.keywords
    }

    /// The configured priority in routing; higher comes first.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.priority
    }

    /// Whether the schema is hidden from the model until a search finds the tool.
    #[must_use]
    pub fn is_deferred(&self) -> bool {
        self.deferred
    }

    /// The JSON Schema of the arguments, as text.
    #[must_use]
    pub fn schema_text(&self) -> &str {
        match &self.source {
            Source::Native(_) => &self.text,
            Source::Server(tool, _) | Source::Contract(tool, _) => tool.definition().input_schema,
        }
    }

    /// JSON Schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> Value {
        Value::clone(self.schema())
    }

    /// The same, shared, with its lowered forms.
    pub(crate) fn schema(&self) -> &InputSchema {
        self.schema.get_or_init(|| InputSchema::from(self.parsed()))
    }

    fn parsed(&self) -> Value {
        match &self.source {
            Source::Native(def) => def.input_schema().clone(),
            // Canonical text that was hashed: it parses, or the catalog is damaged.
            Source::Server(tool, _) | Source::Contract(tool, _) => {
                serde_json::from_str(tool.definition().input_schema)
                    .unwrap_or_else(|_| json!({"type": "object"}))
            }
        }
    }

    /// What the tool declares about its effects.
    pub(crate) fn annotations(&self) -> Annotations {
        match &self.source {
            Source::Native(def) => def.annotations(),
            Source::Server(tool, _) | Source::Contract(tool, _) => {
                Annotations::from_json(tool.definition().annotations.unwrap_or_default())
            }
        }
    }

    /// How long the connection lets a call take by itself; of a server's own
    /// tools the same for all.
    pub(crate) fn own_time_limit(&self) -> Option<Duration> {
        match &self.source {
            Source::Server(_, binding) | Source::Contract(_, Runner::Server(_, binding)) => {
                binding.time_limit()
            }
            Source::Native(_) | Source::Contract(..) => None,
        }
    }

    /// What a contract says of its calls; `None` for what is none.
    pub(crate) fn contract_limits(&self) -> Option<Limits> {
        match &self.source {
            Source::Contract(tool, _) => {
                let time = contract_time_limit(*tool);
                Some(time.map_or_else(Limits::new, |time| Limits::new().time(time)))
            }
            _ => None,
        }
    }

    /// The tool as loaders and layers see it.
    pub(crate) fn info(&self) -> ToolInfo {
        let (output_schema, (loader, settings)) = match &self.source {
            Source::Native(def) => (def.output_schema().map(Value::to_string), ("native", "{}")),
            Source::Server(tool, _) | Source::Contract(tool, _) => {
                let contract = tool.contract().map(|contract| (contract.loader, contract.settings));
                let schema = tool.definition().output_schema.map(String::from);
                (schema, contract.unwrap_or(("mcp", "{}")))
            }
        };
        ToolInfo {
            name: self.name(),
            server: self.server_name(),
            raw_name: self.raw_name(),
            loader,
            settings,
            input_schema: self.schema_text().into(),
            output_schema: output_schema.map(Arc::from),
            annotations: self.annotations(),
        }
    }

    pub(crate) fn spec(&self) -> ToolSpec<'static> {
        let spec = ToolSpec::new(self.name(), self.description(), self.schema().clone());
        ToolSpec { server: self.visible_server(), ..spec }
    }

    /// The tool as MCP lists it, with what a digest covers and under the name
    /// that the model sees.
    pub(crate) fn listed(&self) -> Value {
        let (title, output, annotations) = match &self.source {
            Source::Native(def) => {
                (def.title(), def.output_schema().cloned(), Some(hints(def.annotations())))
            }
            Source::Server(tool, _) | Source::Contract(tool, _) => {
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

    /// The origin of the tool, for messages.
    pub(crate) fn origin(&self) -> String {
        match &self.source {
            Source::Native(def) => alloc::format!("native tool at {}", def.location()),
            Source::Server(tool, _) => {
                alloc::format!("tool `{}` of server `{}`", tool.raw_name(), tool.server().name())
            }
            Source::Contract(tool, _) => {
                alloc::format!("contract `{}` of `{}`", tool.name(), tool.server().name())
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

/// MCP's annotations, without those that are not declared.
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

/// The capabilities in the needs of a contract.
fn capabilities(needs: &'static str) -> Vec<&'static str> {
    // What damaged text needs is not known: something that nobody gives.
    let Ok(json) = Json::parse(needs) else { return std::vec!["(its needs cannot be read)"] };
    let list = json.root().get("capabilities").into_iter().flat_map(crate::json::Value::items);
    let borrowed = |text: Cow<'static, str>| match text {
        Cow::Borrowed(text) => Some(text),
        // Their names have no escapes.
        Cow::Owned(_) => None,
    };
    list.filter_map(|name| name.as_str().and_then(borrowed)).collect()
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

/// The time limit that the settings of a built-in loader name.
fn contract_time_limit(tool: ToolRef<'_>) -> Option<Duration> {
    let contract =
        tool.contract().filter(|one| [contract::HTTP, contract::PROCESS].contains(&one.loader))?;
    let settings = Json::parse(contract.settings).ok()?;
    settings.root().get(contract::TIME_LIMIT)?.as_u64().map(Duration::from_secs)
}
