//! What a rule finds, and where.

use std::fmt;

use toolcrib::text::Visible;

use super::rule::{Level, Rule};

/// One finding of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Its severity, after the settings.
    pub level: Level,
    /// The server, or the provider of a contract.
    pub server: String,
    /// The tool, or `None` for the server itself.
    pub tool: Option<String>,
    /// JSON pointer (RFC 6901) in the tool, or `/instructions` of the server;
    /// empty for the tool or server as a whole.
    pub field: String,
    /// What is wrong, with invisible characters escaped.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Visible(&self.server))?;
        if let Some(tool) = &self.tool {
            write!(f, "/{}", Visible(tool))?;
        }
        if !self.field.is_empty() {
            write!(f, " {}", Visible(&self.field))?;
        }
        write!(f, ": {} [{}]", self.message, self.rule)
    }
}

/// What is being checked, and where its findings go.
pub(super) struct Place<'a> {
    pub(super) server: &'a str,
    pub(super) tool: Option<&'a str>,
    pub(super) found: &'a mut Vec<Finding>,
}

impl Place<'_> {
    pub(super) fn of<'b>(&'b mut self, tool: &'b str) -> Place<'b> {
        Place { server: self.server, tool: Some(tool), found: self.found }
    }

    pub(super) fn report(&mut self, rule: Rule, field: &str, message: impl Into<String>) {
        self.found.push(Finding {
            rule,
            level: rule.level(),
            server: self.server.into(),
            tool: self.tool.map(Into::into),
            field: field.into(),
            message: message.into(),
        });
    }
}
