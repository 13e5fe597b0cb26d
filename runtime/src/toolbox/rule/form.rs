//! What a rule reads of a tool, settled when the rule is made.

use alloc::boxed::Box;

use super::super::server_name::ServerName;
use super::glob::{glob, is_all, is_wild, may_begin_with};
use crate::name::{portable, qualified};
use crate::toolbox::Entry;

const VISIBLE: &str = "mcp__";
const SEPARATOR: &str = "__";
const SERVER: &str = "server:";
const GROUP: &str = "group:";

/// How the text of a rule is read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// The whole name that the model sees.
    Name,
    /// The same with wildcards; also of a name that was cut.
    Glob,
    /// `mcp__` and a server, or a server and a tool. Where the names may part:
    /// each `__` before which there may be the name of a server.
    Visible(Box<[usize]>),
    /// A server's own name.
    Server,
    /// A group of native tools.
    Group,
}

impl Form {
    pub(super) fn of(text: &str) -> Self {
        if text.starts_with(SERVER) {
            Self::Server
        } else if text.starts_with(GROUP) {
            Self::Group
        } else if let Some(rest) = text.strip_prefix(VISIBLE) {
            Self::Visible(cuts(rest))
        } else if is_wild(text) {
            Self::Glob
        } else {
            Self::Name
        }
    }

    /// What names a server or a group, where the form is such.
    pub(super) fn after_colon(text: &str) -> Option<&str> {
        [SERVER, GROUP].iter().find_map(|kind| text.strip_prefix(kind))
    }

    pub(super) fn matches(&self, text: &str, entry: &Entry) -> bool {
        let is_whole = || text == entry.name();
        match self {
            Self::Name => is_whole(),
            Self::Glob => glob(text, entry.name().bytes()) || matches_uncut(text, entry),
            Self::Visible(cuts) => is_whole() || matches_parts(text, cuts, entry),
            Self::Server => entry.server_name() == Self::after_colon(text),
            Self::Group => entry.group() == Self::after_colon(text),
        }
    }

    pub(super) fn reaches(&self, text: &str, server: ServerName<'_>) -> bool {
        match self {
            Self::Name | Self::Group => false,
            Self::Glob => may_begin_with(text, qualified(server.visible, "")),
            Self::Visible(_) => self.tools_of(text, server.visible).next().is_some(),
            Self::Server => Self::after_colon(text) == Some(server.own),
        }
    }

    pub(super) fn is_whole(&self, text: &str, server: ServerName<'_>) -> bool {
        let is_all = |tools: Option<&str>| tools.is_none_or(|tools| is_all(tools.as_bytes()));
        match self {
            Self::Name | Self::Group => false,
            Self::Glob => text.ends_with('*') && glob(text, qualified(server.visible, "")),
            Self::Visible(_) => self.tools_of(text, server.visible).any(is_all),
            Self::Server => Self::after_colon(text) == Some(server.own),
        }
    }

    /// Where the rule may name this server after `mcp__`: the pattern of its
    /// tools, `None` for all of them.
    pub(super) fn tools_of<'r>(
        &'r self,
        text: &'r str,
        server: &'r str,
    ) -> impl Iterator<Item = Option<&'r str>> {
        let (rest, cuts) = match self {
            Self::Visible(cuts) => (text.strip_prefix(VISIBLE), &cuts[..]),
            _ => (None, &[][..]),
        };
        let whole = rest.filter(|rest| is_server(rest, server)).map(|_| None);
        let cut = cuts.iter().filter_map(move |&at| {
            let (part, tools) = part(rest?, at)?;
            is_server(part, server).then_some(Some(tools))
        });
        whole.into_iter().chain(cut)
    }
}

/// The name as it would be uncut.
fn matches_uncut(text: &str, entry: &Entry) -> bool {
    let server = entry.visible_server();
    server.is_some_and(|server| glob(text, qualified(server, entry.raw_name())))
}

fn matches_parts(text: &str, cuts: &[usize], entry: &Entry) -> bool {
    let Some((rest, server)) = text.strip_prefix(VISIBLE).zip(entry.visible_server()) else {
        return false;
    };
    let tool = entry.raw_name();
    let is_it = |&at: &usize| {
        part(rest, at)
            .is_some_and(|(part, tools)| is_server(part, server) && glob(tools, portable(tool)))
    };
    is_server(rest, server) || cuts.iter().any(is_it)
}

/// The two sides of a `__`.
fn part(rest: &str, at: usize) -> Option<(&str, &str)> {
    let (server, tools) = rest.split_at_checked(at)?;
    Some((server, tools.strip_prefix(SEPARATOR)?))
}

/// A wildcard must not reach across what may be the end of a server's name.
fn is_server(pattern: &str, server: &str) -> bool {
    match is_wild(pattern) {
        false => pattern.bytes().eq(portable(server)),
        true => !pattern.contains(SEPARATOR) && glob(pattern, portable(server)),
    }
}

/// All places of `__` that have the name of a server before them: something,
/// and no wildcard where that has a `__` in it. O(n).
fn cuts(rest: &str) -> Box<[usize]> {
    let wildcard = rest.find(['*', '?']).unwrap_or(rest.len());
    let separator = rest.find(SEPARATOR).unwrap_or(rest.len());
    let is_cut = |&at: &usize| rest.get(at..).is_some_and(|rest| rest.starts_with(SEPARATOR));
    let is_server = |&at: &usize| at <= wildcard || at < separator + SEPARATOR.len();
    (1..rest.len()).filter(is_cut).filter(is_server).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::server_name::ServerName;
    use super::Form;
    use crate::name::portable;

    /// As `matches_parts` does, without a tool.
    fn matches(rest: &str, server: &str, tool: &str) -> bool {
        let text = alloc::format!("mcp__{rest}");
        let form = Form::of(&text);
        let mut tools = form.tools_of(&text, server);
        tools.any(|pattern| pattern.is_none_or(|pattern| super::glob(pattern, portable(tool))))
    }

    #[test]
    fn wildcards_stay_within_the_server() {
        assert!(matches("evil__*", "evil", "foo__real_tool"));
        assert!(!matches("evil__*", "evil__foo", "real_tool"));
        assert!(!matches("evil__*__x", "evil__foo", "x"));
        assert!(matches("evil__foo", "evil__foo", "real_tool"));
        assert!(matches("evil__foo__*", "evil__foo", "real_tool"));
        assert!(matches("git*", "github", "x") && !matches("git", "github", "x"));
        assert!(matches("a__b_*", "a", "b_c") && !matches("a__b_*", "a", "c"));
        assert!(matches("a___b", "a_", "b") && matches("a___b", "a", "_b"));
    }

    #[test]
    fn servers_are_reached_by_what_the_model_calls_them() {
        let server = ServerName { own: "my db", visible: "d.b" };
        let reach = |text: &str| {
            let form = Form::of(text);
            (form.reaches(text, server), form.is_whole(text, server))
        };
        for text in ["server:my db", "mcp__d_b", "mcp__d*", "mcp__d_b__*", "*", "m*"] {
            assert_eq!(reach(text), (true, true), "{text}");
        }
        for text in ["mcp__d_b__x", "mcp__?_b__x*", "*delete*", "mcp__d_b__?*"] {
            assert_eq!(reach(text), (true, false), "{text}");
        }
        for text in ["server:d.b", "mcp__my_db", "mcp__my_db__x", "x", "x*", "group:d.b", "mcp__d"]
        {
            assert_eq!(reach(text), (false, false), "{text}");
        }
    }
}
