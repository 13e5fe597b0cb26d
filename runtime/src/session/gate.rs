//! What the model may call now.

use alloc::string::String;

use super::mode::Exposure;
use super::{BRIDGE_TOOL, SEARCH_TOOL, Session};
use crate::text::Visible;
use crate::toolbox::Entry;

/// What a name that the model calls stands for.
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
    /// A tool that this session may not use; only where its permissions
    /// [reveals](crate::toolbox::Permissions::reveal_denied) that.
    Denied(&'s Entry),
    /// No tool that this session may use.
    Unknown,
}

impl Session {
    /// Looks at a name before anything is run; O(1), allocates nothing.
    #[must_use]
    pub fn gate(&self, name: &str) -> Gate<'_> {
        if let Some(number) = self.view.find(name)
            && let Some(entry) = self.view.entry(number)
        {
            return if self.is_hidden(number, entry) {
                Gate::Hidden(entry)
            } else {
                Gate::Open(entry)
            };
        }
        match name {
            _ if self.is_search(name) => Gate::Search,
            BRIDGE_TOOL if self.exposure == Exposure::Bridge => Gate::Bridge,
            _ => self.denied(name).map_or(Gate::Unknown, Gate::Denied),
        }
    }

    /// By its own name, or by the one under which a provider knows it.
    fn is_search(&self, name: &str) -> bool {
        self.defers() && (name == self.toolbox.search_tool().tool_name() || name == SEARCH_TOOL)
    }

    /// A tool of that name which is there and not allowed, where that may be
    /// told.
    pub(super) fn denied(&self, name: &str) -> Option<&Entry> {
        if !self.permissions.reveals() || self.view.find(name).is_some() {
            return None;
        }
        let all = self.toolbox.view();
        all.entry(all.find(name)?)
    }
}

pub(super) fn hidden(name: &str, search_tool: &str) -> String {
    alloc::format!(
        "`{name}` was not run because its schema is not loaded: call `{search_tool}` with the query \
         \"select:{name}\" first, then call it again."
    )
}

pub(super) fn hidden_by_provider(name: &str) -> String {
    alloc::format!(
        "`{name}` was not run because its schema is not loaded: search for it first, then call it again."
    )
}

pub(super) fn denied(name: &str) -> String {
    alloc::format!("`{name}` was not run: you are not allowed to use it.")
}

pub(super) fn lacks(name: &str, capability: &str) -> String {
    alloc::format!(
        "`{name}` was not run: it needs the capability `{capability}`, which is not given."
    )
}

pub(super) fn refused(name: &str) -> String {
    alloc::format!("`{name}` was not run: its server no longer describes it as it did.")
}

pub(super) fn unknown(name: &str, search_tool: Option<&str>) -> String {
    let name = Visible(name);
    match search_tool {
        Some(search) => alloc::format!("there is no tool `{name}`: find one with `{search}`."),
        None => alloc::format!("there is no tool `{name}`: use one of the tools that are listed."),
    }
}
