//! Why a call was not run.

use alloc::format;
use alloc::string::String;

use crate::text::Visible;

pub(crate) fn denied(tool: &str) -> String {
    format!("`{tool}` was not run: you are not allowed to use it.")
}

pub(crate) fn changed(tool: &str) -> String {
    format!("`{tool}` was not run: its server no longer describes it as it did.")
}

#[cfg(feature = "session")]
pub(crate) fn lacks(tool: &str, capability: &str) -> String {
    format!("`{tool}` was not run: it needs the capability `{capability}`, which is not given.")
}

/// `search` is the tool that finds it; `None` where the provider searches.
#[cfg(feature = "session")]
pub(crate) fn hidden(tool: &str, search: Option<&str>) -> String {
    let first = match search {
        Some(search) => format!("call `{search}` with the query \"select:{tool}\" first"),
        None => "search for it first".into(),
    };
    format!("`{tool}` was not run because its schema is not loaded: {first}, then call it again.")
}

pub(crate) fn unknown(tool: &str) -> String {
    format!("there is no tool `{}`", Visible(tool))
}

/// Where the model has the list of all tools.
#[cfg(feature = "session")]
pub(crate) fn unlisted(tool: &str) -> String {
    format!("{}: use one of the tools that are listed.", unknown(tool))
}

/// `search` is the tool that finds others; `None` where the provider searches.
#[cfg(feature = "session")]
pub(crate) fn unfound(tool: &str, search: Option<&str>) -> String {
    match search {
        Some(search) => format!("{}: find one with `{search}`.", unknown(tool)),
        None => format!("{}: search for one.", unknown(tool)),
    }
}
