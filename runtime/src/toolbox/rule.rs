//! Rules that name tools, for permissions and settings.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Entry;
use crate::name::{is_portable, qualify};

const SERVER_PREFIX: &str = "mcp__";
const SEPARATOR: &str = "__";

/// Names one tool or several.
///
/// | rule | names |
/// |---|---|
/// | `read_file`, `mcp__github__create_issue` | the tool that the model knows by this name |
/// | `read_*`, `*delete*` | tools by their names; `*` is any text, `?` one character |
/// | `mcp__github`, `mcp__git*` | all tools of the server, or servers |
/// | `mcp__github__list_*` | these tools of the server |
/// | `server:my db` | all tools of the server of exactly that name |
/// | `group:files` | native tools of that group |
///
/// In a rule that begins with `mcp__`, no wildcard reaches across the end of a
/// server's name: `mcp__db__*` is about the server `db` and never about one
/// called `db__x`. Where a server's own name has `__` in it, `server:` says
/// without doubt which one is meant. Case counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rule {
    text: String,
}

impl Rule {
    /// Whether the rule names this tool. O(n·m) for a rule of n and a name of m
    /// bytes.
    #[must_use]
    pub fn matches(&self, entry: &Entry) -> bool {
        let text = self.text.as_str();
        if let Some(server) = text.strip_prefix("server:") {
            return entry.server_name() == Some(server);
        }
        if let Some(group) = text.strip_prefix("group:") {
            return entry.group() == Some(group);
        }
        if text == entry.name() {
            return true;
        }
        match (text.strip_prefix(SERVER_PREFIX), entry.server_name()) {
            (Some(rest), Some(server)) => {
                matches_pair(rest, &portable(server), &portable(entry.raw_name()))
            }
            (Some(_), None) => false,
            (None, server) => {
                let whole = || server.map(|server| qualify(server, entry.raw_name()));
                glob(text, entry.name()) || whole().is_some_and(|whole| glob(text, &whole))
            }
        }
    }

    /// Whether the rule may name tools of this server.
    pub(crate) fn reaches_server(&self, server: &str) -> bool {
        let text = self.text.as_str();
        match (text.strip_prefix("server:"), text.strip_prefix(SERVER_PREFIX)) {
            (Some(name), _) => name == server,
            (_, Some(rest)) => {
                let server = portable(server);
                is_server(rest, &server) || splits(rest).any(|(part, _)| is_server(part, &server))
            }
            _ => text.starts_with('*'),
        }
    }

    /// Whether the rule names all tools of this server.
    pub(crate) fn is_whole_server(&self, server: &str) -> bool {
        let text = self.text.as_str();
        match (text.strip_prefix("server:"), text.strip_prefix(SERVER_PREFIX)) {
            (Some(name), _) => name == server,
            (_, Some(rest)) => {
                let server = portable(server);
                is_server(rest, &server)
                    || splits(rest).any(|(part, tool)| tool == "*" && is_server(part, &server))
            }
            _ => text == "*",
        }
    }

    /// The rule as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let error = |problem| RuleError { rule: text.to_owned(), problem };
        let name = text.trim();
        let plain = ["server:", "group:"].iter().find_map(|kind| name.strip_prefix(kind));
        match plain {
            _ if name.is_empty() => Err(error("it is empty")),
            Some("") => Err(error("it names nothing after the colon")),
            Some(_) => Ok(Self { text: name.to_owned() }),
            None if name.contains(['(', ')']) => {
                Err(error("rules are about tools, not about their arguments"))
            }
            None if !name.chars().all(is_rule_char) => {
                Err(error("names have only A-Z a-z 0-9 _ -, and wildcards are * and ?"))
            }
            None => Ok(Self { text: name.to_owned() }),
        }
    }
}

fn is_rule_char(c: char) -> bool {
    matches!(c, '*' | '?') || is_portable(c.encode_utf8(&mut [0; 4]))
}

impl TryFrom<String> for Rule {
    type Error = RuleError;

    fn try_from(text: String) -> Result<Self, RuleError> {
        text.parse()
    }
}

impl From<Rule> for String {
    fn from(rule: Rule) -> Self {
        rule.text
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A text that is no [`Rule`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    rule: String,
    problem: &'static str,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a rule: {}", crate::text::Visible(&self.rule), self.problem)
    }
}

impl core::error::Error for RuleError {}

/// `rest` is what stands after `mcp__`.
fn matches_pair(rest: &str, server: &str, tool: &str) -> bool {
    let by_parts = |(part, name): (&str, &str)| is_server(part, server) && glob(name, tool);
    is_server(rest, server) || splits(rest).any(by_parts)
}

/// A wildcard must not reach across what may be the end of a server's name.
fn is_server(pattern: &str, server: &str) -> bool {
    pattern == server || (!pattern.contains(SEPARATOR) && glob(pattern, server))
}

/// All ways to cut a text at `__`.
fn splits(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let at = |at: usize| text.get(at..)?.strip_prefix(SEPARATOR).zip(text.get(..at));
    (1..text.len()).filter_map(move |i| at(i).map(|(tool, server)| (server, tool)))
}

/// A server's or tool's name as it stands in the name that the model sees.
fn portable(name: &str) -> String {
    let whole = qualify(name, "");
    let inner = whole.strip_prefix(SERVER_PREFIX).and_then(|rest| rest.strip_suffix(SEPARATOR));
    inner.unwrap_or_default().to_owned()
}

/// Matches `*` and `?` by going back to the last star only; O(n·m).
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while let Some(&byte) = text.get(t) {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&want) if want == b'?' || want == byte => (p, t) = (p + 1, t + 1),
            _ => {
                let Some((at, from)) = star else { return false };
                (p, t) = (at + 1, from + 1);
                star = Some((at, from + 1));
            }
        }
    }
    pattern.get(p..).unwrap_or_default().iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::{Rule, glob, matches_pair};

    #[test]
    fn globs() {
        for (pattern, text) in [("*", ""), ("a*c", "abbc"), ("?b*", "ab"), ("*a*b", "xaxbxb")] {
            assert!(glob(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("?", ""), ("a*c", "abcd"), ("A", "a")] {
            assert!(!glob(pattern, text), "{pattern} {text}");
        }
        assert!(!glob(&"a*".repeat(50), &"b".repeat(5_000)));
    }

    #[test]
    fn wildcards_stay_within_the_server() {
        assert!(matches_pair("evil__*", "evil", "foo__real_tool"));
        assert!(!matches_pair("evil__*", "evil__foo", "real_tool"));
        assert!(!matches_pair("evil__*__x", "evil__foo", "x"));
        assert!(matches_pair("evil__foo", "evil__foo", "real_tool"));
        assert!(matches_pair("evil__foo__*", "evil__foo", "real_tool"));
        assert!(matches_pair("git*", "github", "x") && !matches_pair("git", "github", "x"));
        assert!(matches_pair("a__b_*", "a", "b_c") && !matches_pair("a__b_*", "a", "c"));
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for text in ["", "  ", "Bash(git *)", "group:", "server:", "a.b", "é"] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
        let rule: Rule = "server:my db".parse().unwrap();
        assert!(rule.reaches_server("my db") && !rule.reaches_server("my_db"));
        let rule: Rule = "mcp__my_db__x".parse().unwrap();
        assert!(rule.reaches_server("my db") && !rule.is_whole_server("my db"));
    }
}
