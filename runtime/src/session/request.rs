//! What is sent of the tools with a request.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::{Session, search_tool};
use crate::tokens::{self, Cost};
use crate::toolbox::Entry;
use crate::wire::{ToolSpec, Wire, WireError};

/// The parts of a request to a model that concern its tools.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// The provider's array of tools.
    pub tools: Vec<Value>,
    /// A section for the system prompt; `""` when no tool is kept back.
    pub prompt: String,
}

impl Session {
    /// The tools and the prompt section for the next request, in a provider's
    /// shape.
    ///
    /// The same session gives the same bytes, however the toolbox was filled:
    /// first the tools that are always sent and the search tool, by name, then
    /// what was promoted, in the order of promotion, so that a provider's cache
    /// of the prefix holds.
    ///
    /// # Errors
    /// A tool that the provider would refuse, named.
    pub fn request(&self, wire: &(impl Wire + ?Sized)) -> Result<Request, WireError> {
        let tools: Result<Vec<Value>, WireError> =
            self.sent().iter().map(|spec| wire.tool(spec)).collect();
        Ok(Request { tools: tools?, prompt: self.prompt() })
    }

    /// The tools that are sent, in order.
    fn sent(&self) -> Vec<ToolSpec<'_>> {
        let always = self.numbered().filter(|(_, entry)| !(self.defers && entry.is_deferred()));
        let mut sent: Vec<ToolSpec<'_>> = always.map(|(_, entry)| spec(entry)).collect();
        if self.defers {
            sent.push(search_tool::spec());
        }
        sent.sort_by(|a, b| a.name.cmp(b.name));
        if self.defers {
            sent.extend(
                self.promoted.iter().filter_map(|&number| self.view.entry(number)).map(spec),
            );
        }
        sent
    }
}

fn spec(entry: &Entry) -> ToolSpec<'_> {
    ToolSpec {
        name: entry.name(),
        description: entry.description(),
        input_schema: entry.input_schema(),
    }
}

/// Estimated tokens of a definition.
pub(super) fn estimate(entry: &Entry) -> usize {
    tokens::estimate(entry.name())
        + tokens::estimate(entry.description())
        + tokens::estimate(entry.schema_text())
}

pub(super) fn cost(session: &Session) -> Cost {
    let sent = session.sent();
    let spec_tokens = |spec: &ToolSpec<'_>| {
        let texts = tokens::estimate(spec.name) + tokens::estimate(spec.description);
        texts + tokens::estimate(&spec.input_schema.to_string())
    };
    Cost {
        tools: session.view.len(),
        full: session.view.entries().iter().map(estimate).sum(),
        sent_tools: sent.len(),
        sent: sent.iter().map(spec_tokens).sum::<usize>() + tokens::estimate(&session.prompt()),
    }
}
