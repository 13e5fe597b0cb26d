//! What one native tool is: the static that `#[tool]` makes.

use core::fmt;

use serde_json::Value;

use super::context::{ContextKey, Contexts};
use super::notes::{Annotations, Exposure, Location};
use super::parts::{Answer, Call, CallFuture, Parts, Run};
use crate::arguments::Arguments;
#[cfg(feature = "session")]
use crate::error::CallError;
#[cfg(feature = "session")]
use crate::validate::{Validator, needs_validation};

/// One native tool: made by `#[tool]`, named by [`tools!`](crate::tools).
pub struct ToolDef {
    pub(super) parts: Parts,
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
        self.parts.input_schema()
    }

    /// The JSON Schema of the result, where its type has one and it is an
    /// object; made at the first call and kept.
    #[must_use]
    pub fn output_schema(&self) -> Option<&'static Value> {
        self.parts.output_schema()
    }

    /// Calls the function.
    ///
    /// `arguments` is an object: as JSON text or as a [`Value`]. Text is decoded
    /// in place, so passing on what the model sent costs least. An empty text
    /// and `null` count as an object without members. What does not decode as it
    /// stands is [mended by the schema](crate::call::validate) and decoded once
    /// more.
    ///
    /// The future does nothing until it is polled. A function that is not
    /// `async` runs to its end in the first poll.
    ///
    /// # Errors
    /// Arguments that are not what the function takes: nothing has run then,
    /// and the error names each path and the expected type. A context that is
    /// not in `contexts`. What the function itself fails with is no error here
    /// but an [`Outcome`](crate::call::Outcome) that says so.
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
        .or(call, again)
    }

    /// Checks and mends the arguments of a call by the schema.
    #[cfg(feature = "session")]
    pub(crate) fn validator(&self) -> &'static Validator {
        self.parts.validator()
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
        !needs_validation(&schema)
    }

    /// The same without a future; `None` for a function that is `async`.
    #[cfg(feature = "session")]
    pub(crate) fn call_now(&self, contexts: &Contexts, arguments: Arguments<'_>) -> Option<Answer> {
        match self.parts.run {
            Run::Sync(run) => {
                let call = Call { parts: &self.parts, contexts, arguments };
                Some(match run(call) {
                    Err(CallError::Arguments { .. }) => run_again(run, call),
                    answer => answer,
                })
            }
            Run::Async(_) => None,
        }
    }
}

/// The call once more, with its arguments as the schema asks for them.
fn again(call: Call<'_>) -> CallFuture<'_> {
    CallFuture::boxed(async move {
        match call.parts.run {
            Run::Sync(run) => run_again(run, call),
            Run::Async(run) => run(call.with(&call.mended()?)).await,
        }
    })
}

#[cold]
fn run_again(run: for<'a> fn(Call<'a>) -> Answer, call: Call<'_>) -> Answer {
    run(call.with(&call.mended()?))
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
