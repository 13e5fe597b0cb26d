//! What a conversation knows, and what was promoted in it.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::loaded::Loaded;
use super::promoted::{Dropped, Promoted};
use super::prompt_options::PromptOptions;
use super::showing::Showing;
use crate::engine::{Kept, Rest};
use crate::search::Hits;
use crate::toolbox::{Entry, Permissions, Toolbox, View};

/// One conversation with a model.
///
/// Knows which deferred tools the model has found so far. What the model is shown and
/// what it may call follow from that.
///
/// ```
/// use serde_json::{Value, json};
/// use toolcrib::wire::{Anthropic, Wire};
/// use toolcrib::{Toolbox, tool, tools};
///
/// /// Adds two numbers.
/// #[tool(defer)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// /// Stands for an HTTP request to the provider.
/// fn ask(body: &Value) -> Value {
///     let (name, input) = match body["messages"].as_array().map_or(0, Vec::len) {
///         1 => ("tool_search", json!({"query": "sum"})),
///         3 => ("add", json!({"a": 2, "b": 3})),
///         _ => return json!({"content": [{"type": "text", "text": "It is 5."}]}),
///     };
///     json!({"content": [{"type": "tool_use", "id": "call", "name": name, "input": input}]})
/// }
///
/// # pollster::block_on(async {
/// let toolbox = Toolbox::builder().native(tools![add]).build()?;
/// let mut session = toolbox.session();
/// let mut messages = vec![json!({"role": "user", "content": "What is 2 + 3?"})];
/// loop {
///     session.prepare(&Anthropic, &mut messages);
///     let request = session.request(&Anthropic)?;
///     let body = json!({
///         "system": request.prompt,
///         "tools": request.tools,
///         "messages": messages,
///     });
///     let reply = ask(&body);
///     messages.push(json!({"role": "assistant", "content": reply["content"]}));
///     let mut results = Vec::new();
///     for call in session.calls(&Anthropic, &reply) {
///         results.push(session.call(call).await);
///     }
///     if results.is_empty() {
///         break;
///     }
///     messages.extend(Anthropic.results(&results));
/// }
/// assert_eq!(messages.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
#[derive(Debug)]
pub struct Session {
    pub(super) toolbox: Toolbox,
    pub(super) view: Arc<View>,
    pub(super) permissions: Permissions,
    pub(super) showing: Showing,
    pub(super) loaded: Loaded,
    pub(super) hits: Box<Hits>,
    /// The provider searches by itself, as far as its shape was seen.
    pub(super) hosted: bool,
    pub(super) prompt: PromptOptions,
    /// The hidden names that the model was last told, sorted; for the delta.
    pub(super) told: Option<Vec<String>>,
    /// What its calls keep.
    pub(super) kept: Arc<Kept>,
}

impl Session {
    /// With nothing kept back, until it is given its mode.
    pub(super) fn new(toolbox: Toolbox, view: Arc<View>, permissions: Permissions) -> Self {
        Self {
            loaded: Loaded::new(view.len()),
            showing: Showing::Everything,
            hits: Box::default(),
            hosted: false,
            prompt: PromptOptions::default(),
            told: None,
            kept: Arc::default(),
            toolbox,
            view,
            permissions,
        }
    }

    /// Limits how many tools are promoted at once, to at least one. Promoting another
    /// puts back the least recently used one, and the model is told. Unlimited by
    /// default.
    #[must_use]
    pub fn max_promoted(mut self, bound: usize) -> Self {
        self.loaded.set_bound(bound);
        self
    }

    /// The tools that this conversation may use.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Whether the tool with that number is still hidden from the model.
    pub(super) fn is_hidden(&self, number: u32, entry: &Entry) -> bool {
        self.defers() && entry.is_deferred() && !self.loaded.contains(number)
    }

    pub(super) fn numbered(&self) -> impl Iterator<Item = (u32, &Entry)> {
        (0..).zip(self.view.entries())
    }

    /// The deferred tools that the model has not found yet, sorted by name.
    pub fn hidden(&self) -> impl Iterator<Item = &Entry> {
        self.numbered()
            .filter(|(number, entry)| self.is_hidden(*number, entry))
            .map(|(_, entry)| entry)
    }

    /// Promotes a deferred tool: the next request has its schema. Returns false if no
    /// hidden tool has that name.
    pub fn promote(&mut self, name: &str) -> bool {
        let number = self.hidden_number(name);
        if let Some(number) = number {
            self.loaded.promote(number);
        }
        number.is_some()
    }

    pub(super) fn hidden_number(&self, name: &str) -> Option<u32> {
        let number = self.view.find(name)?;
        self.is_hidden(number, self.view.entry(number)?).then_some(number)
    }

    /// The promoted tools; store them with the conversation.
    #[must_use]
    pub fn promoted(&self) -> Promoted {
        let names = self.loaded.iter().filter_map(|number| self.view.entry(number));
        Promoted::new(self.toolbox.digest(), names.map(|entry| String::from(entry.name())))
    }

    /// Promotes what was stored with the conversation. Returns the names that were
    /// ignored, each with the reason.
    pub fn restore(&mut self, promoted: &Promoted) -> Vec<(String, Dropped)> {
        let same = promoted.catalog() == self.toolbox.digest();
        let mut dropped = Vec::new();
        for name in promoted.names() {
            let reason = match self.view.find(name) {
                _ if !same => Dropped::OtherCatalog,
                None => Dropped::Gone,
                // Not deferred, or promoted already: the model has its schema.
                Some(_) => {
                    self.promote(name);
                    continue;
                }
            };
            dropped.push((name.clone(), reason));
        }
        dropped
    }

    /// The full result of a call whose result was cut for the model, by the call's id;
    /// see [`Limits::max_output`](crate::call::Limits::max_output). `None` if nothing was
    /// cut off, or if later results [took its place](Rest::MAX_BYTES).
    #[must_use]
    pub fn rest(&self, call_id: &str) -> Option<Rest> {
        self.kept.rest(call_id)
    }
}
