//! Search tool, bridge, prompt section, and what a search answers.

use alloc::format;
use alloc::string::String;

use crate::name::BRIDGE_TOOL;
use crate::search::SearchOutcome;
use crate::text::Visible;

pub(crate) const SEARCH: &str = "Finds and loads tools that are not loaded yet. The query is a few words for \
    what you want to do (\"create issue github\"), exact names (\"select:name1,name2\"), a server \
    (\"mcp__github\"), or words of which one must match (\"+slack send\"). You can call the tools \
    that it finds from your next turn on.";
pub(crate) const SEARCH_QUERY: &str = "What to look for.";
pub(crate) const SEARCH_MAX: &str = "The most tools to load.";

pub(crate) fn search_usage(search: &str) -> String {
    format!("`{search}` needs `query`: a string that says what to look for.")
}

pub(crate) const BRIDGE: &str = "Calls a tool that a search has loaded: `name` is the tool's name, \
    `arguments` are what its schema asks for.";
pub(crate) const BRIDGE_NAME: &str = "The tool's name.";
pub(crate) const BRIDGE_ARGUMENTS: &str = "The tool's arguments.";

pub(crate) fn bridge_usage() -> String {
    format!("`{BRIDGE_TOOL}` needs `name`: a tool's name.")
}

pub(crate) fn bridge_stray(member: &str) -> String {
    let member = Visible(member);
    format!("`{BRIDGE_TOOL}` takes `name` and `arguments`: put `{member}` into `arguments`.")
}

pub(crate) fn not_by_bridge(tool: &str) -> String {
    format!("`{tool}` cannot be called through `{BRIDGE_TOOL}`.")
}

/// What comes before the names of the tools that are not loaded.
pub(crate) fn prompt(search: &str, by_bridge: bool) -> String {
    let call = match by_bridge {
        true => format!("call it through `{BRIDGE_TOOL}`"),
        false => "call it".into(),
    };
    format!(
        "More tools exist than are loaded. Their names are listed below; to use one, load it with \
         `{search}` (words that say what you need, or `select:name`), then {call}.\n"
    )
}

pub(crate) const PROMPT_GROUPED: &str = "Below a server, each line follows the server's prefix.\n";

pub(crate) fn prompt_more(left_out: usize) -> String {
    format!("({left_out} more: search for them)\n")
}

pub(crate) fn loaded(by_bridge: bool) -> String {
    match by_bridge {
        true => format!("The loaded tools can be called through `{BRIDGE_TOOL}` from now on."),
        false => "The loaded tools can be called from now on.".into(),
    }
}

pub(crate) const LOADED_ALREADY: &str = "These tools are already loaded: call them.";
pub(crate) const PUT_BACK: &str =
    " Tools that had not been used for a while were put back to make room.";
pub(crate) const TRUNCATED: &str = " The query was too long: its end was ignored.";
pub(crate) const DENIED: &str = "You are not allowed to use these tools.";
pub(crate) const REFUSED: &str =
    "These tools are refused: their server no longer describes them as it did.";

/// Why a search has found nothing.
pub(crate) fn nothing(why: SearchOutcome) -> &'static str {
    match why {
        SearchOutcome::NothingAsked => "The query has no word in it.",
        SearchOutcome::UnknownNames => {
            "There is no tool of that name. Search with words that say what you need."
        }
        SearchOutcome::RequiredMissing => {
            "No tool has every word marked with +. Try fewer of them."
        }
        SearchOutcome::NoTools => "There are no tools to search.",
        _ => "No tool matches. Try different or fewer words.",
    }
}

/// A server that is still connecting; `listed` where its tools are known.
pub(crate) fn pending(server: &str, listed: bool) -> String {
    let server = Visible(server);
    match listed {
        true => {
            format!(" The server `{server}` is still connecting: calls of its tools wait for it.")
        }
        false => format!(" The server `{server}` is still connecting: its tools may appear later."),
    }
}

pub(crate) fn failed(server: &str, why: &str) -> String {
    format!(" The server `{}` cannot be reached now: {why}.", Visible(server))
}

pub(crate) fn refused(server: &str, why: &str) -> String {
    format!(" The server `{}` is refused: {why}.", Visible(server))
}
