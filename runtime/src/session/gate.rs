//! What the model may call now.

use super::showing::Showing;
use super::state::Session;
use super::{BRIDGE_TOOL, SEARCH_TOOL};
use crate::toolbox::{Caller, Entry, FoundBy, Pass, Refusal};

/// What a name stands for when the model calls it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Gate<'s> {
    /// A tool whose schema the model has.
    Open(&'s Entry),
    /// The search tool.
    Search,
    /// In bridge mode, the tool that calls others.
    Bridge,
    /// A tool that the model has to find first.
    Hidden(&'s Entry),
    /// A tool that this session may not currently use, or lacks a capability for. A tool
    /// outside of the session's view is [`Unknown`](Self::Unknown) instead, unless its
    /// permissions [reveal](crate::toolbox::Permissions::reveal_denied) it.
    Denied(&'s Entry),
    /// A captured tool that its server did not list as captured when the
    /// toolbox was built.
    Refused(&'s Entry),
    /// The name of no tool that this session may use.
    Unknown,
}

/// What a call of the model comes to, before anything is run.
pub(super) enum Decision<'s> {
    Go(Pass, &'s Entry),
    Search,
    Bridge,
    No(Refusal<'s>),
}

impl Session {
    /// What would happen if the model called this name; runs nothing. Every call makes
    /// the same decision. O(1) plus the session's permissions; does not allocate.
    #[must_use]
    pub fn gate(&self, name: &str) -> Gate<'_> {
        match self.decide(name) {
            Decision::Go(_, entry) => Gate::Open(entry),
            Decision::Search => Gate::Search,
            Decision::Bridge => Gate::Bridge,
            Decision::No(refusal) => match self.caller().shown(refusal) {
                Refusal::Hidden(entry) => Gate::Hidden(entry),
                Refusal::Denied(entry) | Refusal::Lacks(entry, _) => Gate::Denied(entry),
                Refusal::Changed(entry) => Gate::Refused(entry),
                Refusal::Unseen(_) | Refusal::Unknown => Gate::Unknown,
            },
        }
    }

    #[inline]
    pub(super) fn decide(&self, name: &str) -> Decision<'_> {
        let hidden = |number, entry: &Entry| self.is_hidden(number, entry);
        match self.caller().decide(name, hidden) {
            Ok((entry, pass)) => Decision::Go(pass, entry),
            Err(Refusal::Unknown) if self.is_search(name) => Decision::Search,
            Err(Refusal::Unknown) if name == BRIDGE_TOOL && self.showing == Showing::Bridge => {
                Decision::Bridge
            }
            Err(refusal) => Decision::No(refusal),
        }
    }

    #[inline]
    pub(super) fn caller(&self) -> Caller<'_> {
        let Self { toolbox, view, permissions, .. } = self;
        Caller { toolbox, view, permissions }
    }

    /// By its own name, or by the one under which a provider knows it.
    fn is_search(&self, name: &str) -> bool {
        self.defers() && (name == self.toolbox.search_tool().tool_name() || name == SEARCH_TOOL)
    }

    /// How the model finds what it does not have.
    pub(super) fn found_by(&self) -> FoundBy<'_> {
        match self.defers() {
            false => FoundBy::Listed,
            true if self.hosted && self.showing == Showing::Deferred => FoundBy::Provider,
            true => FoundBy::Tool(self.toolbox.search_tool().tool_name()),
        }
    }
}
