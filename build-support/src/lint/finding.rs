//! What a rule finds, and where.

use std::fmt;

use toolcrib::text::Visible;

use super::rule::{Level, Rule};

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// How grave it is, after the settings.
    pub level: Level,
    /// The server it is about.
    pub server: String,
    /// The tool, or `None` when it is about the server itself.
    pub tool: Option<String>,
    /// JSON pointer (RFC 6901) within the tool, or the server's
    /// `/instructions`; empty for the whole of it.
    pub field: String,
    /// What is wrong, with everything invisible made visible.
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

/// Findings before the settings are applied.
#[derive(Debug, Default)]
pub(super) struct Found(pub(super) Vec<Finding>);

/// What is being looked at.
pub(super) struct Place<'a> {
    pub(super) server: &'a str,
    pub(super) tool: Option<&'a str>,
    pub(super) found: &'a mut Found,
}

impl Place<'_> {
    pub(super) fn of<'b>(&'b mut self, tool: &'b str) -> Place<'b> {
        Place { server: self.server, tool: Some(tool), found: self.found }
    }

    pub(super) fn report(&mut self, rule: Rule, field: &str, message: impl Into<String>) {
        self.found.0.push(Finding {
            rule,
            level: rule.level(),
            server: self.server.into(),
            tool: self.tool.map(Into::into),
            field: field.into(),
            message: message.into(),
        });
    }
}
