//! What is sent of the tools with a request.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::call;
use super::showing::Showing;
use super::state::Session;
use crate::message::{Role, ToolSpec};
#[cfg(feature = "rig")]
use crate::name::BRIDGE_TOOL;
use crate::tokens::Cost;
use crate::toolbox::Entry;
use crate::wire::{Deferral, Wire, WireError};

/// The parts of a model request that concern tools.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// The provider's array of tools.
    pub tools: Vec<Value>,
    /// A section for the system prompt. Empty when no tool is deferred.
    pub prompt: String,
}

impl Session {
    /// The tools and the prompt section of the next request, in a provider's shape.
    ///
    /// The output is deterministic: first the tools that are always sent and the search
    /// tool, by name, then the promoted tools in the order of promotion. A provider's
    /// prefix cache therefore stays valid.
    ///
    /// # Errors
    /// The provider would refuse a tool; the error names it.
    pub fn request(&self, wire: &(impl Wire + ?Sized)) -> Result<Request, WireError> {
        let deferral = wire.deferral();
        let tools = wire.tools(&self.sent(deferral))?;
        let searches = deferral == Deferral::Provider && self.showing == Showing::Deferred;
        // Where the provider searches, it also tells the model how.
        let prompt = if searches { String::new() } else { self.prompt() };
        Ok(Request { tools, prompt })
    }

    /// What the model may call now, for shapes whose requests list all of it.
    #[cfg(any(feature = "rig", feature = "serve"))]
    pub(crate) fn visible(&self) -> Vec<ToolSpec<'_>> {
        self.sent(Deferral::Resend)
    }

    /// Their names, in any order, without the schemas.
    #[cfg(feature = "rig")]
    pub(crate) fn visible_names(&self) -> impl Iterator<Item = &str> {
        let deferring = self.showing == Showing::Deferred;
        let shown = move |number: u32, entry: &Entry| {
            !(self.defers() && entry.is_deferred()) || deferring && self.loaded.contains(number)
        };
        let tools = self.numbered().filter(move |(number, entry)| shown(*number, entry));
        let searches = self.showing != Showing::Everything;
        let search = searches.then(|| self.toolbox.search_tool().tool_name());
        let bridge = (self.showing == Showing::Bridge).then_some(BRIDGE_TOOL);
        tools.map(|(_, entry)| entry.name()).chain(search).chain(bridge)
    }

    /// The tools that are sent, in order.
    fn sent(&self, deferral: Deferral) -> Vec<ToolSpec<'_>> {
        let always = self.numbered().filter(|(_, entry)| !(self.defers() && entry.is_deferred()));
        let mut sent: Vec<ToolSpec<'_>> = always.map(|(_, entry)| entry.spec()).collect();
        let search = || self.toolbox.search_tool().spec();
        match self.showing {
            Showing::Everything => {}
            Showing::Deferred => sent.push(search()),
            // An ordinary tool for every provider: its answers are texts.
            Showing::Bridge => {
                sent.extend([ToolSpec { role: Role::Tool, ..search() }, call::bridge_spec()]);
            }
        }
        sent.sort_by(|a, b| a.name.cmp(b.name));
        if self.showing == Showing::Deferred {
            self.extend_with_found(&mut sent, deferral);
        }
        sent
    }

    fn extend_with_found<'s>(&'s self, sent: &mut Vec<ToolSpec<'s>>, deferral: Deferral) {
        let entry = |number| self.view.entry(number);
        let found = self.loaded.iter().filter_map(|number| Some((number, entry(number)?)));
        let shown = |number: u32| deferral != Deferral::Resend && self.loaded.is_shown(number);
        let deferred = |entry: &Entry| ToolSpec { deferred: true, ..entry.spec() };
        match deferral {
            Deferral::Resend => sent.extend(found.map(|(_, entry)| entry.spec())),
            Deferral::Inline => {
                sent.extend(found.filter(|(number, _)| !shown(*number)).map(|(_, e)| e.spec()));
            }
            Deferral::Reference => sent.extend(
                found.map(|(number, entry)| ToolSpec { deferred: shown(number), ..entry.spec() }),
            ),
            Deferral::Provider => {
                let silent = found.filter(|(number, _)| !shown(*number));
                sent.extend(silent.map(|(_, entry)| entry.spec()));
                let rest = self.numbered().filter(|(_, entry)| entry.is_deferred());
                let rest = rest.filter(|(n, _)| !self.loaded.contains(*n) || shown(*n));
                sent.extend(rest.map(|(_, entry)| deferred(entry)));
            }
        }
    }

    /// Estimated tokens of a definition.
    pub(super) fn count(&self, entry: &Entry) -> usize {
        let texts = [entry.name(), entry.description(), entry.schema_text()];
        texts.iter().map(|text| self.toolbox.tokenizer().count(text)).sum()
    }
}

impl Session {
    /// The tokens that this session spends on tools, compared with sending all of them.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let sent = self.sent(Deferral::Resend);
        let count = |text: &str| self.toolbox.tokenizer().count(text);
        let spec_tokens = |spec: &ToolSpec<'_>| {
            count(spec.name) + count(spec.description) + count(&spec.input_schema.to_string())
        };
        Cost {
            tools: self.view.len(),
            full: self.view.entries().iter().map(|entry| self.count(entry)).sum(),
            sent_tools: sent.len(),
            sent: sent.iter().map(spec_tokens).sum::<usize>() + count(&self.prompt()),
        }
    }
}
