//! Definitions of agents that may use some of the tools.

use crate::text::debug_as_display;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::permissions::Permissions;
use super::rule::Rule;
use super::view::View;

/// The definition of an agent; serde reads it from a configuration file.
///
/// ```
/// use toolcrib::toolbox::Agent;
///
/// let agent: Agent = serde_json::from_str(
///     r#"{"name": "reviewer", "tools": ["mcp__github__get_*"], "requires": ["mcp__github"]}"#,
/// )?;
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Agent {
    /// What the agent is called.
    pub name: String,
    /// What the agent is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Rules for the tools that it may use. Absent: all of its parent's; empty: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<Rule>>,
    /// Rules for tools that it may not use; these win over `tools`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disallowed_tools: Vec<Rule>,
    /// Rules that must each match a tool that it may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Rule>,
    /// The capabilities of its model. Absent: those of its parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<Vec<String>>,
}

impl Agent {
    /// What the agent may use.
    #[must_use]
    pub fn permissions(&self) -> Permissions {
        let permissions = Permissions::new().with_rules(self.tools.clone(), &self.disallowed_tools);
        match &self.capabilities {
            Some(capabilities) => permissions.capabilities(capabilities.iter().cloned()),
            None => permissions,
        }
    }

    /// That every requirement names a tool of the agent's view.
    pub(crate) fn check(&self, view: &View) -> Result<(), UnmetRequirements> {
        let met = |rule: &Rule| view.entries().iter().any(|entry| rule.matches(entry));
        let unmet: Vec<Rule> = self.requires.iter().filter(|rule| !met(rule)).cloned().collect();
        match unmet.is_empty() {
            true => Ok(()),
            false => Err(UnmetRequirements { agent: self.name.clone(), rules: unmet }),
        }
    }
}

/// An agent requires tools that do not exist or that it may not use.
#[derive(Clone, PartialEq, Eq)]
pub struct UnmetRequirements {
    agent: String,
    rules: Vec<Rule>,
}

impl UnmetRequirements {
    /// The requirements that match no tool that the agent may use.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }
}

impl fmt::Display for UnmetRequirements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the agent `{}` requires tools that it cannot use:", self.agent)?;
        self.rules.iter().try_for_each(|rule| write!(f, " `{rule}`"))
    }
}

debug_as_display!(UnmetRequirements);

impl core::error::Error for UnmetRequirements {}
