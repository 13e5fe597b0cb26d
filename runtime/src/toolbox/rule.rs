//! Rules that match tools, for permissions and settings.

mod form;
mod glob;

use crate::text::debug_as_display;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::server_name::ServerName;
use crate::engine::Entry;
use crate::name::is_portable;
use form::Form;

/// Matches tools by the names that the model sees.
///
/// | rule | names |
/// |---|---|
/// | `read_file`, `mcp__github__create_issue` | the tool that the model knows by this name |
/// | `read_*`, `*delete*` | tools by their names; `*` is any text, `?` one character |
/// | `mcp__github`, `mcp__git*` | all tools of the server, or servers |
/// | `mcp__github__list_*` | these tools of the server |
/// | `server:my db` | all tools of the server that is configured under exactly that name |
/// | `group:files` | native tools of that group |
///
/// For a server with an alias, `mcp__` is followed by the alias, as in the names of its
/// tools; only `server:` uses the name in the configuration. A tool with a shortened name
/// matches by its short and by its full name. The server of a contract is its provider.
///
/// In a rule that begins with `mcp__`, a wildcard never crosses the end of a server's
/// name: `mcp__db__*` matches the server `db` and never one called `db__x`. If a server's
/// name contains `__`, use `server:`, which is unambiguous. Rules are case-sensitive.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rule {
    text: String,
    form: Form,
}

impl Rule {
    /// Whether the rule matches this tool. O(n·m) for a rule of n bytes and a name of m
    /// bytes; does not allocate.
    #[must_use]
    pub fn matches(&self, entry: &Entry) -> bool {
        self.form.matches(&self.text, entry)
    }

    /// Whether the rule can match tools of this server.
    pub(super) fn reaches_server(&self, server: ServerName<'_>) -> bool {
        self.form.reaches(&self.text, server)
    }

    /// Whether the rule matches all tools of this server.
    pub(super) fn is_whole_server(&self, server: ServerName<'_>) -> bool {
        self.form.is_whole(&self.text, server)
    }

    /// Where the rule names a server of this name after `mcp__`: the pattern of
    /// its tools, `None` for all of them.
    pub(super) fn tools_of<'r>(&'r self, server: &'r str) -> Option<Option<&'r str>> {
        self.form.tools_of(&self.text, server).next()
    }

    /// The text of the rule.
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
        let rule = || Self { text: name.to_owned(), form: Form::of(name) };
        match Form::after_colon(name) {
            _ if name.is_empty() => Err(error("it is empty")),
            Some("") => Err(error("it names nothing after the colon")),
            Some(_) => Ok(rule()),
            None if name.contains(['(', ')']) => {
                Err(error("rules are about tools, not about their arguments"))
            }
            None if !name.chars().all(is_rule_char) => {
                Err(error("names have only A-Z a-z 0-9 _ -, and wildcards are * and ?"))
            }
            None => Ok(rule()),
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

/// A text is not a valid [`Rule`].
#[derive(Clone, PartialEq, Eq)]
pub struct RuleError {
    rule: String,
    problem: &'static str,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a rule: {}", crate::text::Visible(&self.rule), self.problem)
    }
}

debug_as_display!(RuleError);

impl core::error::Error for RuleError {}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn what_is_no_rule_is_refused() {
        for (text, problem) in [
            ("", "is empty"),
            ("  ", "is empty"),
            ("Bash(git *)", "not about their arguments"),
            ("group:", "nothing after the colon"),
            ("server:", "nothing after the colon"),
            ("a.b", "names have only"),
            ("é", "names have only"),
        ] {
            let error = text.parse::<Rule>().unwrap_err();
            assert!(alloc::format!("{error}").contains(problem), "{error}");
        }
    }
}
