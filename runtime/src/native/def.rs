//! What one native tool is: the static that `#[tool]` makes.

use core::fmt;

use serde_json::Value;

use super::arg::{Arg, SchemaFn};
use super::args::Call;
use super::context::{ContextKey, Contexts};
use super::future::CallFuture;
use super::schema::{self, Cache};
use crate::arguments::Arguments;
use crate::error::CallError;
use crate::message::Outcome;

/// When the model is given a tool's schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Exposure {
    /// The tool says nothing: a native tool is sent with every request.
    #[default]
    Default,
    /// `always`: with every request, whatever the mode of the session.
    Always,
    /// `defer`: only once a search has found it.
    Deferred,
}

/// What a tool says of its own effects; `None` where it says nothing.
///
/// These are MCP's tool annotations: hints for people and hosts, not promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Annotations {
    /// The tool changes nothing.
    pub read_only: Option<bool>,
    /// The tool may delete or overwrite.
    pub destructive: Option<bool>,
    /// Calling it twice does no more than calling it once.
    pub idempotent: Option<bool>,
    /// The tool reaches beyond the program, for example to the network.
    pub open_world: Option<bool>,
}

impl Annotations {
    /// The four hints; `None` says nothing.
    #[must_use]
    pub const fn new(
        read_only: Option<bool>,
        destructive: Option<bool>,
        idempotent: Option<bool>,
        open_world: Option<bool>,
    ) -> Self {
        Self { read_only, destructive, idempotent, open_world }
    }
}

impl Annotations {
    /// Whether calling the tool twice does no more than calling it once, by
    /// what it says: it is idempotent, or only reads.
    #[must_use]
    pub fn is_idempotent(&self) -> bool {
        self.idempotent == Some(true) || self.read_only == Some(true)
    }

    /// Those of a server's tool, from MCP's `annotations`; what is no object
    /// says nothing.
    #[cfg(feature = "session")]
    pub(crate) fn from_json(text: &str) -> Self {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let hint = |name: &str| value.get(name).and_then(Value::as_bool);
        Self::new(
            hint("readOnlyHint"),
            hint("destructiveHint"),
            hint("idempotentHint"),
            hint("openWorldHint"),
        )
    }
}

/// Where in the source a tool stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Location {
    /// The path of the module.
    pub module: &'static str,
    /// The file, as the compiler was given it.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u32,
}

impl Location {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(module: &'static str, file: &'static str, line: u32) -> Self {
        Self { module, file, line }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} (in {})", self.file, self.line, self.module)
    }
}

/// One native tool: made by `#[tool]`, named by [`tools!`](crate::tools).
pub struct ToolDef {
    pub(super) parts: Parts,
}

/// What the macro fills in.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Parts {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub description: &'static str,
    pub search_hint: Option<&'static str>,
    pub exposure: Exposure,
    pub annotations: Annotations,
    pub group: Option<&'static str>,
    pub requires: &'static [&'static str],
    pub location: Location,
    pub arguments: &'static [Arg],
    /// The one argument struct, in place of `arguments`.
    pub flatten: Option<SchemaFn>,
    pub output: fn() -> Option<Value>,
    pub contexts: &'static [ContextKey],
    pub run: Run,
    /// Absent where the surrounding impl is generic: a static cannot be.
    pub cache: Option<&'static Cache>,
}

/// How the function is run.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Run {
    Sync(for<'a> fn(Call<'a>) -> Result<Outcome, CallError>),
    Async(for<'a> fn(Call<'a>) -> CallFuture<'a>),
}

impl ToolDef {
    #[doc(hidden)]
    #[must_use]
    pub const fn from_parts(parts: Parts) -> Self {
        assert!(!parts.description.trim_ascii().is_empty(), "the description of a tool is empty");
        Self { parts }
    }

    /// The name the model sees; 1 to 64 of `A-Z a-z 0-9 _ -`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.parts.name
    }

    /// The name for people, where the tool has one.
    #[must_use]
    pub const fn title(&self) -> Option<&'static str> {
        self.parts.title
    }

    /// What the tool does, for the model.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.parts.description.trim_ascii()
    }

    /// Further words by which a search finds the tool.
    #[must_use]
    pub const fn search_hint(&self) -> Option<&'static str> {
        self.parts.search_hint
    }

    /// When the model is given the schema.
    #[must_use]
    pub const fn exposure(&self) -> Exposure {
        self.parts.exposure
    }

    /// What the tool says of its effects.
    #[must_use]
    pub const fn annotations(&self) -> Annotations {
        self.parts.annotations
    }

    /// The group that configuration and permissions may name.
    #[must_use]
    pub const fn group(&self) -> Option<&'static str> {
        self.parts.group
    }

    /// Capabilities of the model or the host without which the tool is not
    /// offered, for example `"vision"`.
    #[must_use]
    pub const fn requires(&self) -> &'static [&'static str] {
        self.parts.requires
    }

    /// Where the function stands.
    #[must_use]
    pub const fn location(&self) -> Location {
        self.parts.location
    }

    /// The types of state the tool asks for, in order of its parameters.
    #[must_use]
    pub const fn contexts(&self) -> &'static [ContextKey] {
        self.parts.contexts
    }

    /// The JSON Schema (draft 2020-12) of the arguments: an object schema.
    ///
    /// Made at the first call and kept; later calls read one atomic.
    #[must_use]
    pub fn input_schema(&self) -> &'static Value {
        self.cache().input.get_or_init(|| schema::input(&self.parts))
    }

    /// The JSON Schema of the result, where its type has one and it is an
    /// object; made at the first call and kept.
    #[must_use]
    pub fn output_schema(&self) -> Option<&'static Value> {
        self.cache().output.get_or_init(|| (self.parts.output)()).as_ref()
    }

    fn cache(&self) -> &'static Cache {
        self.parts.cache.unwrap_or_else(|| schema::cache_of_generic(&self.parts))
    }

    /// Calls the function.
    ///
    /// `arguments` is an object: as JSON text or as a [`Value`]. Text is decoded
    /// in place, so passing on what the model sent costs least. An empty text
    /// and `null` count as an object without members.
    ///
    /// The future does nothing until it is polled. A function that is not
    /// `async` runs to its end in the first poll.
    ///
    /// # Errors
    /// Arguments that are not what the function takes: nothing has run then,
    /// and the error names each path and the expected type. A context that is
    /// not in `contexts`. What the function itself fails with is no error here
    /// but an [`Outcome`] that says so.
    pub fn call<'a>(
        &'a self,
        contexts: &'a Contexts,
        arguments: impl Into<Arguments<'a>>,
    ) -> CallFuture<'a> {
        let call = Call { parts: &self.parts, contexts, arguments: arguments.into() };
        match self.parts.run {
            Run::Sync(run) => CallFuture::lazy(run, call),
            Run::Async(run) => run(call),
        }
    }

    /// Whether decoding the arguments makes sure of all that their schema says.
    #[cfg(feature = "session")]
    pub(crate) fn decodes_by_schema(&self) -> bool {
        let mut schema = self.input_schema().clone();
        // Declared on the argument, a range is the decoder's as well.
        let ranged = self.parts.arguments.iter().filter(|arg| arg.range.is_some());
        for arg in ranged {
            let property = schema.pointer_mut(&alloc::format!("/properties/{}", arg.name));
            if let Some(property) = property.and_then(Value::as_object_mut) {
                for limit in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
                    property.remove(limit);
                }
            }
        }
        !crate::validate::needs_validation(&schema)
    }

    /// The same without a future; `None` for a function that is `async`.
    #[cfg(feature = "session")]
    pub(crate) fn call_now(
        &self,
        contexts: &Contexts,
        arguments: Arguments<'_>,
    ) -> Option<Result<Outcome, CallError>> {
        match self.parts.run {
            Run::Sync(run) => Some(run(Call { parts: &self.parts, contexts, arguments })),
            Run::Async(_) => None,
        }
    }
}

impl fmt::Debug for ToolDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDef")
            .field("name", &self.name())
            .field("exposure", &self.exposure())
            .field("location", &self.location())
            .finish_non_exhaustive()
    }
}
