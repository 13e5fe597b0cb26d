//! What a loaded tool's schemas ask of arguments and results.

use std::num::NonZeroUsize;
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use serde_json::Value;

use super::ToolInfo;
use crate::error::{ArgumentError, CallError};
use crate::message::{Content, Outcome};
use crate::native::ToolDef;
use crate::validate::{SchemaError, Validator};

/// The most faults of a result that the model is told about.
const TOLD: usize = 5;

/// The compiled schemas of one tool.
pub(crate) struct Rules {
    input: Input,
    output: Option<Validator>,
}

enum Input {
    /// A native tool keeps its own.
    Native(&'static ToolDef),
    Compiled(Box<Validator>),
}

impl Rules {
    /// Those of a tool that is no native one. A schema that does not compile is
    /// the second: then the tool has the last word, and any object goes to it.
    pub(crate) fn of(info: &ToolInfo) -> (Self, Option<SchemaError>) {
        let (input, problem) = match compile(&info.input_schema) {
            Ok(input) => (input, None),
            Err(problem) => (Validator::any_object(), Some(problem)),
        };
        let output = info.output_schema.as_deref().map(compile);
        let (output, unchecked) = match output.transpose() {
            Ok(output) => (output, None),
            Err(problem) => (None, Some(problem)),
        };
        (Self { input: Input::Compiled(Box::new(input)), output }, problem.or(unchecked))
    }

    /// Those of a native tool, whose results are what its return type says.
    pub(crate) fn of_native(def: &'static ToolDef) -> Self {
        Self { input: Input::Native(def), output: None }
    }

    /// Checks the arguments of a call, and mends what can be mended.
    pub(crate) fn check(&self, tool: &'static str, arguments: &mut Value) -> Result<(), CallError> {
        let input = match &self.input {
            Input::Native(def) => def.validator(),
            Input::Compiled(input) => input,
        };
        input.check(arguments).map_err(|errors| CallError::Arguments { tool, errors })
    }

    /// Checks the structured part of a result. One that is not what the tool
    /// promised is none: it stays as text, and the model is told what is wrong.
    /// That the tool ran and did not fail stays true.
    pub(crate) fn checked(&self, mut outcome: Outcome) -> Outcome {
        outcome.complete();
        let (Some(output), Some(structured)) = (&self.output, &outcome.structured) else {
            return outcome;
        };
        // What a failure says need not have the form of a result.
        if !outcome.is_error
            && let Err(errors) = output.validate(structured)
        {
            demote(&mut outcome, &errors);
        }
        outcome
    }
}

/// The rules of tools, kept within a bound.
///
/// Apart from the loaded tools, because arguments that are refused are to load
/// nothing, take no turn and tell a circuit breaker nothing.
pub(super) struct RulesCache {
    compiled: Mutex<LruCache<u32, Arc<Rules>>>,
}

impl RulesCache {
    pub(super) fn new(bound: NonZeroUsize) -> Self {
        Self { compiled: Mutex::new(LruCache::new(bound)) }
    }

    /// Those of the tool of that number.
    pub(super) fn get(&self, number: u32, compile: impl FnOnce() -> Rules) -> Arc<Rules> {
        // Nothing under the lock panics, and nothing is compiled under it.
        let compiled = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = compiled().get(&number) {
            return rules.clone();
        }
        let rules = Arc::new(compile());
        compiled().push(number, rules.clone());
        rules
    }
}

fn compile(schema: &str) -> Result<Validator, SchemaError> {
    match serde_json::from_str(schema) {
        Ok(schema) => Validator::new(&schema),
        Err(error) => Err(SchemaError::new("", error.to_string())),
    }
}

fn demote(outcome: &mut Outcome, errors: &[ArgumentError]) {
    outcome.structured = None;
    let told: Vec<String> = errors.iter().take(TOLD).map(ToString::to_string).collect();
    let note = format!(
        "[the structured part of this result does not match the tool's output schema: {}]",
        told.join("; ")
    );
    outcome.content.push(Content::Text(note));
}
