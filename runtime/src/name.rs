//! Tool names: the pair of server and tool, and the one name that the model sees.
//!
//! The model sees a server's tool as `mcp__<server>__<tool>`, like in other MCP clients.
//! The name is made when a catalog is built. Only the catalog's table leads from a name
//! back to its pair, because a split can be ambiguous (`mcp__a__b__c`).
//! [`ToolName::parse`] is for strings from elsewhere: permission rules, queries, another
//! client's history.

use alloc::string::String;

#[cfg(feature = "digest")]
mod assign;
#[cfg(feature = "digest")]
mod builtin;
#[cfg(feature = "digest")]
#[doc(hidden)]
pub use assign::{NameClash, assign, shortened};
#[cfg(feature = "digest")]
#[doc(hidden)]
pub use builtin::{BRIDGE_TOOL, SEARCH_TOOL};
mod server;
pub use server::{case_clashes, check_server, is_same_file};

/// The longest name that every model provider accepts, in characters.
pub const MAX_NAME: usize = 64;

const PREFIX: &str = "mcp__";
const SEPARATOR: &str = "__";

/// A name as the model writes it, split into its parts. Does not allocate.
///
/// ```
/// use toolcrib::name::ToolName;
///
/// let name = ToolName::parse("mcp__github__create_issue");
/// assert_eq!(name.server(), Some("github"));
/// assert_eq!(name.tool(), "create_issue");
/// assert_eq!(ToolName::parse("read_file").server(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolName<'a> {
    full: &'a str,
    server: Option<&'a str>,
    tool: &'a str,
}

impl<'a> ToolName<'a> {
    /// Splits a name at the first `__` after `mcp__`. Any other name is that of a tool
    /// without a server.
    ///
    /// O(n); usable in constants.
    #[must_use]
    pub const fn parse(full: &'a str) -> Self {
        let plain = Self { full, server: None, tool: full };
        let Some(rest) = strip_prefix(full, PREFIX) else { return plain };
        let Some(at) = find(rest.as_bytes(), SEPARATOR.as_bytes()) else { return plain };
        let (server, rest) = rest.split_at(at);
        let (_, tool) = rest.split_at(SEPARATOR.len());
        if server.is_empty() || tool.is_empty() {
            return plain;
        }
        Self { full, server: Some(server), tool }
    }

    /// The whole name.
    #[must_use]
    pub const fn full(self) -> &'a str {
        self.full
    }

    /// The server's part, if there is one.
    #[must_use]
    pub const fn server(self) -> Option<&'a str> {
        self.server
    }

    /// The tool's part, or the whole name.
    #[must_use]
    pub const fn tool(self) -> &'a str {
        self.tool
    }
}

/// Whether every provider accepts the name: 1 to 64 characters of `A-Z a-z 0-9 _ -`.
#[must_use]
pub const fn is_portable(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_name_byte(bytes[at]) {
            return false;
        }
        at += 1;
    }
    !bytes.is_empty() && bytes.len() <= MAX_NAME
}

/// `mcp__<server>__<tool>` with every character outside `A-Z a-z 0-9 _ -`
/// replaced by `_`; of any length, and not yet unique. `assign` makes of it
/// the name that is used.
#[must_use]
pub fn qualify(server: &str, tool: &str) -> String {
    qualified(server, tool).map(char::from).collect()
}

/// [`qualify`] without an allocation, as bytes.
pub(crate) fn qualified<'a>(
    server: &'a str,
    tool: &'a str,
) -> impl Iterator<Item = u8> + Clone + use<'a> {
    [PREFIX, server, SEPARATOR, tool].into_iter().flat_map(portable)
}

/// A part of such a name, as bytes.
pub(crate) fn portable(part: &str) -> impl Iterator<Item = u8> + Clone + use<'_> {
    part.chars().map(|c| u8::try_from(c).ok().filter(|byte| is_name_byte(*byte)).unwrap_or(b'_'))
}

const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

const fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    match starts_at(text.as_bytes(), prefix.as_bytes(), 0) {
        true => Some(text.split_at(prefix.len()).1),
        false => None,
    }
}

const fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at + part.len() <= text.len() {
        if starts_at(text, part, at) {
            return Some(at);
        }
        at += 1;
    }
    None
}

const fn starts_at(text: &[u8], part: &[u8], from: usize) -> bool {
    if from + part.len() > text.len() {
        return false;
    }
    let mut at = 0;
    while at < part.len() {
        if text[from + at] != part[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{ToolName, is_portable, qualify};

    const PARSED: ToolName<'static> = ToolName::parse("mcp__a__b__c");

    #[test]
    fn parses_at_the_first_separator() {
        assert_eq!((PARSED.server(), PARSED.tool()), (Some("a"), "b__c"));
        for plain in ["", "mcp__", "mcp__x", "mcp____x", "mcp__x__", "MCP__a__b", "é"] {
            let name = ToolName::parse(plain);
            assert_eq!((name.server(), name.tool(), name.full()), (None, plain, plain));
        }
        assert_eq!(ToolName::parse("mcp__é__ü").server(), Some("é"));
    }

    #[test]
    fn qualified_names_are_ascii() {
        assert_eq!(qualify("my db", "run.query"), "mcp__my_db__run_query");
        assert_eq!(qualify("docs", "创建"), "mcp__docs____");
        assert!(is_portable("a-b_C9") && !is_portable("") && !is_portable("a.b"));
        assert!(is_portable(&"x".repeat(64)) && !is_portable(&"x".repeat(65)));
    }
}
