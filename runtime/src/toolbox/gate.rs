//! Whether a call may go.
//!
//! Every way of calling a tool asks here, at each call: sessions, the bridge
//! and served sessions, sub-agents, [`Toolbox::call`], services, contracts. What
//! runs a tool takes a [`Pass`], and there is no other way to one. Whether a
//! *server* is what was captured is asked as late as possible, by the
//! [`Binding`](crate::call::Binding) that every call of its tools goes through.

use alloc::string::{String, ToString};

use super::permissions::Permissions;
use super::state::Toolbox;
use super::view::View;
use crate::engine::{Entry, Reason};
use crate::error::{CallError, LoadError};
use crate::told::refusal;

/// Who asks: what it knows of and what it may use.
#[derive(Clone, Copy)]
pub(crate) struct Caller<'a> {
    pub(crate) toolbox: &'a Toolbox,
    pub(crate) view: &'a View,
    pub(crate) permissions: &'a Permissions,
}

/// That a tool may be called: its number in the view of who asked.
#[derive(Clone, Copy)]
pub(crate) struct Pass(u32);

impl Pass {
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// Why a call does not go.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Refusal<'a> {
    /// There is no such tool.
    Unknown,
    /// The caller does not know of the tool: it was not allowed when its view
    /// was made.
    Unseen(&'a Entry),
    /// Not allowed at this moment.
    Denied(&'a Entry),
    /// Allowed, but for a capability that is not given.
    Lacks(&'a Entry, &'static str),
    /// The model has to find the tool first.
    Hidden(&'a Entry),
    /// The server did not list it as captured when the toolbox was built.
    Changed(&'a Entry),
}

/// How the caller finds tools that it does not have.
#[derive(Clone, Copy)]
pub(crate) enum FoundBy<'a> {
    /// With the search tool of this name.
    Tool(&'a str),
    /// The provider searches by itself.
    Provider,
    /// All of them are listed.
    Listed,
}

impl<'a> FoundBy<'a> {
    fn tool(self) -> Option<&'a str> {
        if let Self::Tool(search) = self { Some(search) } else { None }
    }
}

impl<'a> Caller<'a> {
    /// O(1) for a tool of the view; allocates nothing.
    #[inline]
    pub(crate) fn decide(
        self,
        name: &str,
        is_hidden: impl FnOnce(u32, &Entry) -> bool,
    ) -> Result<(&'a Entry, Pass), Refusal<'a>> {
        let Some((number, entry)) = self.view.named(name) else {
            return Err(self.outside(name));
        };
        if !self.permissions.permits(entry) {
            return Err(Refusal::Denied(entry));
        }
        match self.permissions.lacks(entry) {
            Some(needed) => Err(Refusal::Lacks(entry, needed)),
            None if is_hidden(number, entry) => Err(Refusal::Hidden(entry)),
            None => Ok((entry, Pass(number))),
        }
    }

    /// Of a tool that is not in the view.
    #[cold]
    fn outside(self, name: &str) -> Refusal<'a> {
        let all = self.toolbox.view();
        let is_narrower = !core::ptr::eq(all, self.view);
        if let Some((_, entry)) = is_narrower.then(|| all.named(name)).flatten() {
            return Refusal::Unseen(entry);
        }
        match self.toolbox.refused(name) {
            Some(entry) if self.permissions.allows(entry) => Refusal::Changed(entry),
            Some(entry) => Refusal::Unseen(entry),
            None => Refusal::Unknown,
        }
    }

    /// The refusal as the caller may know it: what is not allowed is not told
    /// from what does not exist, unless the permissions reveal it.
    pub(crate) fn shown(self, refusal: Refusal<'a>) -> Refusal<'a> {
        match refusal {
            Refusal::Unseen(entry) if self.permissions.reveals() => {
                match self.permissions.lacks(entry) {
                    Some(needed) if self.permissions.permits(entry) => {
                        Refusal::Lacks(entry, needed)
                    }
                    _ => Refusal::Denied(entry),
                }
            }
            Refusal::Unseen(_) => Refusal::Unknown,
            other => other,
        }
    }

    /// The one text for the model.
    pub(crate) fn told(self, refusal: Refusal<'a>, name: &str, found_by: FoundBy<'_>) -> String {
        match (self.shown(refusal), found_by) {
            (it @ (Refusal::Denied(_) | Refusal::Unseen(_) | Refusal::Changed(_)), _) => {
                it.into_error(name).to_string()
            }
            (Refusal::Lacks(_, capability), _) => refusal::lacks(name, capability),
            (Refusal::Hidden(_), found_by) => refusal::hidden(name, found_by.tool()),
            (Refusal::Unknown, FoundBy::Listed) => refusal::unlisted(name),
            (Refusal::Unknown, found_by) => refusal::unfound(name, found_by.tool()),
        }
    }
}

impl<'a> Refusal<'a> {
    /// The tool, where there is one.
    pub(crate) fn entry(self) -> Option<&'a Entry> {
        match self {
            Self::Unknown => None,
            Self::Unseen(entry)
            | Self::Denied(entry)
            | Self::Lacks(entry, _)
            | Self::Hidden(entry)
            | Self::Changed(entry) => Some(entry),
        }
    }

    /// The same for a program, which asked for the tool by its name.
    pub(crate) fn into_error(self, name: &str) -> CallError {
        match self {
            Self::Unknown => CallError::Unknown { tool: name.into() },
            Self::Unseen(entry) | Self::Denied(entry) | Self::Hidden(entry) => {
                CallError::Denied { tool: entry.name() }
            }
            Self::Lacks(entry, needed) => LoadError::lacks(entry.name(), needed).into(),
            Self::Changed(entry) => CallError::Changed { tool: entry.name() },
        }
    }
}

impl From<Refusal<'_>> for Reason {
    fn from(refusal: Refusal<'_>) -> Self {
        match refusal {
            Refusal::Unknown => Self::Unknown,
            Refusal::Unseen(_) | Refusal::Denied(_) => Self::Denied,
            Refusal::Lacks(_, capability) => Self::Lacks(capability),
            Refusal::Hidden(_) => Self::Hidden,
            Refusal::Changed(_) => Self::Changed,
        }
    }
}
