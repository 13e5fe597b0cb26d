//! What the model may call now.

use alloc::string::String;

use super::{SEARCH_TOOL, Session};
use crate::text::Visible;
use crate::toolbox::Entry;

/// What a name that the model calls stands for.
#[derive(Debug, Clone, Copy)]
pub enum Gate<'s> {
    /// A tool whose schema the model has.
    Open(&'s Entry),
    /// The search tool.
    Search,
    /// A tool that the model has to find first.
    Hidden(&'s Entry),
    /// No tool that this session may use.
    Unknown,
}

impl Session {
    /// Looks at a name before anything is run; O(1), allocates nothing.
    #[must_use]
    pub fn gate(&self, name: &str) -> Gate<'_> {
        if self.defers && name == SEARCH_TOOL {
            return Gate::Search;
        }
        let found =
            self.view.find(name).and_then(|number| Some((number, self.view.entry(number)?)));
        match found {
            None => Gate::Unknown,
            Some((number, entry)) if self.is_hidden(number, entry) => Gate::Hidden(entry),
            Some((_, entry)) => Gate::Open(entry),
        }
    }
}

pub(super) fn hidden(name: &str) -> String {
    alloc::format!(
        "`{name}` was not run because its schema is not loaded: call `{SEARCH_TOOL}` with the query \
         \"select:{name}\" first, then call it again."
    )
}

pub(super) fn unknown(name: &str, can_search: bool) -> String {
    let name = Visible(name);
    let advice = if can_search { "find one" } else { "use one of the tools that are listed" };
    let with = if can_search { alloc::format!(" with `{SEARCH_TOOL}`") } else { String::new() };
    alloc::format!("there is no tool `{name}`: {advice}{with}.")
}
