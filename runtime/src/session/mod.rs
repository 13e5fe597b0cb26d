//! One conversation: what the model has been shown, what it may call.

mod answer;
mod gate;
mod promoted;
mod prompt;
mod request;
mod search_tool;

pub use answer::Answer;
pub use gate::Gate;
pub use promoted::{Dropped, Promoted};
pub use request::Request;
pub use search_tool::SEARCH_TOOL;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::call::{Outcome, ToolCall, ToolResult};
use crate::search::Hits;
use crate::tokens::Cost;
use crate::toolbox::{Entry, Source, Toolbox, View};

/// When deferred tools are kept from the model until they are found.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub enum Mode {
    /// Always.
    #[default]
    On,
    /// Never: every tool is sent with every request.
    Off,
    /// When the deferred definitions are estimated to take this share or more
    /// of the context window.
    Auto {
        /// The model's context window, in tokens.
        context_window: usize,
        /// The share, 0 to 1; 0.1 is usual.
        share: f64,
    },
}

/// One conversation with a model.
///
/// Holds which deferred tools the model has found so far. Everything that the
/// model is shown and everything it may call follows from that.
#[derive(Debug)]
pub struct Session {
    toolbox: Toolbox,
    view: Arc<View>,
    /// Whether anything is kept back at all.
    defers: bool,
    /// By tool number.
    is_promoted: Vec<bool>,
    /// Tool numbers in the order of promotion.
    promoted: Vec<u32>,
    hits: Box<Hits>,
}

impl Session {
    pub(crate) fn new(toolbox: Toolbox, view: Arc<View>) -> Self {
        let is_promoted = alloc::vec![false; view.len()];
        let session = Self {
            toolbox,
            view,
            defers: false,
            is_promoted,
            promoted: Vec::new(),
            hits: Box::default(),
        };
        session.mode(Mode::On)
    }

    /// The same in another mode; [`Mode::On`] unless this is called.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        let deferred = || self.view.entries().iter().filter(|entry| entry.is_deferred());
        self.defers = match mode {
            Mode::Off => false,
            Mode::On => deferred().next().is_some(),
            Mode::Auto { context_window, share } => {
                let tokens: usize = deferred().map(request::estimate).sum();
                tokens > 0 && tokens as f64 >= context_window as f64 * share
            }
        };
        self
    }

    /// The tools that this conversation may use.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Whether the tool of that number is kept from the model so far.
    fn is_hidden(&self, number: u32, entry: &Entry) -> bool {
        let promoted = usize::try_from(number).ok().and_then(|at| self.is_promoted.get(at));
        self.defers && entry.is_deferred() && promoted == Some(&false)
    }

    fn numbered(&self) -> impl Iterator<Item = (u32, &Entry)> {
        (0..).zip(self.view.entries())
    }

    /// The tools whose schemas the model has not been given, by name.
    pub fn hidden(&self) -> impl Iterator<Item = &Entry> {
        self.numbered()
            .filter(|(number, entry)| self.is_hidden(*number, entry))
            .map(|(_, entry)| entry)
    }

    /// Gives the model the schema of a deferred tool from the next request on.
    /// False when there is no hidden tool of that name.
    pub fn promote(&mut self, name: &str) -> bool {
        match self.view.find(name) {
            Some(number)
                if self.view.entry(number).is_some_and(|entry| self.is_hidden(number, entry)) =>
            {
                self.promote_number(number);
                true
            }
            _ => false,
        }
    }

    fn promote_number(&mut self, number: u32) {
        if let Some(promoted) =
            usize::try_from(number).ok().and_then(|at| self.is_promoted.get_mut(at))
        {
            *promoted = true;
            self.promoted.push(number);
        }
    }

    /// What has been promoted, to be stored with the conversation.
    #[must_use]
    pub fn promoted(&self) -> Promoted {
        let names = self.promoted.iter().filter_map(|&number| self.view.entry(number));
        Promoted::new(self.toolbox.digest(), names.map(|entry| String::from(entry.name())))
    }

    /// Promotes what was stored with the conversation. What no longer counts is
    /// given back with the reason.
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

    /// Answers one call of the model: searches, or runs the tool, or says why
    /// not. A tool that the model has not found yet is never run.
    ///
    /// The future must be polled on the runtime that the servers were connected
    /// on, where there are any.
    pub async fn call(&mut self, call: ToolCall) -> ToolResult {
        let outcome = match call.object() {
            Err(problem) => Outcome::error(problem),
            Ok(arguments) => match self.gate(&call.name) {
                Gate::Search => self.search_call(&arguments),
                Gate::Open(entry) => self.run(entry, arguments).await,
                Gate::Hidden(entry) => Outcome::error(gate::hidden(entry.name())),
                Gate::Unknown => Outcome::error(gate::unknown(&call.name, self.defers)),
            },
        };
        ToolResult { id: call.id, name: call.name, outcome }
    }

    async fn run(
        &self,
        entry: &Entry,
        arguments: serde_json::Map<String, serde_json::Value>,
    ) -> Outcome {
        match entry.source() {
            Source::Native(def) => {
                let arguments = serde_json::Value::Object(arguments);
                match def.call(self.toolbox.contexts(), &arguments).await {
                    Ok(outcome) => outcome,
                    Err(error) => Outcome::error(alloc::format!("{error}")),
                }
            }
            Source::Server(tool, backend) => {
                match backend.call(tool.server().name(), tool.raw_name(), arguments).await {
                    Ok(outcome) => outcome,
                    Err(error) => Outcome::error(alloc::format!("{error}")),
                }
            }
        }
    }

    /// What this session sends of its tools, against sending all of them.
    #[must_use]
    pub fn cost(&self) -> Cost {
        request::cost(self)
    }
}
